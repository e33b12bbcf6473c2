#pragma once
// The files of src/apiserver/schema/tables, embedded in the executable.

#include <span>
#include <string_view>

namespace setpoint::inline v0::apiserver {

struct schema_table {
    std::string_view package;  // "core.v1"
    std::string_view text;     // definitions, each starting with a line ` "io.k8s.api.core.v1.Pod": {`
};
std::span<const schema_table> schema_tables();

}  // namespace setpoint::inline v0::apiserver
