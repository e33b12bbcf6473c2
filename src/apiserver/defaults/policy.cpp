// Defaults of roles, webhook configurations, admission policies, endpoint slices, priority classes and custom
// resource definitions (defaults.go of their packages).

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

void validating_webhook(bj::object& w) {
    set_default(w, "failurePolicy", "Fail");
    set_default(w, "matchPolicy", "Equivalent");
    set_default(w, "namespaceSelector", bj::object());
    set_default(w, "objectSelector", bj::object());
    set_default(w, "timeoutSeconds", 10);
}

void mutating_webhook(bj::object& w) {
    validating_webhook(w);
    set_default(w, "reinvocationPolicy", "Never");
}

void policy_spec(bj::object& spec) {
    set_default(spec, "failurePolicy", "Fail");
}

void match_resources(bj::object& m) {
    set_default(m, "matchPolicy", "Equivalent");
    set_default(m, "namespaceSelector", bj::object());
    set_default(m, "objectSelector", bj::object());
}

void endpoint_port(bj::object& p) {
    set_default(p, "name", "");
    set_default(p, "protocol", "TCP");
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
    {"admissionregistration.v1.ValidatingWebhook", validating_webhook},
    {"admissionregistration.v1.MutatingWebhook", mutating_webhook},
    {"admissionregistration.v1.RuleWithOperations", [](bj::object& r) { set_default(r, "scope", "*"); }},
    {"admissionregistration.v1.NamedRuleWithOperations", [](bj::object& r) { set_default(r, "scope", "*"); }},
    {"admissionregistration.v1.MatchResources", match_resources},
    {"admissionregistration.v1.ValidatingAdmissionPolicySpec", policy_spec},
    {"admissionregistration.v1.MutatingAdmissionPolicySpec", policy_spec},
    {"admissionregistration.v1.ServiceReference", [](bj::object& s) { set_default(s, "port", 443); }},
    {"apiextensions.v1.ServiceReference", [](bj::object& s) { set_default(s, "port", 443); }},
    {"discovery.v1.EndpointPort", endpoint_port},
    {"scheduling.v1.PriorityClass",
     [](bj::object& o) { set_default(o, "preemptionPolicy", "PreemptLowerPriority"); }},
    {"apiextensions.v1.CustomResourceDefinition", definition},
};

}  // namespace

std::span<const type_default> policy_type_defaults() {
    return policy_default_table;
}

}  // namespace setpoint::inline v0::apiserver
