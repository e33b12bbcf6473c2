#include "cel/builder.hpp"
#include "cel/operators.hpp"

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

using arguments = std::vector<expr*>;

bool is_accumulator(std::string_view name) {
    return name == accumulator_name || name == old_accumulator_name;
}

// The name of the variable that an argument declares, or nothing after a failure.
std::string_view variable_of(macro_context& make, const expr* arg, std::string_view complaint) {
    if (arg->kind != expr_kind::ident) return make.fail(arg->id, std::string(complaint)), std::string_view();
    if (is_accumulator(arg->name)) {
        return make.fail(arg->id, "iteration variable overwrites accumulator variable"), std::string_view();
    }
    return arg->name;
}

expr* expand_has(macro_context& make, expr*, const arguments& args) {
    if (args[0]->kind != expr_kind::select || args[0]->test_only) {
        return make.fail(args[0]->id, "invalid argument to has() macro");
    }
    return make.presence(args[0]->operand, args[0]->name);
}

expr* all_of(macro_context& make, comprehension parts, expr* predicate) {
    parts.init = make.truth(true);
    parts.condition = make.call(operators::not_strictly_false, {make.result()});
    parts.step = make.call(operators::logical_and, {make.result(), predicate});
    parts.result = make.result();
    return make.fold(parts);
}

expr* any_of(macro_context& make, comprehension parts, expr* predicate) {
    parts.init = make.truth(false);
    parts.condition =
        make.call(operators::not_strictly_false, {make.call(operators::logical_not, {make.result()})});
    parts.step = make.call(operators::logical_or, {make.result(), predicate});
    parts.result = make.result();
    return make.fold(parts);
}

expr* one_of(macro_context& make, comprehension parts, expr* predicate) {
    parts.init = make.literal(value::integer(0));
    parts.condition = make.truth(true);
    expr* more = make.call(operators::add, {make.result(), make.literal(value::integer(1))});
    parts.step = make.call(operators::conditional, {predicate, more, make.result()});
    parts.result = make.call(operators::equals, {make.result(), make.literal(value::integer(1))});
    return make.fold(parts);
}

expr* listed(macro_context& make, comprehension parts, expr* filter, expr* element) {
    parts.init = make.list();
    parts.condition = make.truth(true);
    parts.step = make.call(operators::add, {make.result(), make.list({element})});
    if (filter != nullptr)
        parts.step = make.call(operators::conditional, {filter, parts.step, make.result()});
    parts.result = make.result();
    return make.fold(parts);
}

comprehension over(expr* range, std::string_view variable, std::string_view variable2 = {}) {
    comprehension parts;
    parts.range = range;
    parts.variable = variable;
    parts.variable2 = variable2;
    parts.accumulator = accumulator_name;
    return parts;
}

using quantifier = expr* (*)(macro_context&, comprehension, expr*);

template <quantifier quantify>
expr* expand_quantifier(macro_context& make, expr* target, const arguments& args) {
    const std::string_view variable = variable_of(make, args[0], "argument must be a simple name");
    return make.failed() ? nullptr : quantify(make, over(target, variable), args[1]);
}

expr* expand_map(macro_context& make, expr* target, const arguments& args) {
    const std::string_view variable = variable_of(make, args[0], "argument is not an identifier");
    if (make.failed()) return nullptr;
    return listed(make, over(target, variable), args.size() == 3 ? args[1] : nullptr, args.back());
}

expr* expand_filter(macro_context& make, expr* target, const arguments& args) {
    const std::string_view variable = variable_of(make, args[0], "argument is not an identifier");
    return make.failed() ? nullptr : listed(make, over(target, variable), args[1], args[0]);
}

// With two variables.
std::pair<std::string_view, std::string_view> variables_of(macro_context& make, const arguments& args) {
    for (const expr* arg : {args[0], args[1]}) {
        if (arg->kind != expr_kind::ident)
            return make.fail(arg->id, "argument must be a simple name"),
                   std::pair<std::string_view, std::string_view>();
    }
    if (args[0]->name == args[1]->name) {
        make.fail(args[1]->id, "duplicate variable name: " + std::string(args[0]->name));
    } else if (is_accumulator(args[0]->name) || is_accumulator(args[1]->name)) {
        make.fail(args[is_accumulator(args[0]->name) ? 0 : 1]->id,
                  "iteration variable overwrites accumulator variable");
    }
    return {args[0]->name, args[1]->name};
}

template <quantifier quantify>
expr* expand_quantifier2(macro_context& make, expr* target, const arguments& args) {
    const auto [first, second] = variables_of(make, args);
    return make.failed() ? nullptr : quantify(make, over(target, first, second), args[2]);
}

expr* expand_transform_list(macro_context& make, expr* target, const arguments& args) {
    const auto [first, second] = variables_of(make, args);
    if (make.failed()) return nullptr;
    return listed(make, over(target, first, second), args.size() == 4 ? args[2] : nullptr, args.back());
}

expr* mapped(macro_context& make, expr* target, const arguments& args, bool entries) {
    const auto [first, second] = variables_of(make, args);
    if (make.failed()) return nullptr;
    comprehension parts = over(target, first, second);
    if (entries) {
        parts.step = make.call(operators::map_insert, {make.result(), args.back()});
    } else {
        parts.step = make.call(operators::map_insert, {make.result(), make.ident(first), args.back()});
    }
    if (args.size() == 4)
        parts.step = make.call(operators::conditional, {args[2], parts.step, make.result()});
    parts.init = make.map();
    parts.condition = make.truth(true);
    parts.result = make.result();
    return make.fold(parts);
}

expr* expand_transform_map(macro_context& make, expr* target, const arguments& args) {
    return mapped(make, target, args, false);
}

expr* expand_transform_map_entry(macro_context& make, expr* target, const arguments& args) {
    return mapped(make, target, args, true);
}

expr* bound(macro_context& make, std::string_view name, expr* init, expr* result) {
    comprehension parts;
    parts.range = make.list();
    parts.variable = unused_variable;
    parts.accumulator = name;
    parts.init = init;
    parts.condition = make.truth(false);
    parts.step = make.ident(name);
    parts.result = result;
    return make.fold(parts);
}

expr* expand_bind(macro_context& make, expr* target, const arguments& args) {
    if (target->kind != expr_kind::ident || target->name != "cel") return nullptr;
    if (args[0]->kind != expr_kind::ident) {
        return make.fail(args[0]->id, "cel.bind() variable names must be simple identifiers");
    }
    return bound(make, args[0]->name, args[1], args[2]);
}

template <bool flat>
expr* expand_opt_map(macro_context& make, expr* target, const arguments& args) {
    if (args[0]->kind != expr_kind::ident) {
        return make.fail(args[0]->id, std::string(flat ? "optFlatMap()" : "optMap()") +
                                          " variable name must be a simple identifier");
    }
    expr* has = make.member("hasValue", target);
    expr* content = make.member("value", make.copy(target));
    expr* mapped = bound(make, args[0]->name, content, args[1]);
    if (!flat) mapped = make.call("optional.of", {mapped});
    return make.call(operators::conditional, {has, mapped, make.call("optional.none", {})});
}

bool may_be_number(const expr* arg) {
    switch (arg->kind) {
        case expr_kind::literal:
            return arg->literal.is(value_kind::integer) || arg->literal.is(value_kind::unsigned_integer) ||
                   arg->literal.is(value_kind::real);
        case expr_kind::list:
        case expr_kind::map:
        case expr_kind::object:
            return false;
        default:
            return true;
    }
}

expr* extreme(macro_context& make, expr* target, const arguments& args, std::string name,
              std::string_view function) {
    if (target->kind != expr_kind::ident || target->name != "math") return nullptr;
    if (args.empty()) return make.fail(target->id, name + " requires at least one argument");
    if (args.size() == 1) {
        bool fits = may_be_number(args[0]);
        if (args[0]->kind == expr_kind::list) {
            fits = !args[0]->args.empty();
            for (const expr* element : args[0]->args) fits = fits && may_be_number(element);
        }
        if (!fits) return make.fail(args[0]->id, name + " invalid single argument value");
        return make.call(function, args);
    }
    for (const expr* arg : args) {
        if (!may_be_number(arg))
            return make.fail(arg->id, name + " simple literal arguments must be numeric");
    }
    return args.size() == 2 ? make.call(function, args) : make.call(function, {make.list(args)});
}

expr* expand_least(macro_context& make, expr* target, const arguments& args) {
    return extreme(make, target, args, "math.least()", "math.@min");
}

expr* expand_greatest(macro_context& make, expr* target, const arguments& args) {
    return extreme(make, target, args, "math.greatest()", "math.@max");
}

expr* expand_sort_by(macro_context& make, expr* target, const arguments& args) {
    constexpr std::string_view input = "@__sortBy_input__";
    if (target->kind == expr_kind::literal || target->kind == expr_kind::map ||
        target->kind == expr_kind::object) {
        return make.fail(
            target->id,
            "sortBy can only be applied to a list, identifier, comprehension, call or select expression");
    }
    expr* keys = expand_map(make, make.ident(input), args);
    if (keys == nullptr) return nullptr;
    return bound(make, input, target, make.member("@sortByAssociatedKeys", make.ident(input), {keys}));
}

constexpr macro all_macros[] = {
    {"has", 1, false, expand_has},
    {"all", 2, true, expand_quantifier<all_of>},
    {"exists", 2, true, expand_quantifier<any_of>},
    {"exists_one", 2, true, expand_quantifier<one_of>},
    {"existsOne", 2, true, expand_quantifier<one_of>},
    {"map", 2, true, expand_map},
    {"map", 3, true, expand_map},
    {"filter", 2, true, expand_filter},
};
constexpr macro two_variable_macro_table[] = {
    {"all", 3, true, expand_quantifier2<all_of>},
    {"exists", 3, true, expand_quantifier2<any_of>},
    {"exists_one", 3, true, expand_quantifier2<one_of>},
    {"existsOne", 3, true, expand_quantifier2<one_of>},
    {"transformList", 3, true, expand_transform_list},
    {"transformList", 4, true, expand_transform_list},
    {"transformMap", 3, true, expand_transform_map},
    {"transformMap", 4, true, expand_transform_map},
    {"transformMapEntry", 3, true, expand_transform_map_entry},
    {"transformMapEntry", 4, true, expand_transform_map_entry},
};
constexpr macro bind_macro_table[] = {{"bind", 3, true, expand_bind}};
constexpr macro optional_macro_table[] = {{"optMap", 2, true, expand_opt_map<false>},
                                          {"optFlatMap", 2, true, expand_opt_map<true>}};
constexpr macro math_macro_table[] = {{"least", -1, true, expand_least},
                                      {"greatest", -1, true, expand_greatest}};
constexpr macro list_macro_table[] = {{"sortBy", 2, true, expand_sort_by}};

}  // namespace

std::span<const macro> standard_macros() {
    return all_macros;
}
std::span<const macro> two_variable_macros() {
    return two_variable_macro_table;
}
std::span<const macro> bind_macros() {
    return bind_macro_table;
}
std::span<const macro> optional_macros() {
    return optional_macro_table;
}
std::span<const macro> math_macros() {
    return math_macro_table;
}
std::span<const macro> list_macros() {
    return list_macro_table;
}

}}}  // namespace setpoint::v0::cel
