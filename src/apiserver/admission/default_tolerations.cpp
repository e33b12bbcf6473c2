// plugin/pkg/admission/defaulttolerationseconds.
#include "apiserver/admission/builtin_plugins.hpp"
#include "apiserver/objects/fields.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool is_tolerated(const bj::array& tolerations, std::string_view key) {
    return std::ranges::any_of(tolerations, [key](const bj::value& v) {
        if (!v.is_object()) return false;
        const std::string_view k = text_at(v.get_object(), "key"), effect = text_at(v.get_object(), "effect");
        return (k == key || k.empty()) && (effect == "NoExecute" || effect.empty());
    });
}

}  // namespace

api_result<> default_tolerations_admit(admission_request& q) {
    constexpr int seconds = 300;
    if (!q.is_create_of("pods") && !q.is_update_of("pods")) return {};
    bj::object& spec = make_object(q.object, "spec");
    for (const char* key : {"node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"}) {
        if (is_tolerated(list_of(spec, "tolerations"), key)) continue;
        if (list_at(spec, "tolerations") == nullptr) spec["tolerations"] = bj::array();
        spec.at("tolerations")
            .get_array()
            .push_back(bj::object{{"key", key},
                                  {"operator", "Exists"},
                                  {"effect", "NoExecute"},
                                  {"tolerationSeconds", seconds}});
    }
    return {};
}

}}}  // namespace setpoint::v0::apiserver
