#include "apiserver/admission/pod_security/checks.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver::pod_security {

namespace {

constexpr security_level baseline = security_level::baseline, restricted = security_level::restricted;

constexpr versioned_check checks[] = {
    {baseline, "appArmorProfile", 0, app_armor_profile},
    {baseline, "capabilities_baseline", 0, capabilities_baseline},
    {baseline, "hostNamespaces", 0, host_namespaces},
    {baseline, "hostPathVolumes", 0, host_path_volumes},
    {baseline, "hostPorts", 0, host_ports},
    {baseline, "hostProbesAndHostLifecycle", 34, probe_and_lifecycle_hosts},
    {baseline, "privileged", 0, privileged_containers},
    {baseline, "procMount", 0, proc_mount},
    {baseline, "procMount", 35, proc_mount_of_shared_users},
    {baseline, "seLinuxOptions", 0, selinux_options_1_0},
    {baseline, "seLinuxOptions", 31, selinux_options_1_31},
    {baseline, "seccompProfile_baseline", 0, seccomp_annotations},
    {baseline, "seccompProfile_baseline", 19, seccomp_baseline},
    {baseline, "sysctls", 0, sysctls_1_0},
    {baseline, "sysctls", 27, sysctls_1_27},
    {baseline, "sysctls", 29, sysctls_1_29},
    {baseline, "sysctls", 32, sysctls_1_32},
    {baseline, "windowsHostProcess", 0, windows_host_process},
    {restricted, "allowPrivilegeEscalation", 8, privilege_escalation_1_8},
    {restricted, "allowPrivilegeEscalation", 25, privilege_escalation_1_25},
    {restricted, "capabilities_restricted", 22, capabilities_restricted_1_22, "capabilities_baseline"},
    {restricted, "capabilities_restricted", 25, capabilities_restricted_1_25, "capabilities_baseline"},
    {restricted, "procMount_restricted", 35, proc_mount, "procMount"},
    {restricted, "restrictedVolumes", 0, restricted_volumes, "hostPathVolumes"},
    {restricted, "runAsNonRoot", 0, run_as_non_root_1_0},
    {restricted, "runAsNonRoot", 35, run_as_non_root_1_35},
    {restricted, "runAsUser", 23, run_as_user_1_23},
    {restricted, "runAsUser", 35, run_as_user_1_35},
    {restricted, "seccompProfile_restricted", 19, seccomp_restricted_1_19, "seccompProfile_baseline"},
    {restricted, "seccompProfile_restricted", 25, seccomp_restricted_1_25, "seccompProfile_baseline"}};

// The checks of the level in that version.
std::vector<const versioned_check*> active_checks(const level_version& policy) {
    std::vector<const versioned_check*> out;
    for (const versioned_check& c : checks) {
        const bool in_version = policy.version.is_latest() || c.from_minor <= policy.version.minor;
        if (c.level > policy.level || !in_version) continue;
        if (!out.empty() && out.back()->id == c.id)
            out.back() = &c;
        else
            out.push_back(&c);
    }
    const auto is_overridden = [&out](const versioned_check* c) {
        return std::ranges::any_of(out, [c](const auto* other) { return other->overrides == c->id; });
    };
    std::vector<const versioned_check*> kept;
    std::ranges::copy_if(out, std::back_inserter(kept), [&](const auto* c) { return !is_overridden(c); });
    return kept;
}

}  // namespace

std::span<const versioned_check> all_checks() {
    return checks;
}

std::vector<violation> evaluate(const level_version& policy, const pod_view& pod) {
    std::vector<violation> out;
    if (policy.level == security_level::privileged) return out;
    for (const versioned_check* c : active_checks(policy))
        if (check_result wrong = c->check(pod)) out.push_back(std::move(*wrong));
    return out;
}

std::string reasons_of(const std::vector<violation>& all) {
    std::string out;
    for (const violation& v : all) out += (out.empty() ? "" : ", ") + v.reason;
    return out;
}

std::string details_of(const std::vector<violation>& all) {
    std::string out;
    for (const violation& v : all) {
        if (!out.empty()) out += ", ";
        out += v.reason;
        if (!v.detail.empty()) out += " (" + v.detail + ")";
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver::pod_security
