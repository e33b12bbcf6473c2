#include "cel/kubernetes/held.hpp"
#include "cel/kubernetes/libraries.hpp"
#include "cel/kubernetes/quantity.hpp"
#include "cel/standard_functions.hpp"

#include <array>
#include <string>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

using held_quantity = held_value<quantity, types::quantity>;

const quantity& quantity_in(const value& from) {
    return held_in<held_quantity>(from);
}

quantity operand(const value& from) {
    return from.is(value_kind::integer) ? quantity{from.as_integer(), 0, false} : quantity_in(from);
}

value quantity_of(evaluation& in, arguments_view args) {
    std::string error;
    auto made = parse_quantity(args[0].text(), error);
    return made ? hold<held_quantity>(in, std::move(*made)) : in.error(error);
}

value is_quantity(evaluation&, arguments_view args) {
    std::string error;
    return value::boolean(parse_quantity(args[0].text(), error).has_value());
}

value sign_of_quantity(evaluation&, arguments_view args) {
    return value::integer(quantity_in(args[0]).sign());
}
value exceeds(evaluation&, arguments_view args) {
    return value::boolean(quantity_in(args[0]).compare(quantity_in(args[1])) > 0);
}
value falls_below(evaluation&, arguments_view args) {
    return value::boolean(quantity_in(args[0]).compare(quantity_in(args[1])) < 0);
}
value compare_quantities(evaluation&, arguments_view args) {
    return value::integer(quantity_in(args[0]).compare(quantity_in(args[1])));
}
value approximate_real(evaluation&, arguments_view args) {
    return value::real(quantity_in(args[0]).approximate());
}
value is_whole_quantity(evaluation&, arguments_view args) {
    return value::boolean(quantity_in(args[0]).integer().has_value());
}
value whole_quantity(evaluation&, arguments_view args) {
    const auto made = quantity_in(args[0]).integer();
    return made ? value::integer(*made) : value::error("cannot convert value to integer");
}
value add_quantities(evaluation& in, arguments_view args) {
    return hold<held_quantity>(in, quantity_in(args[0]).plus(operand(args[1])));
}
value subtract_quantities(evaluation& in, arguments_view args) {
    return hold<held_quantity>(in, quantity_in(args[0]).plus(operand(args[1]).negated()));
}

constexpr std::array quantity_rows = std::to_array<function_row>({
    {"quantity", "string_to_quantity", "(string) -> kubernetes.Quantity", quantity_of},
    {"isQuantity", "is_quantity_string", "(string) -> bool", is_quantity},
    {"sign", "quantity_sign", "(kubernetes.Quantity) -> int", sign_of_quantity},
    {"isGreaterThan", "quantity_is_greater_than", ".(kubernetes.Quantity, kubernetes.Quantity) -> bool",
     exceeds},
    {"isLessThan", "quantity_is_less_than", ".(kubernetes.Quantity, kubernetes.Quantity) -> bool",
     falls_below},
    {"compareTo", "quantity_compare_to", ".(kubernetes.Quantity, kubernetes.Quantity) -> int",
     compare_quantities},
    {"asApproximateFloat", "quantity_get_float", ".(kubernetes.Quantity) -> double", approximate_real},
    {"asInteger", "quantity_get_int", ".(kubernetes.Quantity) -> int", whole_quantity},
    {"isInteger", "quantity_is_integer", ".(kubernetes.Quantity) -> bool", is_whole_quantity},
    {"add", "quantity_add", ".(kubernetes.Quantity, kubernetes.Quantity) -> kubernetes.Quantity",
     add_quantities},
    {"add", "quantity_add_int", ".(kubernetes.Quantity, int) -> kubernetes.Quantity", add_quantities},
    {"sub", "quantity_sub", ".(kubernetes.Quantity, kubernetes.Quantity) -> kubernetes.Quantity",
     subtract_quantities},
    {"sub", "quantity_sub_int", ".(kubernetes.Quantity, int) -> kubernetes.Quantity", subtract_quantities},
});

}  // namespace

void add_quantity(environment& to) {
    to.types().name(&types::quantity);
    to.add_functions(quantity_rows);
}

}}}  // namespace setpoint::v0::cel
