#pragma once
// clang-format off
// WindowsSecurityContextOptions (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct windows_security_context_options {
    std::optional<interned_string> gmsa_credential_spec_name{};
    std::optional<interned_string> gmsa_credential_spec{};
    std::optional<interned_string> run_as_user_name{};
    std::optional<bool> host_process{};

    template <class Self = windows_security_context_options>
    static constexpr auto describe() {
        return schema::object(
            "WindowsSecurityContextOptions contain Windows-specific options and credentials.",
            schema::field(&Self::gmsa_credential_spec_name, "gmsaCredentialSpecName",
                          "GMSACredentialSpecName is the name of the GMSA credential spec to use."),
            schema::field(&Self::gmsa_credential_spec, "gmsaCredentialSpec",
                          "GMSACredentialSpec is where the GMSA admission webhook "
                          "(https://github.com/kubernetes-sigs/windows-gmsa) inlines the contents of the "
                          "GMSA credential spec named ..."),
            schema::field(&Self::run_as_user_name, "runAsUserName",
                          "The UserName in Windows to run the entrypoint of the container process."),
            schema::field(&Self::host_process, "hostProcess",
                          "HostProcess determines if a container should be run as a 'Host Process' "
                          "container."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::windows_security_context_options);
