#include "apiserver/admission/chain.hpp"

#include "apiserver/admission/webhook_admission.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::apiserver {

namespace {

api_error being_terminated(const pending_write& p) {
    api_error e = forbidden_error(
        p.kind.gr(), p.key.name,
        fmt::format("unable to create new content in namespace {} because it is being terminated", p.key.ns));
    bj::object cause{{"reason", "NamespaceTerminating"}};
    cause["message"] = fmt::format("namespace {} is being terminated", p.key.ns);
    cause["field"] = "metadata.namespace";
    e.details["causes"] = bj::array{std::move(cause)};
    return e;
}

}  // namespace

api_result<> check_namespace(server_state& w, const admission_settings& s, pending_write& p) {
    const std::string& name = p.key.name;
    if (!s.plugins.is_on("NamespaceLifecycle")) return {};
    if (p.verb == "delete") {
        if (p.kind.storage == "namespaces" &&
            (name == "default" || name == "kube-system" || name == "kube-public"))
            return forbidden_error(p.kind.gr(), name, "this namespace may not be deleted");
        return {};
    }
    if (p.verb != "create" || !p.kind.namespaced) return {};
    const record_ptr ns = w.store.of("namespaces").get(object_key::cluster(p.key.ns));
    if (!ns) return object_not_found({"", "namespaces"}, p.key.ns);
    if (value_at(object_of(ns->parse(), "metadata"), "deletionTimestamp")) return being_terminated(p);
    return {};
}

namespace {

// Keeps the webhooks of the stored webhook configurations in server_state.
void follow_webhooks(server_state& w, const admission_settings_ptr& s) {
    w.stored.push_back([&w, s](const resource& r, const record_ptr& before, const record_ptr& now) {
        if (!is_exempt(r)) return;
        const bool mutates = r.kind == "MutatingWebhookConfiguration";
        if (!mutates && r.kind != "ValidatingWebhookConfiguration") return;
        if (!s->plugins.is_on(mutates ? "MutatingAdmissionWebhook" : "ValidatingAdmissionWebhook")) return;
        admission_webhooks& all = mutates ? w.mutating : w.validating;
        if (!now) return all.remove(before->key.name);
        all.replace(now->key.name, admission_webhooks_of(w.served(r, *now)));
    });
}

// Keeps the stored admission policies and their bindings in server_state.
void follow_policies(server_state& w, const admission_settings_ptr& s) {
    w.stored.push_back([&w, s](const resource& r, const record_ptr& before, const record_ptr& now) {
        if (!is_exempt(r)) return;
        const bool mutates = r.kind.starts_with("MutatingAdmissionPolicy");
        if (!mutates && !r.kind.starts_with("ValidatingAdmissionPolicy")) return;
        if (!s->plugins.is_on(mutates ? "MutatingAdmissionPolicy" : "ValidatingAdmissionPolicy")) return;
        policies::policy_set& all = mutates ? w.mutating_policies : w.validating_policies;
        const std::string& name = now ? now->key.name : before->key.name;
        if (r.kind.ends_with("Binding"))
            all.put_binding(
                name, now ? std::make_shared<const policies::policy_binding>(w.served(r, *now)) : nullptr);
        else
            all.put_policy(name, now ? std::make_shared<const policies::policy>(w.served(r, *now)) : nullptr);
    });
}

using step = api_result<> (*)(server_state&, const admission_settings&, pending_write&);

// The phases of a write, each in kube-apiserver's order. The object_writer runs them:
// 1. These, then mutating policies and webhooks; all of it again if one of those changed the object.
constexpr step before_validation[] = {check_namespace, check_definition, default_limits, give_account,
                                      admit_by_plugins};
// 2. Validation of the object by its kind.
// 3. These, and what the server adds: what the write takes from the rest of the cluster.
constexpr step after_validation[] = {check_limits, check_resize, validate_by_plugins, check_quotas};
// 4. Validating policies and webhooks.
// 5. If they took time: these, and 3 once more.
constexpr step after_calls[] = {check_namespace, check_definition};

void add_steps(server_state& w, const admission_settings_ptr& s, std::span<const step> steps,
               std::vector<write_step>& to) {
    for (const step each : steps) to.push_back([&w, s, each](pending_write& p) { return each(w, *s, p); });
}

}  // namespace

void add_admission(server_state& w, const admission_settings_ptr& s) {
    add_steps(w, s, before_validation, w.admission);
    add_steps(w, s, after_validation, w.allocation);
    add_steps(w, s, after_calls, w.rechecks);
    serve_definitions(w);
    follow_webhooks(w, s);
    follow_policies(w, s);
    follow_quotas(w, s);
}

}  // namespace setpoint::inline v0::apiserver
