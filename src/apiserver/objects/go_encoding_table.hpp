#pragma once
// How Go's encoder treats each field of each built-in type. A line contains a type and its fields
// as "name:RT". R is the rule for empty values (o: omitempty, z: omitzero, p: pointer with
// omitempty, n: pointer without, a: always written). T is the type (s string, b bool, n number, q
// quantity, t time, u microtime, d duration, i int or string, r raw, y bytes, [T list, <T map,
// {name struct).

#include <string_view>
#include <vector>

namespace setpoint::apiserver {

const std::vector<std::string_view>& go_encoding_table();
// Lines of "apps/v1/Deployment apps.v1.Deployment".
extern const std::string_view go_encoding_roots;

}  // namespace setpoint::apiserver
