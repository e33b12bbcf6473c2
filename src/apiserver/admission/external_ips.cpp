// plugin/pkg/admission/network/denyserviceexternalips.
#include "apiserver/admission/builtin_plugins.hpp"
#include "apiserver/objects/fields.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

api_result<> external_ips_validate(admission_request& q) {
    if (q.kind.storage != "services" || !q.subresource.empty()) return {};
    static const bj::object nothing;
    const bj::array& before = list_of(object_of(q.old != nullptr ? *q.old : nothing, "spec"), "externalIPs");
    const bool is_known = std::ranges::all_of(
        list_of(object_of(q.object, "spec"), "externalIPs"),
        [&](const bj::value& each) { return std::ranges::find(before, each) != before.end(); });
    if (is_known) return {};
    return q.refuse("Use of external IPs is denied by admission control");
}

}}}  // namespace setpoint::v0::apiserver
