#include "setpoint/testing/admission.hpp"

#include "framework/manager/disconnected_client.hpp"

namespace setpoint { inline namespace v0 { namespace testing::detail {

client& no_client() {
    static disconnected_client none;
    return none;
}

const admission_attributes& test_request() {
    static const admission_attributes request = [] {
        admission_attributes a;
        a.uid = "test";
        a.user.username = "test";
        return a;
    }();
    return request;
}

}}}  // namespace setpoint::v0::testing::detail
