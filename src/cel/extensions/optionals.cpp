#include "cel/builder.hpp"
#include "cel/operators.hpp"
#include "cel/standard_functions.hpp"
#include "setpoint/cel/libraries.hpp"
#include "setpoint/cel/program.hpp"

#include <array>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

value wrapped(evaluation& in, const value& content) {
    return value::optional(in.memory().make<value>(content));
}

bool is_zero(const value& tested) {
    switch (tested.kind()) {
        case value_kind::null:
            return true;
        case value_kind::boolean:
            return !tested.as_boolean();
        case value_kind::integer:
        case value_kind::unsigned_integer:
            return tested.as_integer() == 0;
        case value_kind::real:
            return tested.as_real() == 0;
        case value_kind::string:
        case value_kind::bytes:
            return tested.text().empty();
        case value_kind::duration:
            return tested.nanoseconds() == 0;
        case value_kind::timestamp:
            return tested.seconds() == -62135596800 && tested.subsecond() == 0;  // Go's zero time
        case value_kind::list:
        case value_kind::map:
            return tested.size() == 0;
        case value_kind::opaque:
            return tested.opaque().is_zero();
        default:
            return false;
    }
}

value optional_of_value(evaluation& in, arguments_view args) {
    return wrapped(in, args[0]);
}
value optional_none(evaluation&, arguments_view) {
    return value::optional(nullptr);
}
value optional_of_nonzero(evaluation& in, arguments_view args) {
    return is_zero(args[0]) ? value::optional(nullptr) : wrapped(in, args[0]);
}
value has_value(evaluation&, arguments_view args) {
    return value::boolean(args[0].content() != nullptr);
}
value value_of(evaluation&, arguments_view args) {
    return args[0].content() != nullptr ? *args[0].content() : value::error("optional.none() dereference");
}

template <bool last>
value element_at_end(evaluation& in, arguments_view args) {
    const std::size_t size = args[0].size();
    return size == 0 ? value::optional(nullptr) : wrapped(in, args[0].at(last ? size - 1 : 0, in.memory()));
}

value unwrap_all(evaluation& in, arguments_view args) {
    std::vector<value> items;
    for (std::size_t i = 0; i < args[0].size(); ++i) {
        const value item = args[0].at(i, in.memory());
        if (!item.is(value_kind::optional))
            return in.error("value " + to_text(item, in.memory()) + " is not optional");
        if (item.content() != nullptr) items.push_back(*item.content());
    }
    return make_list(items, in.memory());
}

constexpr std::array optional_rows = std::to_array<function_row>({
    {"optional.of", "optional_of", "(V) -> optional(V)", optional_of_value},
    {"optional.ofNonZeroValue", "optional_ofNonZeroValue", "(V) -> optional(V)", optional_of_nonzero},
    {"optional.none", "optional_none", "() -> optional(V)", optional_none},
    {"value", "optional_value", ".(optional(V)) -> V", value_of},
    {"hasValue", "optional_hasValue", ".(optional(V)) -> bool", has_value},
    {"or", "optional_or_optional", ".(optional(V), optional(V)) -> optional(V)"},
    {"orValue", "optional_orValue_value", ".(optional(V), V) -> V"},
    {operators::optional_select, "select_optional_field", "(dyn, string) -> optional(V)"},
    {operators::optional_index, "list_optindex_optional_int", "(list(V), int) -> optional(V)"},
    {operators::optional_index, "optional_list_optindex_optional_int",
     "(optional(list(V)), int) -> optional(V)"},
    {operators::optional_index, "map_optindex_optional_value", "(map(K, V), K) -> optional(V)"},
    {operators::optional_index, "optional_map_optindex_optional_value",
     "(optional(map(K, V)), K) -> optional(V)"},
    {operators::index, "optional_list_index_int", "(optional(list(V)), int) -> optional(V)"},
    {operators::index, "optional_map_index_value", "(optional(map(K, V)), K) -> optional(V)"},
});
constexpr std::array newer_rows = std::to_array<function_row>({
    {"last", "list_last", ".(list(V)) -> optional(V)", element_at_end<true>},
    {"first", "list_first", ".(list(V)) -> optional(V)", element_at_end<false>},
    {"optional.unwrap", "optional_unwrap", "(list(optional(V))) -> list(V)", unwrap_all},
    {"unwrapOpt", "optional_unwrapOpt", ".(list(optional(V))) -> list(V)", unwrap_all},
});

}  // namespace

void add_optional_types(environment& to, int version) {
    to.options().optional_syntax = true;
    to.add_constant("optional_type", to.types().type_of(to.types().parse("optional(V)")),
                    value::type(types::optional));
    to.add_functions(optional_rows);
    to.add_macros(optional_macros().first(version >= 1 ? 2 : 1));
    if (version >= 2) to.add_functions(newer_rows);
}

}}}  // namespace setpoint::v0::cel
