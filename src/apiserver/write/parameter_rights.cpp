// authz.go of pkg/registry/admissionregistration.
#include "apiserver/authorization/rights.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/write/field_rights.hpp"
#include "setpoint/api/gvk.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view api_group = "admissionregistration.k8s.io";

// What a paramKind needs: a resource, or "*" for what is not known.
struct parameter_resource {
    std::string group = "*", version = "*", resource = "*";
    bool is_parsed = true, is_resolved = true;
};

parameter_resource resolve(const server_state& w, const bj::object& param_kind) {
    parameter_resource out;
    const std::string_view version = text_at(param_kind, "apiVersion"), kind = text_at(param_kind, "kind");
    const auto gvk = group_version_kind::parse(version, kind);
    out.is_parsed = bool(gvk);
    if (!gvk) return out;
    out.group = gvk->group;
    out.version = gvk->version;
    out.is_resolved = false;
    for (const registry::group_version* gv : w.kinds.all()) {
        if (gv->group != gvk->group || gv->version != gvk->version) continue;
        for (const auto& [plural, r] : gv->resources) {
            if (r->kind != kind || out.is_resolved) continue;
            out.resource = plural;
            out.is_resolved = true;
        }
    }
    return out;
}

authorization::attributes reads(std::string verb, parameter_resource of) {
    authorization::attributes out{.user = nullptr, .verb = std::move(verb)};
    out.group = std::move(of.group);
    out.version = std::move(of.version);
    out.resource = std::move(of.resource);
    return out;
}

// Of a policy. Empty if the user may.
std::string kind_error(const field_write& w, const bj::object& param_kind) {
    authorization::attributes asked = reads("get", resolve(w.state, param_kind));
    asked.name = asked.namespace_name = "*";
    const authorization::decision d = decide(&w.by, std::move(asked));
    if (!d.error.empty()) return d.error;
    if (d.allows()) return {};
    return fmt::format(
        "user {} must have \"get\" permission on all objects of the referenced paramKind (kind={}, "
        "apiVersion={})",
        go_text_of(w.by.user()), text_at(param_kind, "kind"), text_at(param_kind, "apiVersion"));
}

// Of a binding. Empty if the user may.
std::string reference_error(const field_write& w, const bj::object& param_ref, bool validating) {
    const std::string policy_name(text_at(object_of(w.now, "spec"), "policyName"));
    const record_ptr policy =
        w.state.store.find(validating ? "validatingadmissionpolicies.admissionregistration.k8s.io"
                                      : "mutatingadmissionpolicies.admissionregistration.k8s.io",
                           object_key::cluster(policy_name));
    const bj::object spec = policy ? object_of(policy->parse(), "spec") : bj::object();
    const bj::object* const param_kind = object_at(spec, "paramKind");
    const parameter_resource found = param_kind ? resolve(w.state, *param_kind) : parameter_resource();
    const std::string_view name = text_at(param_ref, "name");
    const std::string verb = name.empty() ? "list" : "get";
    authorization::attributes asked = reads(verb, found);
    asked.name = name;
    asked.namespace_name = text_at(param_ref, "namespace");
    const authorization::decision d = decide(&w.by, std::move(asked));
    if (!d.error.empty()) return (validating ? "failed to authorize request: " : "") + d.error;
    if (d.allows()) return {};
    const std::string user = go_text_of(w.by.user());
    const auto cannot = [&](const std::string& what) {
        return fmt::format(
            "unable to {} to determine minimum required permissions and user {} does not have \"{}\" "
            "permission for all groups, versions and resources",
            what, user, verb);
    };
    if (!policy) return cannot("get policy " + policy_name);
    const std::string shown = param_kind == nullptr
                                  ? std::string()
                                  : fmt::format("paramKind &{{{} {}}}", text_at(*param_kind, "apiVersion"),
                                                text_at(*param_kind, "kind"));
    if (!found.is_parsed) return cannot("parse " + shown);
    if (!found.is_resolved) return cannot("resolve " + shown);
    // kube-apiserver has these two in the wrong order for a MutatingAdmissionPolicyBinding.
    return fmt::format("user {} does not have \"{}\" permission on the object referenced by paramRef",
                       validating ? user : verb, validating ? verb : user);
}

}  // namespace

std::string go_text_of(const user_info& user) {
    std::string extra;
    for (const auto& [key, values] : user.extra)
        extra += fmt::format("{}{}:[{}]", extra.empty() ? "" : " ", key, fmt::join(values, " "));
    return fmt::format("&{{{} {} [{}] map[{}]}}", user.name, user.uid, fmt::join(user.groups, " "), extra);
}

void check_parameter_rights(const field_write& w, field_errors& errors) {
    if (!errors.empty() || w.kind.gvr.group != api_group || !w.subresource.empty()) return;
    const bool validating = w.kind.kind.starts_with("Validating");
    const bool is_policy = w.kind.kind.ends_with("AdmissionPolicy"),
               is_binding = w.kind.kind.ends_with("AdmissionPolicyBinding");
    if ((!is_policy && !is_binding) || w.by.user().in_group(privileged_group)) return;
    const bj::object& spec = object_of(w.now, "spec");
    const char* const field = is_policy ? "paramKind" : "paramRef";
    const bj::object* const refers = object_at(spec, field);
    if (refers == nullptr) return;
    // A paramRef counts as changed always: it contains pointers, which kube-apiserver compares as such.
    if (is_policy && w.before != nullptr && same_field(spec, object_of(*w.before, "spec"), field)) return;
    std::string why = is_policy ? kind_error(w, *refers) : reference_error(w, *refers, validating);
    if (!why.empty()) forbidden(errors, std::string("spec.") + field, std::move(why));
}

}}}  // namespace setpoint::v0::apiserver
