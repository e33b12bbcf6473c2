#pragma once
// The files of src/apiserver/kinds/rules, embedded in the executable.

#include <span>
#include <string_view>

namespace setpoint::inline v0::apiserver {

struct rule_table {
    std::string_view package;  // "batch.v1"
    std::string_view text;     // rules by type, each starting with a line ` "JobSpec": {`
};
std::span<const rule_table> rule_tables();

}  // namespace setpoint::inline v0::apiserver
