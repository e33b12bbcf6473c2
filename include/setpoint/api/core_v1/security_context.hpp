#pragma once
// Security contexts of containers and pods (core/v1).

#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint::inline v0 {

struct linux_capabilities {
    std::vector<interned_string> add{}, drop{};

    template <class Self = linux_capabilities>
    static constexpr auto describe() {
        using namespace schema;
        return object("Linux capabilities.", field(&Self::add, "add", "", exclusive),
                      field(&Self::drop, "drop", "", exclusive));
    }
};

struct seccomp {
    interned_string type{}, localhost_profile{};

    template <class Self = seccomp>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::type, "type", "RuntimeDefault, Unconfined or Localhost.", required),
                      field(&Self::localhost_profile, "localhostProfile", ""));
    }
};

struct app_armor_profile {
    interned_string type{};
    std::optional<interned_string> localhost_profile{};

    template <class Self = app_armor_profile>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A pod or container's AppArmor settings.",
            field(&Self::type, "type", "Indicates which kind of AppArmor profile will be applied.", required),
            field(&Self::localhost_profile, "localhostProfile",
                  "Indicates a profile loaded on the node that should be used."));
    }
};

struct selinux_options {
    interned_string user{}, role{}, type{}, level{};

    template <class Self = selinux_options>
    static constexpr auto describe() {
        using namespace schema;
        return object("The labels to be applied to the container.",
                      field(&Self::user, "user", "A SELinux user label that applies to the container."),
                      field(&Self::role, "role", "A SELinux role label that applies to the container."),
                      field(&Self::type, "type", "A SELinux type label that applies to the container."),
                      field(&Self::level, "level", "SELinux level label that applies to the container."));
    }
};

struct windows_security_context {
    std::optional<interned_string> gmsa_credential_spec_name{}, gmsa_credential_spec{}, run_as_user_name{};
    std::optional<bool> host_process{};

    template <class Self = windows_security_context>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "WindowsSecurityContextOptions contain Windows-specific options and credentials.",
            field(&Self::gmsa_credential_spec_name, "gmsaCredentialSpecName",
                  "The name of the GMSA credential spec to use."),
            field(&Self::gmsa_credential_spec, "gmsaCredentialSpec", ""),
            field(&Self::run_as_user_name, "runAsUserName",
                  "The UserName in Windows to run the entrypoint of the container process."),
            field(&Self::host_process, "hostProcess",
                  "HostProcess determines if a container should be run as a 'Host Process' container."));
    }
};

struct container_security_context {
    std::optional<bool> privileged{}, allow_privilege_escalation{}, read_only_root_filesystem{},
        run_as_non_root{};
    std::optional<std::int64_t> run_as_user{}, run_as_group{};
    std::optional<linux_capabilities> capabilities{};
    std::optional<seccomp> seccomp_profile{};
    boxed<setpoint::selinux_options> selinux_options{};
    boxed<windows_security_context> windows_options{};
    interned_string proc_mount{};
    boxed<setpoint::app_armor_profile> app_armor_profile{};

    template <class Self = container_security_context>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "What a container may do.", field(&Self::privileged, "privileged", ""),
            field(&Self::allow_privilege_escalation, "allowPrivilegeEscalation", ""),
            field(&Self::read_only_root_filesystem, "readOnlyRootFilesystem", ""),
            field(&Self::run_as_non_root, "runAsNonRoot", ""), field(&Self::run_as_user, "runAsUser", ""),
            field(&Self::run_as_group, "runAsGroup", ""), field(&Self::capabilities, "capabilities", ""),
            field(&Self::seccomp_profile, "seccompProfile", ""),
            field(&Self::selinux_options, "seLinuxOptions",
                  "The SELinux context to be applied to the container."),
            field(&Self::windows_options, "windowsOptions",
                  "The Windows specific settings applied to all containers."),
            field(&Self::proc_mount, "procMount",
                  "ProcMount denotes the type of proc mount to use for the containers."),
            field(&Self::app_armor_profile, "appArmorProfile",
                  "The AppArmor options to use by this container."));
    }
};

struct sysctl {
    interned_string name{}, value{};

    template <class Self = sysctl>
    static constexpr auto describe() {
        using namespace schema;
        return object("A kernel parameter to be set.",
                      field(&Self::name, "name", "Name of a property to set.", required),
                      field(&Self::value, "value", "Value of a property to set.", required));
    }
};

struct pod_security_context {
    std::optional<bool> run_as_non_root{};
    std::optional<std::int64_t> run_as_user{}, run_as_group{}, fs_group{};
    std::optional<seccomp> seccomp_profile{};
    boxed<setpoint::selinux_options> selinux_options{};
    boxed<windows_security_context> windows_options{};
    std::vector<std::int64_t> supplemental_groups{};
    interned_string supplemental_groups_policy{};
    std::vector<sysctl> sysctls{};
    interned_string fs_group_change_policy{};
    boxed<setpoint::app_armor_profile> app_armor_profile{};
    interned_string selinux_change_policy{};

    template <class Self = pod_security_context>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "What all containers of the pod may do.", field(&Self::run_as_non_root, "runAsNonRoot", ""),
            field(&Self::run_as_user, "runAsUser", ""), field(&Self::run_as_group, "runAsGroup", ""),
            field(&Self::fs_group, "fsGroup", "The group that owns the volumes."),
            field(&Self::seccomp_profile, "seccompProfile", ""),
            field(&Self::selinux_options, "seLinuxOptions",
                  "The SELinux context to be applied to all containers."),
            field(&Self::windows_options, "windowsOptions",
                  "The Windows specific settings applied to all containers."),
            field(&Self::supplemental_groups, "supplementalGroups", "", exclusive),
            field(&Self::supplemental_groups_policy, "supplementalGroupsPolicy",
                  "Defines how supplemental groups of the first container processes are calculated."),
            field(&Self::sysctls, "sysctls", "Sysctls hold a list of namespaced sysctls used for the pod.",
                  exclusive),
            field(&Self::fs_group_change_policy, "fsGroupChangePolicy", ""),
            field(&Self::app_armor_profile, "appArmorProfile",
                  "The AppArmor options to use by the containers in this pod."),
            field(&Self::selinux_change_policy, "seLinuxChangePolicy",
                  "How the container's SELinux label is applied to all volumes used by the Pod."));
    }
};

}  // namespace setpoint::inline v0
