#pragma once
// clang-format off
// ExecAction (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct exec_action {
    std::vector<interned_string> command{};

    template <class Self = exec_action>
    static constexpr auto describe() {
        return schema::object(
            "ExecAction describes a \"run in container\" action.",
            schema::field(&Self::command, "command",
                          "Command is the command line to execute inside the container, the working "
                          "directory for the command is root ('/') in the container's filesystem."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::exec_action);
