// plugin/pkg/admission/nodetaint.
#include "apiserver/admission/builtin_plugins.hpp"
#include "apiserver/objects/fields.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

api_result<> node_taint_admit(admission_request& q) {
    constexpr std::string_view key = "node.kubernetes.io/not-ready", effect = "NoSchedule";
    if (!q.is_create_of("nodes")) return {};
    bj::object& spec = make_object(q.object, "spec");
    bj::array taints = list_of(spec, "taints");
    const bool has = std::ranges::any_of(taints, [&](const bj::value& t) {
        return t.is_object() && text_at(t.get_object(), "key") == key &&
               text_at(t.get_object(), "effect") == effect;
    });
    if (has) return {};
    taints.push_back(bj::object{{"key", key}, {"effect", effect}});
    spec["taints"] = std::move(taints);
    return {};
}

}}}  // namespace setpoint::v0::apiserver
