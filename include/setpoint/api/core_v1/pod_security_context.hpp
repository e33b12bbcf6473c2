#pragma once
// clang-format off
// PodSecurityContext (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/app_armor_profile.hpp"
#include "setpoint/api/core_v1/se_linux_options.hpp"
#include "setpoint/api/core_v1/seccomp_profile.hpp"
#include "setpoint/api/core_v1/windows_security_context_options.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct sysctl {
    interned_string name{};
    interned_string value{};

    template <class Self = sysctl>
    static constexpr auto describe() {
        return schema::object(
            "Sysctl defines a kernel parameter to be set",
            schema::field(&Self::name, "name", "Name of a property to set", schema::required),
            schema::field(&Self::value, "value", "Value of a property to set", schema::required));
    }
};

struct pod_security_context {
    boxed<core_v1::se_linux_options> se_linux_options{};
    boxed<windows_security_context_options> windows_options{};
    std::optional<std::int64_t> run_as_user{};
    std::optional<std::int64_t> run_as_group{};
    std::optional<bool> run_as_non_root{};
    std::vector<std::int64_t> supplemental_groups{};
    interned_string supplemental_groups_policy{};
    std::optional<std::int64_t> fs_group{};
    std::vector<sysctl> sysctls{};
    interned_string fs_group_change_policy{};
    boxed<core_v1::seccomp_profile> seccomp_profile{};
    boxed<core_v1::app_armor_profile> app_armor_profile{};
    interned_string se_linux_change_policy{};

    template <class Self = pod_security_context>
    static constexpr auto describe() {
        return schema::object(
            "PodSecurityContext holds pod-level security attributes and common container settings.",
            schema::field(&Self::se_linux_options, "seLinuxOptions",
                          "The SELinux context to be applied to all containers."),
            schema::field(&Self::windows_options, "windowsOptions",
                          "The Windows specific settings applied to all containers."),
            schema::field(&Self::run_as_user, "runAsUser",
                          "The UID to run the entrypoint of the container process."),
            schema::field(&Self::run_as_group, "runAsGroup",
                          "The GID to run the entrypoint of the container process."),
            schema::field(&Self::run_as_non_root, "runAsNonRoot",
                          "Indicates that the container must run as a non-root user."),
            schema::field(&Self::supplemental_groups, "supplementalGroups",
                          "A list of groups applied to the first process run in each container, in "
                          "addition to the container's primary GID and fsGroup (if specified)."),
            schema::field(&Self::supplemental_groups_policy, "supplementalGroupsPolicy",
                          "Defines how supplemental groups of the first container processes are "
                          "calculated."),
            schema::field(&Self::fs_group, "fsGroup",
                          "A special supplemental group that applies to all containers in a pod."),
            schema::field(&Self::sysctls, "sysctls",
                          "Sysctls hold a list of namespaced sysctls used for the pod."),
            schema::field(&Self::fs_group_change_policy, "fsGroupChangePolicy",
                          "fsGroupChangePolicy defines behavior of changing ownership and permission of "
                          "the volume before being exposed inside Pod."),
            schema::field(&Self::seccomp_profile, "seccompProfile",
                          "The seccomp options to use by the containers in this pod."),
            schema::field(&Self::app_armor_profile, "appArmorProfile",
                          "appArmorProfile is the AppArmor options to use by the containers in this pod."),
            schema::field(&Self::se_linux_change_policy, "seLinuxChangePolicy",
                          "seLinuxChangePolicy defines how the container's SELinux label is applied to "
                          "all volumes used by the Pod."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::pod_security_context);
