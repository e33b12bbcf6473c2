#include "apiserver/kinds/shared/review.hpp"

#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

bj::object administrator() {
    bj::object u{{"username", "kubernetes-admin"}};
    u["groups"] = bj::array{"system:masters", "system:authenticated"};
    return u;
}

bj::object review_with_status(bj::object request, bj::object status) {
    request["status"] = std::move(status);
    apply_go_encoding(request);
    return request;
}

}}}  // namespace setpoint::v0::apiserver
