#pragma once
// The committed tables, as they stand in src/apiserver/schema/tables, inside the executable.

#include <span>
#include <string_view>

namespace setpoint::apiserver {

struct schema_table {
    std::string_view package;  // "core.v1"
    std::string_view text;     // definitions, each beginning with a line ` "io.k8s.api.core.v1.Pod": {`
};
std::span<const schema_table> schema_tables();

}  // namespace setpoint::apiserver
