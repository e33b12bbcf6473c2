#include "cel/declarations.hpp"
#include "cel/operators.hpp"
#include "cel/signature.hpp"
#include "cel/standard_functions.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

constexpr std::array operator_rows = std::to_array<function_row>({
    {operators::conditional, "conditional", "(bool, A, A) -> A"},
    {operators::logical_and, "logical_and", "(bool, bool) -> bool"},
    {operators::logical_or, "logical_or", "(bool, bool) -> bool"},
    {operators::logical_not, "logical_not", "(bool) -> bool"},
    {operators::not_strictly_false, "not_strictly_false", "(bool) -> bool"},
    {operators::equals, "equals", "(A, A) -> bool"},
    {operators::not_equals, "not_equals", "(A, A) -> bool"},
    {operators::add, "add_bytes", "(bytes, bytes) -> bytes"},
    {operators::add, "add_double", "(double, double) -> double"},
    {operators::add, "add_duration_duration", "(duration, duration) -> duration"},
    {operators::add, "add_duration_timestamp", "(duration, timestamp) -> timestamp"},
    {operators::add, "add_timestamp_duration", "(timestamp, duration) -> timestamp"},
    {operators::add, "add_int64", "(int, int) -> int"},
    {operators::add, "add_list", "(list(A), list(A)) -> list(A)"},
    {operators::add, "add_string", "(string, string) -> string"},
    {operators::add, "add_uint64", "(uint, uint) -> uint"},
    {operators::divide, "divide_double", "(double, double) -> double"},
    {operators::divide, "divide_int64", "(int, int) -> int"},
    {operators::divide, "divide_uint64", "(uint, uint) -> uint"},
    {operators::modulo, "modulo_int64", "(int, int) -> int"},
    {operators::modulo, "modulo_uint64", "(uint, uint) -> uint"},
    {operators::multiply, "multiply_double", "(double, double) -> double"},
    {operators::multiply, "multiply_int64", "(int, int) -> int"},
    {operators::multiply, "multiply_uint64", "(uint, uint) -> uint"},
    {operators::negate, "negate_double", "(double) -> double"},
    {operators::negate, "negate_int64", "(int) -> int"},
    {operators::subtract, "subtract_double", "(double, double) -> double"},
    {operators::subtract, "subtract_duration_duration", "(duration, duration) -> duration"},
    {operators::subtract, "subtract_int64", "(int, int) -> int"},
    {operators::subtract, "subtract_timestamp_duration", "(timestamp, duration) -> timestamp"},
    {operators::subtract, "subtract_timestamp_timestamp", "(timestamp, timestamp) -> duration"},
    {operators::subtract, "subtract_uint64", "(uint, uint) -> uint"},
    {operators::index, "index_list", "(list(A), int) -> A"},
    {operators::index, "index_map", "(map(A, B), A) -> B"},
    {operators::in, "in_list", "(A, list(A)) -> bool"},
    {operators::in, "in_map", "(A, map(A, B)) -> bool"},
    {"size", "size_bytes", "(bytes) -> int"},
    {"size", "bytes_size", ".(bytes) -> int"},
    {"size", "size_list", "(list(A)) -> int"},
    {"size", "list_size", ".(list(A)) -> int"},
    {"size", "size_map", "(map(A, B)) -> int"},
    {"size", "map_size", ".(map(A, B)) -> int"},
    {"size", "size_string", "(string) -> int"},
    {"size", "string_size", ".(string) -> int"},
    {"matches", "matches", "(string, string) -> bool"},
    {"matches", "matches_string", ".(string, string) -> bool"},
    {"type", "type", "(A) -> type(A)"},
    {"dyn", "to_dyn", "(A) -> dyn"},
});

struct comparison_row {
    std::string_view id;
    std::string_view types;
};

constexpr std::array comparison_rows = std::to_array<comparison_row>({
    {"_bool", "(bool, bool) -> bool"},
    {"_int64", "(int, int) -> bool"},
    {"_int64_double", "(int, double) -> bool"},
    {"_int64_uint64", "(int, uint) -> bool"},
    {"_uint64", "(uint, uint) -> bool"},
    {"_uint64_double", "(uint, double) -> bool"},
    {"_uint64_int64", "(uint, int) -> bool"},
    {"_double", "(double, double) -> bool"},
    {"_double_int64", "(double, int) -> bool"},
    {"_double_uint64", "(double, uint) -> bool"},
    {"_string", "(string, string) -> bool"},
    {"_bytes", "(bytes, bytes) -> bool"},
    {"_timestamp", "(timestamp, timestamp) -> bool"},
    {"_duration", "(duration, duration) -> bool"},
});

constexpr std::array function_rows = std::to_array<function_row>({
    {"bool", "bool_to_bool", "(bool) -> bool", same_value},
    {"bool", "string_to_bool", "(string) -> bool", to_boolean},
    {"bytes", "bytes_to_bytes", "(bytes) -> bytes", same_value},
    {"bytes", "string_to_bytes", "(string) -> bytes", to_bytes},
    {"double", "double_to_double", "(double) -> double", same_value},
    {"double", "int64_to_double", "(int) -> double", to_real},
    {"double", "string_to_double", "(string) -> double", to_real},
    {"double", "uint64_to_double", "(uint) -> double", to_real},
    {"duration", "duration_to_duration", "(duration) -> duration", same_value},
    {"duration", "int64_to_duration", "(int) -> duration", to_duration},
    {"duration", "string_to_duration", "(string) -> duration", to_duration},
    {"int", "int64_to_int64", "(int) -> int", same_value},
    {"int", "double_to_int64", "(double) -> int", to_integer},
    {"int", "duration_to_int64", "(duration) -> int", to_integer},
    {"int", "string_to_int64", "(string) -> int", to_integer},
    {"int", "timestamp_to_int64", "(timestamp) -> int", to_integer},
    {"int", "uint64_to_int64", "(uint) -> int", to_integer},
    {"string", "string_to_string", "(string) -> string", same_value},
    {"string", "bool_to_string", "(bool) -> string", to_string},
    {"string", "bytes_to_string", "(bytes) -> string", to_string},
    {"string", "double_to_string", "(double) -> string", to_string},
    {"string", "duration_to_string", "(duration) -> string", to_string},
    {"string", "int64_to_string", "(int) -> string", to_string},
    {"string", "timestamp_to_string", "(timestamp) -> string", to_string},
    {"string", "uint64_to_string", "(uint) -> string", to_string},
    {"timestamp", "timestamp_to_timestamp", "(timestamp) -> timestamp", same_value},
    {"timestamp", "int64_to_timestamp", "(int) -> timestamp", to_timestamp},
    {"timestamp", "string_to_timestamp", "(string) -> timestamp", to_timestamp},
    {"uint", "uint64_to_uint64", "(uint) -> uint", same_value},
    {"uint", "double_to_uint64", "(double) -> uint", to_unsigned},
    {"uint", "int64_to_uint64", "(int) -> uint", to_unsigned},
    {"uint", "string_to_uint64", "(string) -> uint", to_unsigned},
    {"contains", "contains_string", ".(string, string) -> bool", contains_text},
    {"endsWith", "ends_with_string", ".(string, string) -> bool", ends_with_text},
    {"startsWith", "starts_with_string", ".(string, string) -> bool", starts_with_text},
    {"getFullYear", "timestamp_to_year", ".(timestamp) -> int", full_year},
    {"getFullYear", "timestamp_to_year_with_tz", ".(timestamp, string) -> int", full_year},
    {"getMonth", "timestamp_to_month", ".(timestamp) -> int", month_of_year},
    {"getMonth", "timestamp_to_month_with_tz", ".(timestamp, string) -> int", month_of_year},
    {"getDayOfYear", "timestamp_to_day_of_year", ".(timestamp) -> int", day_of_year},
    {"getDayOfYear", "timestamp_to_day_of_year_with_tz", ".(timestamp, string) -> int", day_of_year},
    {"getDayOfMonth", "timestamp_to_day_of_month", ".(timestamp) -> int", day_of_month},
    {"getDayOfMonth", "timestamp_to_day_of_month_with_tz", ".(timestamp, string) -> int", day_of_month},
    {"getDate", "timestamp_to_day_of_month_1_based", ".(timestamp) -> int", date_of_month},
    {"getDate", "timestamp_to_day_of_month_1_based_with_tz", ".(timestamp, string) -> int", date_of_month},
    {"getDayOfWeek", "timestamp_to_day_of_week", ".(timestamp) -> int", day_of_week},
    {"getDayOfWeek", "timestamp_to_day_of_week_with_tz", ".(timestamp, string) -> int", day_of_week},
    {"getHours", "timestamp_to_hours", ".(timestamp) -> int", hours_of},
    {"getHours", "timestamp_to_hours_with_tz", ".(timestamp, string) -> int", hours_of},
    {"getHours", "duration_to_hours", ".(duration) -> int", hours_of},
    {"getMinutes", "timestamp_to_minutes", ".(timestamp) -> int", minutes_of},
    {"getMinutes", "timestamp_to_minutes_with_tz", ".(timestamp, string) -> int", minutes_of},
    {"getMinutes", "duration_to_minutes", ".(duration) -> int", minutes_of},
    {"getSeconds", "timestamp_to_seconds", ".(timestamp) -> int", seconds_of},
    {"getSeconds", "timestamp_to_seconds_tz", ".(timestamp, string) -> int", seconds_of},
    {"getSeconds", "duration_to_seconds", ".(duration) -> int", seconds_of},
    {"getMilliseconds", "timestamp_to_milliseconds", ".(timestamp) -> int", milliseconds_of},
    {"getMilliseconds", "timestamp_to_milliseconds_with_tz", ".(timestamp, string) -> int", milliseconds_of},
    {"getMilliseconds", "duration_to_milliseconds", ".(duration) -> int", milliseconds_of},
});

constexpr std::uint32_t bit(value_kind kind) {
    return 1U << static_cast<unsigned>(kind);
}

constexpr std::uint32_t numbers =
    bit(value_kind::integer) | bit(value_kind::unsigned_integer) | bit(value_kind::real);
constexpr std::uint32_t times = bit(value_kind::duration) | bit(value_kind::timestamp);
constexpr std::uint32_t texts = bit(value_kind::string) | bit(value_kind::bytes);
constexpr std::uint32_t containers = bit(value_kind::list) | bit(value_kind::map);

struct single_row {
    std::string_view name;
    function implementation;
    std::uint32_t first_kinds = 0;
};

constexpr std::array single_rows = std::to_array<single_row>({
    {operators::add, add_values, numbers | times | texts | bit(value_kind::list)},
    {operators::subtract, subtract_values, numbers | times},
    {operators::multiply, multiply_values, numbers},
    {operators::divide, divide_values, numbers},
    {operators::modulo, modulo_values, bit(value_kind::integer) | bit(value_kind::unsigned_integer)},
    {operators::negate, negate_value, numbers | bit(value_kind::duration) | bit(value_kind::boolean)},
    {operators::logical_not, not_value},
    {operators::less, is_less, numbers | times | texts | bit(value_kind::boolean)},
    {operators::less_equals, is_less_or_equal, numbers | times | texts | bit(value_kind::boolean)},
    {operators::greater, is_greater, numbers | times | texts | bit(value_kind::boolean)},
    {operators::greater_equals, is_greater_or_equal, numbers | times | texts | bit(value_kind::boolean)},
    {operators::in, is_in},
    {operators::index, index_of},
    {"size", size_of, texts | containers | bit(value_kind::opaque)},
    {"matches", matches_text, bit(value_kind::string)},
    {"type", type_of_value},
    {"dyn", same_value},
    {operators::not_strictly_false, not_strictly_false},
});

void add_rows(declarations& to, std::span<const function_row> rows) {
    for (const function_row& row : rows) add_row(to, row);
}

void add_comparisons(declarations& to) {
    constexpr std::pair<std::string_view, std::string_view> names[] = {
        {operators::less, "less"},
        {operators::less_equals, "less_equals"},
        {operators::greater, "greater"},
        {operators::greater_equals, "greater_equals"}};
    for (const auto& [name, prefix] : names) {
        for (const comparison_row& row : comparison_rows) {
            const std::string id = std::string(prefix) + std::string(row.id);
            add_row(to, {name, id, row.types});
        }
    }
}

void add_type_names(declarations& to) {
    type_pool& pool = *to.types;
    const type* dyn_list = pool.list(&types::dyn);
    const type* dyn_map = pool.map(&types::dyn, &types::dyn);
    const std::pair<const type*, const type*> named[] = {
        {&types::boolean, &types::boolean}, {&types::bytes, &types::bytes},
        {&types::real, &types::real},       {&types::duration, &types::duration},
        {&types::integer, &types::integer}, {&types::null, &types::null},
        {&types::string, &types::string},   {&types::timestamp, &types::timestamp},
        {&types::meta, &types::meta},       {&types::unsigned_integer, &types::unsigned_integer},
        {&types::list, dyn_list},           {&types::map, dyn_map}};
    for (const auto& [of, shown] : named) {
        to.variables[std::string(of->name())] = {std::string(of->name()), pool.type_of(shown),
                                                 value::type(*of)};
    }
}

}  // namespace

void add_standard_library(declarations& to) {
    add_rows(to, operator_rows);
    add_comparisons(to);
    add_rows(to, function_rows);
    for (const single_row& row : single_rows) {
        function_decl& function = to.own_function(row.name);
        function.single = row.implementation;
        function.first_kinds = row.first_kinds;
    }
    to.own_function(operators::not_strictly_false).accepts_errors = true;
    to.own_function("matches").pattern_argument = 1;
    for (const auto* name : {"contains", "startsWith", "endsWith"}) to.own_function(name).guarded = false;
    add_type_names(to);
}

}}}  // namespace setpoint::v0::cel
