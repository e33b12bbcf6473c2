#pragma once
// The checks of PodSecurity (pod-security-admission/policy/check_*.go), and the table of the policy versions
// from which they hold.

#include "apiserver/admission/pod_security/pod_view.hpp"
#include "apiserver/admission/pod_security/policy.hpp"

#include <span>

namespace setpoint { inline namespace v0 { namespace apiserver::pod_security {

using check_function = check_result (*)(const pod_view&);

// --- baseline ---
check_result app_armor_profile(const pod_view& pod);
check_result capabilities_baseline(const pod_view& pod);
check_result host_namespaces(const pod_view& pod);
check_result host_path_volumes(const pod_view& pod);
check_result host_ports(const pod_view& pod);
check_result probe_and_lifecycle_hosts(const pod_view& pod);
check_result privileged_containers(const pod_view& pod);
check_result proc_mount(const pod_view& pod);
check_result proc_mount_of_shared_users(const pod_view& pod);  // from v1.35
check_result selinux_options_1_0(const pod_view& pod);
check_result selinux_options_1_31(const pod_view& pod);
check_result seccomp_annotations(const pod_view& pod);  // before v1.19
check_result seccomp_baseline(const pod_view& pod);
check_result sysctls_1_0(const pod_view& pod);
check_result sysctls_1_27(const pod_view& pod);
check_result sysctls_1_29(const pod_view& pod);
check_result sysctls_1_32(const pod_view& pod);
check_result windows_host_process(const pod_view& pod);

// --- restricted; from v1.25 on, some do not hold for Windows pods, and from v1.35 on, some not for pods with
// users of their own ---
check_result privilege_escalation_1_8(const pod_view& pod);
check_result privilege_escalation_1_25(const pod_view& pod);
check_result capabilities_restricted_1_22(const pod_view& pod);
check_result capabilities_restricted_1_25(const pod_view& pod);
check_result restricted_volumes(const pod_view& pod);
check_result run_as_non_root_1_0(const pod_view& pod);
check_result run_as_non_root_1_35(const pod_view& pod);
check_result run_as_user_1_23(const pod_view& pod);
check_result run_as_user_1_35(const pod_view& pod);
check_result seccomp_restricted_1_19(const pod_view& pod);
check_result seccomp_restricted_1_25(const pod_view& pod);

struct versioned_check {
    security_level level;
    std::string_view id;
    int from_minor;  // the first v1.x
    check_function check;
    std::string_view overrides{};  // the id of a baseline check that this one replaces
};
// In the order of their messages: baseline before restricted, then by id; versions of a check in ascending
// order.
std::span<const versioned_check> all_checks();

// All violations of the level in that version, in the order of all_checks().
std::vector<violation> evaluate(const level_version& policy, const pod_view& pod);
// "hostPort, privileged"
std::string reasons_of(const std::vector<violation>& all);
// "hostPort (container \"c\" uses hostPort 80), privileged (...)"
std::string details_of(const std::vector<violation>& all);

}}}  // namespace setpoint::v0::apiserver::pod_security
