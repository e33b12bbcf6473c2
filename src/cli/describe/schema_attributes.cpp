#include "cli/describe/schema_attributes.hpp"

#include "cli/describe/cpp_names.hpp"
#include "setpoint/json/detail/pattern_syntax.hpp"  // rule-ok: what the compiler refuses, by the same code

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

using form = cpp_type::form;

// Up to here every integer is a double.
constexpr double exact = 9007199254740992.0;
// Of a pattern: compilers evaluate it, and have limits.
constexpr std::size_t longest_pattern = 1000;
constexpr int deepest_pattern = 32;

std::optional<double> number_in(const bj::object& s, std::string_view name) {
    const bj::value* const v = member(s, name);
    if (!v || !v->is_number()) return {};
    return v->to_number<double>();
}

std::string number_text(double d) {
    if (d == std::floor(d) && std::fabs(d) <= exact) return fmt::format("{}", static_cast<std::int64_t>(d));
    return fmt::format("{:.17g}", d);
}

bool is_integer(form what) {
    return what == form::int32 || what == form::int64;
}

// Limits are numbers of type double, here and in API servers, which refuse a limit that is not exactly the
// integer.
bool is_inexact(const std::optional<double>& limit) {
    return limit && std::fabs(*limit) > exact;
}

void add_range(const bj::object& s, form what, std::vector<std::string>& to) {
    std::optional<double> least = number_in(s, "minimum"), most = number_in(s, "maximum");
    const bool above = is_true_in(s, "exclusiveMinimum"), below = is_true_in(s, "exclusiveMaximum");
    if (above && least) *least = std::floor(*least) + 1;
    if (below && most) *most = std::ceil(*most) - 1;
    if (is_integer(what) && least) *least = std::ceil(*least);
    if (is_integer(what) && most) *most = std::floor(*most);
    if (is_integer(what) ? is_inexact(least) : above) least.reset();
    if (is_integer(what) ? is_inexact(most) : below) most.reset();
    if (least && most && *least > *most) return;
    if (least) to.push_back(fmt::format("minimum({})", number_text(*least)));
    if (most) to.push_back(fmt::format("maximum({})", number_text(*most)));
}

// Lengths and numbers of items are whole numbers; an API server refuses others.
std::optional<double> count_in(const bj::object& s, std::string_view name) {
    const std::optional<double> count = number_in(s, name);
    return count && *count == std::floor(*count) && *count >= 0 && *count <= exact ? count : std::nullopt;
}

// A literal ends at NUL.
bool has_nul(std::string_view text) {
    return text.find('\0') != std::string_view::npos;
}

// Why a pattern cannot be described; "" if it can.
std::string_view pattern_problem_of(std::string_view pattern) {
    int depth = 0, deepest = 0;
    for (const char c : pattern) {
        depth += (c == '(') - (c == ')');
        deepest = std::max(deepest, depth);
    }
    if (pattern.size() > longest_pattern || deepest > deepest_pattern) return "a pattern that is too long";
    if (has_nul(pattern) || schema::detail::pattern_problem(pattern) != schema::detail::pattern_fault::none)
        return "a pattern that is no regular expression of RE2";
    return {};
}

void add_pattern(const bj::object& s, std::vector<std::string>& to) {
    const std::string_view pattern = text_in(s, "pattern");
    if (!pattern.empty() && pattern_problem_of(pattern).empty())
        to.push_back(fmt::format("pattern({})", raw_literal(pattern)));
}

bool has_usable_choices(const std::vector<std::string>& choices) {
    return choices.size() <= most_choices && std::none_of(choices.begin(), choices.end(), has_nul);
}

// A pair of limits that are counts.
void add_counts(const bj::object& s, std::string_view least_name, std::string_view most_name,
                std::string_view attribute, std::vector<std::string>& to) {
    std::optional<double> least = count_in(s, least_name);
    const std::optional<double> most = count_in(s, most_name);
    if (least && *least <= 0) least.reset();
    if (least && most && *least > *most) return;
    if (least) to.push_back(fmt::format("min_{}({})", attribute, number_text(*least)));
    if (most) to.push_back(fmt::format("max_{}({})", attribute, number_text(*most)));
}

void add_text_attributes(const bj::object& s, std::vector<std::string>& to) {
    add_counts(s, "minLength", "maxLength", "length", to);
    add_pattern(s, to);
    if (const auto format = text_in(s, "format"); !format.empty())
        to.push_back(fmt::format("format({})", literal(format)));
    const std::vector<std::string> choices = choices_of(s);
    if (!has_choices(s) || choices.empty() || !has_usable_choices(choices)) return;
    std::string all;
    for (const std::string& one : choices) all += (all.empty() ? "" : ", ") + literal(one);
    to.push_back(fmt::format("one_of({})", all));
}

// What has no attribute at all.
constexpr std::string_view ignored_words[] = {"multipleOf", "not", "oneOf", "allOf"};

bool is_map(const bj::object& schema) {
    const bj::object* const properties = object_in(schema, "properties");
    return object_in(schema, "additionalProperties") && (!properties || properties->empty());
}

}  // namespace

bool has_choices(const bj::object& schema) {
    return text_in(schema, "type") == "string" && array_in(schema, "enum") != nullptr;
}

std::vector<std::string> choices_of(const bj::object& schema) {
    std::vector<std::string> all;
    if (const bj::array* const values = array_in(schema, "enum"))
        for (const bj::value& v : *values)
            if (const bj::string* const s = v.if_string()) {
                std::string one(view(*s));
                if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(std::move(one));
            }
    return all;
}

void add_value_attributes(const bj::object& schema, form what, std::vector<std::string>& to) {
    const std::string_view format = text_in(schema, "format");
    switch (what) {
        case form::int32:
        case form::int64:
            add_range(schema, what, to);
            if (!format.empty() && format != "int32" && format != "int64")
                to.push_back(fmt::format("format({})", literal(format)));
            return;
        case form::number:
            add_range(schema, what, to);
            if (!format.empty() && format != "double")
                to.push_back(fmt::format("format({})", literal(format)));
            return;
        case form::text:
            return add_text_attributes(schema, to);
        case form::int_or_string:
            return add_pattern(schema, to);
        default:
            return;
    }
}

void add_item_limits(const bj::object& schema, form what, std::vector<std::string>& to) {
    if (what == form::list) add_counts(schema, "minItems", "maxItems", "items", to);
    if (what == form::map) add_counts(schema, "minProperties", "maxProperties", "items", to);
}

void add_default(const bj::object& schema, std::vector<std::string>& to) {
    const bj::value* const v = member(schema, "default");
    if (v && !v->is_null()) to.push_back(fmt::format("server_default({})", raw_literal(bj::serialize(*v))));
}

void set_limits(const bj::object& field, const bj::object& inner, form what, described_limits& to) {
    const auto count = [](const bj::object& s, std::string_view name) {
        const std::optional<double> most = count_in(s, name);
        return most ? static_cast<std::int64_t>(*most) : -1;
    };
    if (what == form::list) to.most_items = count(field, "maxItems");
    if (what == form::map) to.most_items = count(field, "maxProperties");
    if (text_in(inner, "type") != "string") return;
    to.most_characters = count(inner, "maxLength");
    to.format = text_in(inner, "format");
    const std::vector<std::string> choices = choices_of(inner);
    if (!has_usable_choices(choices)) return;  // one_of() is not written either
    for (const std::string& one : choices)
        to.longest_choice = std::max<std::uint64_t>(to.longest_choice, one.size());
}

std::vector<std::string> other_rules(const bj::object& schema, bool as_enums) {
    std::vector<std::string> all;
    const std::string_view type = text_in(schema, "type");
    for (const std::string_view word : ignored_words)
        if (member(schema, word)) all.emplace_back(word);
    for (const char* const word : {"minProperties", "maxProperties"})
        if (member(schema, word) && !is_map(schema)) all.emplace_back(word);
    if (member(schema, "anyOf") && !is_true_in(schema, "x-kubernetes-int-or-string"))
        all.emplace_back("anyOf");
    if (is_true_in(schema, "uniqueItems")) all.emplace_back("uniqueItems");
    if (type == "number" &&
        (is_true_in(schema, "exclusiveMinimum") || is_true_in(schema, "exclusiveMaximum")))
        all.emplace_back("exclusive limits of a fraction");
    if (type == "integer" &&
        (is_inexact(number_in(schema, "minimum")) || is_inexact(number_in(schema, "maximum"))))
        all.emplace_back("a limit beyond 2^53");
    if (member(schema, "enum") && type != "string")
        all.push_back(fmt::format("enum of a{} {}", type.starts_with('i') ? "n" : "", type));
    const std::vector<std::string> choices = choices_of(schema);
    const bool becomes_enum = as_enums && has_enumerators(choices);
    if (type == "string" && choices.size() > most_choices && !becomes_enum)
        all.push_back(fmt::format("enum of {} values (one_of takes {})", choices.size(), most_choices));
    else if (type == "string" && !has_usable_choices(choices) && !becomes_enum)
        all.emplace_back("enum with a NUL in a text");
    if (const std::string_view problem = pattern_problem_of(text_in(schema, "pattern")); !problem.empty())
        all.emplace_back(problem);
    return all;
}

bool has_enumerators(const std::vector<std::string>& choices) {
    constexpr std::size_t most = 256;  // of std::uint8_t
    return !choices.empty() && choices.size() <= most &&
           std::none_of(choices.begin(), choices.end(),
                        [](const std::string& c) { return c.empty() || has_nul(c); });
}

bool can_be_default(const bj::object& schema, cpp_type::form what) {
    const bj::value* const v = member(schema, "default");
    if (!v || member(schema, "pattern")) return false;
    if (what == form::boolean) return v->is_bool();
    if (is_integer(what)) {
        const bool fits =
            v->is_int64() && (what == form::int64 || std::in_range<std::int32_t>(v->get_int64()));
        const auto least = number_in(schema, "minimum"), most = number_in(schema, "maximum");
        const auto number = fits ? static_cast<double>(v->get_int64()) : 0.0;
        const bool excludes =
            is_true_in(schema, "exclusiveMinimum") || is_true_in(schema, "exclusiveMaximum");
        return fits && !excludes && (!least || number >= *least) && (!most || number <= *most);
    }
    if (what != form::text || !v->is_string()) return false;
    const std::string_view text = view(v->get_string());
    const std::vector<std::string> choices = choices_of(schema);
    const auto least = count_in(schema, "minLength"), most = count_in(schema, "maxLength");
    // Bytes here, characters there: a text for which that matters is left out.
    const bool is_ascii = std::all_of(text.begin(), text.end(), [](char c) { return c > 0; });
    const auto size = static_cast<double>(text.size());
    return is_ascii && (!least || size >= *least) && (!most || size <= *most) &&
           (choices.empty() || std::find(choices.begin(), choices.end(), text) != choices.end());
}

std::string default_in_cpp(const bj::object& schema) {
    const bj::value* const v = member(schema, "default");
    if (!v) return {};
    if (const bj::string* const s = v->if_string()) return literal(view(*s));
    if (v->is_int64() || v->is_bool()) return default_in_json(schema);
    return {};
}

std::string default_in_json(const bj::object& schema) {
    const bj::value* const v = member(schema, "default");
    if (!v || (!v->is_string() && !v->is_bool() && !v->is_int64())) return {};
    return bj::serialize(*v);
}

}}}  // namespace setpoint::v0::cli
