#include "apiserver/admission/chain.hpp"

#include <span>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using step = api_result<> (*)(server_state&, const admission_settings&, pending_write&);

// The phases of a write, each in kube-apiserver's order. The object_writer runs them:
// 1. These, then mutating policies and webhooks; all of it again if one of those changed the object.
constexpr step before_validation[] = {check_namespace, check_definition, default_limits, give_account,
                                      admit_by_plugins};
// 2. Validation of the object by its kind.
// 3. These, and what the server adds: what the write takes from the rest of the cluster.
constexpr step after_validation[] = {check_limits, check_ephemeral_account, check_resize, validate_by_plugins,
                                     check_quotas};
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
    follow_webhooks(w, s);
    follow_policies(w, s);
    follow_quotas(w, s);
}

}}}  // namespace setpoint::v0::apiserver
