#pragma once
// What Go's encoder does with each field of each built-in type. A line is a type and its fields, "name:RT": R
// says when an empty one is left out (o: omitempty, z: omitzero, p: a pointer with omitempty, n: a pointer
// without, a: never), T is its type (s string, b bool, n number, q quantity, t time, u microtime, d duration,
// i int or string, r raw, y bytes, [T list, <T map, {name struct).

#include <string_view>
#include <vector>

namespace setpoint::apiserver {

const std::vector<std::string_view>& shape_table();
// "apps/v1/Deployment apps.v1.Deployment", line by line.
extern const std::string_view shape_roots;

}  // namespace setpoint::apiserver
