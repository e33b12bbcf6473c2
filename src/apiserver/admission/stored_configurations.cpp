// Keeps the stored webhooks and policies in server_state.
#include "apiserver/admission/chain.hpp"
#include "apiserver/admission/webhook_admission.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

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

}}}  // namespace setpoint::v0::apiserver
