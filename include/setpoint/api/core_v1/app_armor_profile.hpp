#pragma once
// clang-format off
// AppArmorProfile (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct app_armor_profile {
    interned_string type{};
    std::optional<interned_string> localhost_profile{};

    template <class Self = app_armor_profile>
    static constexpr auto describe() {
        return schema::object(
            "AppArmorProfile defines a pod or container's AppArmor settings.",
            schema::field(&Self::type, "type",
                          "type indicates which kind of AppArmor profile will be applied.", schema::required),
            schema::field(&Self::localhost_profile, "localhostProfile",
                          "localhostProfile indicates a profile loaded on the node that should be used."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::app_armor_profile);
