#pragma once
// clang-format off
// SELinuxOptions (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct se_linux_options {
    interned_string user{};
    interned_string role{};
    interned_string type{};
    interned_string level{};

    template <class Self = se_linux_options>
    static constexpr auto describe() {
        return schema::object(
            "SELinuxOptions are the labels to be applied to the container",
            schema::field(&Self::user, "user", "User is a SELinux user label that applies to the container."),
            schema::field(&Self::role, "role", "Role is a SELinux role label that applies to the container."),
            schema::field(&Self::type, "type", "Type is a SELinux type label that applies to the container."),
            schema::field(&Self::level, "level",
                          "Level is SELinux level label that applies to the container."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::se_linux_options);
