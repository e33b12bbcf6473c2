#include "apiserver/rest/access_control.hpp"

#include "apiserver/audit/notes.hpp"
#include "apiserver/authorization/request_attributes.hpp"

#include <optional>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

api_error refused(const http::server_request& r, api_error e, audit::request_record* record) {
    if (record != nullptr)
        if (const auto asked = authorization::request_attributes({}, r.method, r.path(), r.query()))
            record->begin_refused(*asked);
    return e;
}

// AlwaysAllow counts for the authentication of clients wherever it was named. (kube-apiserver looks at the
// flag alone: with a configuration file, everybody would be an administrator there.)
access_options with_known_modes(access_options o, const request_authorization& rights) {
    if (rights.allows_everything() && o.authorizers.empty()) o.authorizers.emplace_back("AlwaysAllow");
    return o;
}

}  // namespace

access_control::access_control(server_state& w, const access_options& o, const bj::object& node_role,
                               identity_network over, const kubeconfig_webhook::connector& connect)
    : rights_(w, o, node_role, connect), clients_(w, with_known_modes(o, rights_), std::move(over)) {}

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
        std::optional<audit::latency> measured(std::in_place, record, audit::layer::authentication);
        auto found = co_await clients_.authenticate_waiting(r, warnings);
        measured.reset();
        if (!found) co_return refused(r, found.error(), record);
        as = std::move(*found);
    }
    const audit::latency measured(record, audit::layer::authorization);
    co_return co_await rights_.authorize_waiting(r, std::move(as), record);
}

}}}  // namespace setpoint::v0::apiserver
