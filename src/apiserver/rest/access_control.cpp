#include "apiserver/rest/access_control.hpp"

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

access_control::access_control(server_state& w, const access_options& o, const bj::object& node_role,
                               identity_network over, const access_webhook::connector& connect)
    : rights_(w, o, node_role, connect), clients_(w, o, std::move(over)) {}

api_result<requester_ptr> access_control::admit(const http::server_request& r, user_ptr as,
                                                std::vector<std::string>& warnings) const {
    if (!as) {
        auto found = clients_.authenticate(r, warnings);
        if (!found) return found.error();
        as = std::move(*found);
    }
    return rights_.authorize(r, std::move(as));
}

awaitable<api_result<requester_ptr>> access_control::admit_waiting(const http::server_request& r, user_ptr as,
                                                                   std::vector<std::string>& warnings) const {
    if (!as) {
        auto found = co_await clients_.authenticate_waiting(r, warnings);
        if (!found) co_return found.error();
        as = std::move(*found);
    }
    co_return co_await rights_.authorize_waiting(r, std::move(as));
}

}}}  // namespace setpoint::v0::apiserver
