#include "cel/node.hpp"
#include "cel/operators.hpp"
#include "cel/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

// How the built-in model counts calls.
enum class cost_rule : int { one, first_size, list_size, smaller_size, joined_size, pattern, contained };

cost_rule rule_of(std::string_view overload) {
    if (overload == "starts_with_string" || overload == "ends_with_string" || overload == "string_to_bytes" ||
        overload == "bytes_to_string" || overload == "strings_quote" || overload == "string_format") {
        return cost_rule::first_size;
    }
    if (overload == "in_list") return cost_rule::list_size;
    if (overload == "equals" || overload == "not_equals") return cost_rule::smaller_size;
    if (overload.starts_with("less_") || overload.starts_with("greater_")) {
        if (overload.ends_with("_string") || overload.ends_with("_bytes")) return cost_rule::smaller_size;
    }
    if (overload == "add_string" || overload == "add_bytes") return cost_rule::joined_size;
    if (overload == "matches_string") return cost_rule::pattern;
    if (overload == "contains_string") return cost_rule::contained;
    return cost_rule::one;
}

std::uint64_t default_cost(cost_rule rule, std::span<const value> args) {
    const auto size = [&](std::size_t i) { return actual_size(args[i]); };
    const auto traversal = [](std::uint64_t length) { return scaled(length, text_traversal_factor); };
    switch (rule) {
        case cost_rule::one:
            return 1;
        case cost_rule::first_size:
            return traversal(size(0));
        case cost_rule::list_size:
            return size(1);
        case cost_rule::smaller_size:
            return traversal(std::min(size(0), size(1)));
        case cost_rule::joined_size:
            return traversal(size(0) + size(1));
        case cost_rule::pattern:
            return traversal(size(0) + 1) * scaled(size(1), pattern_length_factor);
        case cost_rule::contained:
            return traversal(size(0)) * traversal(size(1));
    }
    return 1;
}

bool fits_type(const type& expected, const value& given, arena& memory);

bool fits_elements(const type& expected, const value& given, arena& memory) {
    if (expected.parameters().empty() || given.size() == 0) return true;
    if (given.is(value_kind::list)) return fits_type(*expected.parameters()[0], given.at(0, memory), memory);
    return fits_type(*expected.parameters()[0], given.map().key_at(given.data(), 0, memory), memory) &&
           fits_type(*expected.parameters()[1], given.map().value_at(given.data(), 0, memory), memory);
}

// As cel-go does, only the first element of a list or map is looked at.
bool fits_type(const type& expected, const value& given, arena& memory) {
    switch (expected.kind()) {
        case type_kind::dyn:
        case type_kind::any:
        case type_kind::parameter:
            return true;
        case type_kind::list:
            return given.is(value_kind::list) && fits_elements(expected, given, memory);
        case type_kind::map:
            return given.is(value_kind::map) && fits_elements(expected, given, memory);
        default:
            return expected.name() == given.type().name() ||
                   (expected.nullable() && given.is(value_kind::null));
    }
}

}  // namespace

call_target::call_target(const declarations& declared, const function_decl& called, std::string_view overload,
                         std::size_t args)
    : called_(&called), id_(overload), model_(declared.costs), cost_(declared.find_cost(overload)) {
    for (const overload_decl& each : called.overloads) {
        if (each.id == overload && each.implementation != nullptr) overload_ = &each;
    }
    std::size_t bound = 0;
    const overload_decl* only = nullptr;
    for (const overload_decl& each : called.overloads) {
        if (each.implementation == nullptr) continue;
        ++bound;
        only = &each;
    }
    stops_early_ = overload == "string_format" || (overload_ == nullptr && bound > 1);
    if (overload_ == nullptr && bound == 1 && only->args.size() == args) overload_ = only;
    if (cost_ != nullptr && cost_->actual == nullptr) cost_ = nullptr;
    if (model_ != nullptr && !model_->handles(called.name)) model_ = nullptr;
    default_cost_ = static_cast<int>(rule_of(overload));
}

bool call_target::fits(const overload_decl& overload, std::span<const value> args, arena& memory) const {
    if (overload.args.size() != args.size()) return false;
    if (!called_->guarded) return true;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const bool absorbed = args[i].is_error() && called_->accepts_errors;
        if (!absorbed && !fits_type(*overload.args[i], args[i], memory)) return false;
    }
    return true;
}

value call_target::no_overload(evaluation& in, std::span<const value> args) const {
    std::string types;
    for (const value& arg : args) types += (types.empty() ? "" : ", ") + std::string(arg.type().name());
    return in.error(fmt::format("no such overload: {}({})", called_->name, types));
}

value call_target::invoke(evaluation& in, std::span<const value> args) const {
    if (called_->single != nullptr) {
        if (called_->first_kinds != 0 && !args.empty() &&
            (called_->first_kinds >> static_cast<unsigned>(args[0].kind()) & 1U) == 0) {
            // Texts and times answer calls themselves in cel-go, without a name in the error.
            const bool receiver = args[0].is(value_kind::string) || args[0].is(value_kind::timestamp) ||
                                  args[0].is(value_kind::duration);
            if (receiver) return value::error("no such overload");
            return in.error(fmt::format("no such overload: {}", called_->name));
        }
        return called_->single(in, args);
    }
    if (overload_ != nullptr) {
        return fits(*overload_, args, in.memory()) ? overload_->implementation(in, args)
                                                   : no_overload(in, args);
    }
    for (const overload_decl& each : called_->overloads) {
        if (each.implementation != nullptr && fits(each, args, in.memory()))
            return each.implementation(in, args);
    }
    return no_overload(in, args);
}

void call_target::charge(frame& in, std::span<const value> args, const value& result) const {
    if (cost_ != nullptr) {
        if (const auto cost = cost_->actual(args, result, in.memory())) return in.charge(*cost);
    }
    if (model_ != nullptr) {
        if (const auto cost = model_->actual(called_->name, id_, args, result, in.memory()))
            return in.charge(*cost);
    }
    in.charge(default_cost(static_cast<cost_rule>(default_cost_), args));
}

std::uint64_t actual_size(const value& counted) {
    switch (counted.kind()) {
        case value_kind::string:
            return count_utf8(counted.text());
        case value_kind::bytes:
            return counted.text().size();
        case value_kind::list:
        case value_kind::map:
            return counted.size();
        case value_kind::optional:
            return counted.content() != nullptr ? actual_size(*counted.content()) : 1;
        case value_kind::opaque:
            return counted.opaque().size().value_or(1);
        default:
            return 1;
    }
}

}}}  // namespace setpoint::v0::cel
