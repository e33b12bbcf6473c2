#pragma once
// clang-format off
// ContainerRestartRule (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct container_restart_rule_on_exit_codes {
    interned_string op{};
    std::vector<std::int32_t> values{};

    template <class Self = container_restart_rule_on_exit_codes>
    static constexpr auto describe() {
        return schema::object(
            "ContainerRestartRuleOnExitCodes describes the condition for handling an exited container "
            "based on its exit codes.",
            schema::field(&Self::op, "operator",
                          "Represents the relationship between the container exit code(s) and the "
                          "specified values.", schema::required),
            schema::field(&Self::values, "values",
                          "Specifies the set of values to check for container exit codes.",
                          schema::list_set));
    }
};

struct container_restart_rule {
    interned_string action{};
    boxed<container_restart_rule_on_exit_codes> exit_codes{};

    template <class Self = container_restart_rule>
    static constexpr auto describe() {
        return schema::object(
            "ContainerRestartRule describes how a container exit is handled.",
            schema::field(&Self::action, "action",
                          "Specifies the action taken on a container exit if the requirements are "
                          "satisfied.", schema::required),
            schema::field(&Self::exit_codes, "exitCodes",
                          "Represents the exit codes to check on container exits."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::container_restart_rule);
