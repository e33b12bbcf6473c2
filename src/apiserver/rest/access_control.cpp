#include "apiserver/rest/access_control.hpp"

#include "apiserver/authorization/request_attributes.hpp"

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

api_error refused(const http::server_request& r, api_error e, audit::request_record* record) {
    if (record != nullptr)
        if (const auto asked = authorization::request_attributes({}, r.method, r.path(), r.query()))
            record->begin_refused(*asked);
    return e;
}

}  // namespace

access_control::access_control(server_state& w, const access_options& o, const bj::object& node_role,
                               identity_network over, const access_webhook::connector& connect)
    : rights_(w, o, node_role, connect), clients_(w, o, std::move(over)) {}

api_result<requester_ptr> access_control::admit(const http::server_request& r, user_ptr as,
                                                std::vector<std::string>& warnings,
                                                audit::request_record* record) const {
    if (!as) {
        auto found = clients_.authenticate(r, warnings);
        if (!found) return refused(r, found.error(), record);
        as = std::move(*found);
    }
    return rights_.authorize(r, std::move(as), record);
}

awaitable<api_result<requester_ptr>> access_control::admit_waiting(const http::server_request& r, user_ptr as,
                                                                   std::vector<std::string>& warnings,
                                                                   audit::request_record* record) const {
    if (!as) {
        auto found = co_await clients_.authenticate_waiting(r, warnings);
        if (!found) co_return refused(r, found.error(), record);
        as = std::move(*found);
    }
    co_return co_await rights_.authorize_waiting(r, std::move(as), record);
}

}}}  // namespace setpoint::v0::apiserver
