#include "apiserver/kinds/shared/review.hpp"

#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

const user_info& user_of(const kind_context& c) {
    return c.user != nullptr ? *c.user : *administrator();
}

bj::object review_with_status(bj::object request, bj::object status) {
    request["status"] = std::move(status);
    apply_go_encoding(request);
    return request;
}

}}}  // namespace setpoint::v0::apiserver
