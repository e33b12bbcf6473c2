// Defaults of role bindings and custom resource definitions that are not constants (defaults.go of their
// packages).

#include "apiserver/defaults/type_defaults.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/ascii.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

constexpr std::string_view rbac_group = "rbac.authorization.k8s.io";

void role_ref(bj::object& binding) {
    set_text_default(make_object(binding, "roleRef"), "apiGroup", rbac_group);
}

void subject(bj::object& s) {
    const std::string_view kind = text_at(s, "kind");
    if (kind == "User" || kind == "Group") set_text_default(s, "apiGroup", rbac_group);
}

void definition(bj::object& o) {
    bj::object& spec = make_object(o, "spec");
    bj::object& names = make_object(spec, "names");
    const std::string kind(text_at(names, "kind"));
    set_text_default(names, "singular", lower_case(kind));
    if (!kind.empty()) set_text_default(names, "listKind", kind + "List");
    set_default(spec, "conversion", bj::object{{"strategy", "None"}});
    bj::object& status = make_object(o, "status");
    if (!list_of(status, "storedVersions").empty()) return;
    bj::array stored;
    for_each_object(list_of(spec, "versions"), [&](const bj::object& v, std::size_t) {
        if (stored.empty() && true_at(v, "storage")) stored.emplace_back(text_at(v, "name"));
    });
    if (!stored.empty()) status["storedVersions"] = stored;
}

constexpr type_default policy_default_table[] = {
    {"rbac.v1.RoleBinding", role_ref},
    {"rbac.v1.ClusterRoleBinding", role_ref},
    {"rbac.v1.Subject", subject},
    {"apiextensions.v1.CustomResourceDefinition", definition},
};

}  // namespace

std::span<const type_default> policy_type_defaults() {
    return policy_default_table;
}

}  // namespace setpoint::inline v0::apiserver
