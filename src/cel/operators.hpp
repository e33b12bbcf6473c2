#pragma once

#include <string_view>

namespace setpoint { inline namespace v0 { namespace cel::operators {

// The names of functions that operators are parsed to.
inline constexpr std::string_view conditional = "_?_:_";
inline constexpr std::string_view logical_and = "_&&_";
inline constexpr std::string_view logical_or = "_||_";
inline constexpr std::string_view logical_not = "!_";
inline constexpr std::string_view equals = "_==_";
inline constexpr std::string_view not_equals = "_!=_";
inline constexpr std::string_view less = "_<_";
inline constexpr std::string_view less_equals = "_<=_";
inline constexpr std::string_view greater = "_>_";
inline constexpr std::string_view greater_equals = "_>=_";
inline constexpr std::string_view add = "_+_";
inline constexpr std::string_view subtract = "_-_";
inline constexpr std::string_view multiply = "_*_";
inline constexpr std::string_view divide = "_/_";
inline constexpr std::string_view modulo = "_%_";
inline constexpr std::string_view negate = "-_";
inline constexpr std::string_view index = "_[_]";
inline constexpr std::string_view optional_index = "_[?_]";
inline constexpr std::string_view optional_select = "_?._";
inline constexpr std::string_view in = "@in";
inline constexpr std::string_view not_strictly_false = "@not_strictly_false";
inline constexpr std::string_view map_insert = "cel.@mapInsert";

}}}  // namespace setpoint::v0::cel::operators
