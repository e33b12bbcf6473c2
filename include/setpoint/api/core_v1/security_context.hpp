#pragma once
// clang-format off
// SecurityContext (v1) and what only it uses.
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

struct capabilities {
    std::vector<interned_string> add{};
    std::vector<interned_string> drop{};

    template <class Self = capabilities>
    static constexpr auto describe() {
        return schema::object(
            "Adds and removes POSIX capabilities from running containers.",
            schema::field(&Self::add, "add", "Added capabilities"),
            schema::field(&Self::drop, "drop", "Removed capabilities"));
    }
};

struct security_context {
    boxed<core_v1::capabilities> capabilities{};
    std::optional<bool> privileged{};
    boxed<core_v1::se_linux_options> se_linux_options{};
    boxed<windows_security_context_options> windows_options{};
    std::optional<std::int64_t> run_as_user{};
    std::optional<std::int64_t> run_as_group{};
    std::optional<bool> run_as_non_root{};
    std::optional<bool> read_only_root_filesystem{};
    std::optional<bool> allow_privilege_escalation{};
    interned_string proc_mount{};
    boxed<core_v1::seccomp_profile> seccomp_profile{};
    boxed<core_v1::app_armor_profile> app_armor_profile{};

    template <class Self = security_context>
    static constexpr auto describe() {
        return schema::object(
            "SecurityContext holds security configuration that will be applied to a container.",
            schema::field(&Self::capabilities, "capabilities",
                          "The capabilities to add/drop when running containers."),
            schema::field(&Self::privileged, "privileged", "Run container in privileged mode."),
            schema::field(&Self::se_linux_options, "seLinuxOptions",
                          "The SELinux context to be applied to the container."),
            schema::field(&Self::windows_options, "windowsOptions",
                          "The Windows specific settings applied to all containers."),
            schema::field(&Self::run_as_user, "runAsUser",
                          "The UID to run the entrypoint of the container process."),
            schema::field(&Self::run_as_group, "runAsGroup",
                          "The GID to run the entrypoint of the container process."),
            schema::field(&Self::run_as_non_root, "runAsNonRoot",
                          "Indicates that the container must run as a non-root user."),
            schema::field(&Self::read_only_root_filesystem, "readOnlyRootFilesystem",
                          "Whether this container has a read-only root filesystem."),
            schema::field(&Self::allow_privilege_escalation, "allowPrivilegeEscalation",
                          "AllowPrivilegeEscalation controls whether a process can gain more privileges "
                          "than its parent process."),
            schema::field(&Self::proc_mount, "procMount",
                          "procMount denotes the type of proc mount to use for the containers."),
            schema::field(&Self::seccomp_profile, "seccompProfile",
                          "The seccomp options to use by this container."),
            schema::field(&Self::app_armor_profile, "appArmorProfile",
                          "appArmorProfile is the AppArmor options to use by this container."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::security_context);
