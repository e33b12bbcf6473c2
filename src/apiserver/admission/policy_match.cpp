// Which policies apply to a request, and with which parameters.
#include "apiserver/admission/policy_admission.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/state/converter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using policies::match_resources;

std::optional<seen_as> match_rules(const server_state& w,
                                   const std::vector<match_resources::named_rule>& rules, bool equivalent,
                                   const admission_attributes& a) {
    const auto fits = [&](const match_resources::named_rule& named, const resource& r) {
        return matches(named.rule, a.operation, r.gvr, a.subresource, a.ns) &&
               (named.names.empty() || std::ranges::find(named.names, a.name) != named.names.end());
    };
    if (std::ranges::any_of(rules, [&](const auto& rule) { return fits(rule, a.kind); })) return as_sent(a);
    if (!equivalent || rules.empty()) return std::nullopt;
    const std::vector<resource_ptr> others = equivalents_of(w, a);
    for (const match_resources::named_rule& rule : rules)
        for (const resource_ptr& r : others)
            if (fits(rule, *r)) return as_equivalent(a, r);
    return std::nullopt;
}

struct found_params {
    std::vector<std::optional<bj::object>> each;
    std::string error;
};

found_params no_params(std::string why) {
    found_params out;
    out.error = std::move(why);
    return out;
}

// CollectParams. `kind`: of the parameters.
awaitable<found_params> collect_params(server_state& w, const resource& kind, const policies::param_ref& ref,
                                       const admission_attributes& a) {
    std::string ns = ref.ns;
    if (kind.namespaced && ns.empty()) {
        ns = a.ns;
        if (ns.empty())
            co_return no_params(
                "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources");
    }
    if (!kind.namespaced && !ns.empty())
        co_return no_params("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
    std::vector<record_ptr> records;
    const collection* const all = w.store.find_collection(kind.storage);
    if (!ref.name.empty()) {
        if (const record_ptr found = w.store.find(kind.storage, object_key(ns, ref.name)))
            records.push_back(found);
    } else if (all != nullptr && ref.selector) {
        const auto selected = [&](const record& r) { return selector_matches(*ref.selector, labels_of(r)); };
        records = all->list(ns, 0, std::nullopt, 0, selected).items;
    }
    if (auto ok = co_await convert_records(w, kind, records, a.due); !ok)
        co_return no_params(ok.error().message);
    found_params out;
    for (const record_ptr& found : records) out.each.emplace_back(w.served(kind, *found));
    if (out.each.empty() && ref.denies_missing)
        co_return no_params("no params found for policy binding with `Deny` parameterNotFoundAction");
    co_return out;
}

// Nothing if the policy has no parameters, or the binding uses none: it then runs without.
awaitable<found_params> params_of(server_state& w, const resource_ptr& kind,
                                  const policies::policy_binding& binding, const admission_attributes& a) {
    if (kind == nullptr || !binding.params) {
        found_params none;
        none.each.emplace_back();
        co_return none;
    }
    co_return co_await collect_params(w, *kind, *binding.params, a);
}

awaitable<void> collect_binding(server_state& w, const policies::policy_ptr& p,
                                const policies::binding_ptr& binding, const seen_as& seen,
                                const resource_ptr& params, const admission_attributes& a,
                                std::vector<policy_call>& to) {
    const auto fail = [&](std::string_view why) {
        to.push_back({p, binding, seen, {}, fmt::format("failed to configure binding: {}", why)});
    };
    if (binding->resources) {
        const auto matched = match_policy(w, *binding->resources, a);
        if (!matched) fail(matched.error().message);
        if (!matched || !*matched) co_return;
    }
    found_params found = co_await params_of(w, params, *binding, a);
    if (!found.error.empty()) {
        fail(found.error);
        co_return;
    }
    for (std::optional<bj::object>& each : found.each) to.push_back({p, binding, seen, std::move(each), {}});
}

}  // namespace

bool is_exempt_from_policies(const resource& kind) {
    constexpr std::array<std::string_view, 10> exempt{
        "validatingadmissionpolicies.admissionregistration.k8s.io",
        "validatingadmissionpolicybindings.admissionregistration.k8s.io",
        "mutatingadmissionpolicies.admissionregistration.k8s.io",
        "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
        "selfsubjectreviews.authentication.k8s.io",
        "tokenreviews.authentication.k8s.io",
        "localsubjectaccessreviews.authorization.k8s.io",
        "selfsubjectaccessreviews.authorization.k8s.io",
        "selfsubjectrulesreviews.authorization.k8s.io",
        "subjectaccessreviews.authorization.k8s.io"};
    return std::ranges::find(exempt, kind.gr().text()) != exempt.end();
}

std::string name_in_errors(const admission_attributes& a) {
    if (!a.name.empty()) return a.name;
    if (!a.object) return "Unknown";
    const bj::object& meta = object_of(*a.object, "metadata");
    for (const char* key : {"name", "generateName"})
        if (const std::string_view name = text_at(meta, key); !name.empty()) return std::string(name);
    return "Unknown";
}

api_result<std::optional<seen_as>> match_policy(const server_state& w, const match_resources& match,
                                                const admission_attributes& a) {
    std::optional<seen_as> none;
    api_result<bj::object> labels = bj::object();
    if (selects_namespaces(match.namespaces, a)) {
        labels = labels_of_namespace(w, a);
        if (labels && !selector_matches(match.namespaces, *labels)) return none;
    }
    if (!selects_object(match.objects, a)) return none;
    if (match_rules(w, match.excluded, match.equivalent, a)) return none;
    std::optional<seen_as> found =
        match.rules.empty() ? as_sent(a) : match_rules(w, match.rules, match.equivalent, a);
    // A missing namespace is an error for policies that would apply.
    if (found && !labels) return labels.error();
    return found;
}

awaitable<void> collect_calls(server_state& w, const policies::policy_set::bound& p,
                              const admission_attributes& a, std::vector<policy_call>& to) {
    const auto fail = [&](std::string_view why) {
        to.push_back({p.of, nullptr, {}, {}, fmt::format("failed to configure policy: {}", why)});
    };
    const auto seen = match_policy(w, p.of->constraints, a);
    if (!seen) fail(seen.error().message);
    if (!seen || !*seen) co_return;
    resource_ptr params;
    if (const auto& wanted = p.of->params) {
        params = w.kinds.find_kind(wanted->group, wanted->version, wanted->kind);
        if (!params || params->gvr.version != wanted->version) {
            fail(fmt::format("failed to find resource referenced by paramKind: '{}'", wanted->text()));
            co_return;
        }
    }
    for (const policies::binding_ptr& binding : p.bindings)
        co_await collect_binding(w, p.of, binding, **seen, params, a, to);
}

// Fields that are not in the type that expressions have of it are left out (CreateNamespaceObject).
api_result<std::optional<bj::object>> namespace_of(const server_state& w, const admission_attributes& a) {
    std::optional<bj::object> none;
    if (a.ns.empty() || a.object_kind == group_version_kind("", "v1", "Namespace")) return none;
    const record_ptr found = w.store.find("namespaces", object_key::cluster(a.ns));
    if (!found) return object_not_found({"", "namespaces"}, a.ns);
    bj::object out = found->parse();
    for (const char* key : {"kind", "apiVersion"}) out.erase(key);
    bj::object& meta = make_object(out, "metadata");
    for (const char* key : {"managedFields", "ownerReferences", "selfLink"}) meta.erase(key);
    return std::optional<bj::object>(std::move(out));
}

}}}  // namespace setpoint::v0::apiserver
