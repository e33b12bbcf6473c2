#include "apiserver/request/deadline.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

api_error request_timeout() {
    constexpr int again = 1;
    return timeout_error("request did not complete within requested timeout - context deadline exceeded",
                         again);
}

}}}  // namespace setpoint::v0::apiserver
