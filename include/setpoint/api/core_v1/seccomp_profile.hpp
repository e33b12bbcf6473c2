#pragma once
// clang-format off
// SeccompProfile (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct seccomp_profile {
    interned_string type{};
    std::optional<interned_string> localhost_profile{};

    template <class Self = seccomp_profile>
    static constexpr auto describe() {
        return schema::object(
            "SeccompProfile defines a pod/container's seccomp profile settings.",
            schema::field(&Self::type, "type",
                          "type indicates which kind of seccomp profile will be applied.", schema::required),
            schema::field(&Self::localhost_profile, "localhostProfile",
                          "localhostProfile indicates a profile defined in a file on the node should be "
                          "used."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::seccomp_profile);
