#include "testkit/sim/called_webhooks.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace sim {

bool has_admission_webhook(const apiserver::server_state& in, const point& p, bool creates) {
    if (!p.writes() || p.gvr.resource.empty()) return false;
    const bool is_deletion = p.op == verb::remove || p.op == verb::remove_collection;
    const std::string_view operation = is_deletion ? "DELETE" : creates ? "CREATE" : "UPDATE";
    const auto is_called = [&](const apiserver::admission_webhook_ptr& hook) {
        return std::any_of(hook->rules.begin(), hook->rules.end(),
                           [&](const apiserver::admission_rule& rule) {
                               return apiserver::matches(rule, operation, p.gvr, p.subresource, p.key.ns);
                           });
    };
    const auto &changing = in.mutating.all(), &checking = in.validating.all();
    return std::any_of(changing.begin(), changing.end(), is_called) ||
           std::any_of(checking.begin(), checking.end(), is_called);
}

bool has_conversion_webhook(const apiserver::server_state& in, const point& p) {
    const apiserver::resource_ptr r = in.kinds.find(p.gvr.group, p.gvr.version, p.gvr.resource);
    return r && r->webhook && r->storage_version != p.gvr.api_version();
}

}}}  // namespace setpoint::v0::sim
