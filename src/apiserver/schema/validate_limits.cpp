#include "apiserver/go/text.hpp"
#include "apiserver/schema/schema_operations.hpp"
#include "apiserver/schema/validate_value.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using type = schema_node::type;

// Checks that a value or a limit fits its type. Returns "" if it does.
std::string out_of_range(const bj::value& v, const schema_node& s, std::string_view what,
                         const std::string& name) {
    const std::string_view format = s.limit ? std::string_view(s.limit->format) : std::string_view();
    const double d = v.to_number<double>();
    std::string_view type_text = "integer";
    bool fits = true;
    if (s.what == type::integer) {
        const bool narrow = format == "int32";
        const double end = narrow ? 0x1p31 : 0x1p63;
        fits = (v.is_int64() && !narrow) || (d == std::floor(d) && d >= -end && d < end);
    } else if (s.what == type::number && format == "float") {
        type_text = "number";
        fits = std::fabs(d) <= static_cast<double>(std::numeric_limits<float>::max());
    }
    if (fits) return {};
    if (format.empty())
        return fmt::format("{} value must be of type {} (default format) in {}", what, type_text, name);
    return fmt::format("{} value must be of type {} with format {} in {}", what, type_text, format, name);
}

std::string number_text(const bj::value& v, bool as_integer) {
    return as_integer ? go_text::in_message(v) : go_text::number(v.to_number<double>());
}

// Truncates toward zero. A limit out of range becomes the smallest integer, as Go's conversion does
// on amd64.
std::int64_t truncated(double limit) {
    if (limit >= -0x1p63 && limit < 0x1p63) return static_cast<std::int64_t>(limit);
    return std::numeric_limits<std::int64_t>::min();
}

std::string limit_text(double limit, bool as_integer) {
    return as_integer ? std::to_string(truncated(limit)) : go_text::number(limit);
}

// Integers are compared with the truncated limit.
int compare(const bj::value& v, double limit, bool as_integer) {
    if (as_integer) {
        const std::int64_t a = v.get_int64(), b = truncated(limit);
        return a < b ? -1 : a > b;
    }
    const double a = v.to_number<double>();
    return a < limit ? -1 : a > limit;
}

std::string not_multiple(const bj::value& v, double factor, bool as_integer, const std::string& name) {
    const std::string text = limit_text(factor, as_integer);
    if (as_integer ? truncated(factor) <= 0 : factor <= 0) {
        return fmt::format("factor MultipleOf declared for {} must be positive: {}", name, text);
    }
    bool is_multiple;
    if (as_integer) {
        is_multiple = v.get_int64() % truncated(factor) == 0;
    } else {
        const double d = v.to_number<double>();
        is_multiple = is_whole_number(factor < 1 ? 1 / factor * d : d / factor);
    }
    return is_multiple ? std::string() : fmt::format("{} in body should be a multiple of {}", name, text);
}

bj::value number_value(double d) {
    return d == std::floor(d) && std::fabs(d) < 0x1p63 ? bj::value(static_cast<std::int64_t>(d))
                                                       : bj::value(d);
}

}  // namespace

bool is_whole_number(double d) {
    constexpr double largest = 9007199254740991.0, epsilon = 1e-9;
    if (!std::isfinite(d) || std::fabs(d) > largest) return false;
    const double near = std::trunc(d);
    if (d == near) return true;
    if (near == 0) return false;
    return std::fabs(d - near) / (std::fabs(d) + std::fabs(near)) < epsilon;
}

void value_validator::validate_number(const schema_node& s, const bj::value& v, const std::string& name) {
    if (std::string wrong = out_of_range(v, s, "Checked", name); !wrong.empty())
        add_plain_error(std::move(wrong));
    if (!s.limit) return;
    const limits& l = *s.limit;
    // A limit that the type cannot represent is itself an error; the comparison then uses doubles.
    auto as_integer = [&](double limit, std::string_view what) {
        std::string wrong = out_of_range(number_value(limit), s, what, name);
        const bool fits = wrong.empty();
        if (!fits) add_plain_error(std::move(wrong));
        return fits && v.is_int64();
    };
    if (l.multiple_of) {
        const bool whole = as_integer(*l.multiple_of, "MultipleOf");
        std::string wrong = not_multiple(v, *l.multiple_of, whole, name);
        const bool factor = wrong.starts_with("factor");
        if (!wrong.empty())
            add_invalid(name, factor ? limit_text(*l.multiple_of, whole) : number_text(v, whole), wrong);
    }
    if (l.minimum) {
        const bool whole = as_integer(*l.minimum, "Minimum boundary");
        const int c = compare(v, *l.minimum, whole);
        if (c < 0 || (l.exclusive_minimum && c == 0)) {
            add_invalid(
                name, number_text(v, whole),
                fmt::format("{} in body should be greater than {}{}", name,
                            l.exclusive_minimum ? "" : "or equal to ", limit_text(*l.minimum, whole)));
        }
    }
    if (l.maximum) {
        const bool whole = as_integer(*l.maximum, "Maximum boundary");
        const int c = compare(v, *l.maximum, whole);
        if (c > 0 || (l.exclusive_maximum && c == 0)) {
            add_invalid(
                name, number_text(v, whole),
                fmt::format("{} in body should be less than {}{}", name,
                            l.exclusive_maximum ? "" : "or equal to ", limit_text(*l.maximum, whole)));
        }
    }
}

void value_validator::validate_enum(const limits& l, const bj::value& v, const std::string& name) {
    if (l.enumeration.empty()) return;
    std::vector<std::string> allowed;
    std::string all;
    for (const auto& e : l.enumeration) {
        const bool numbers = e.is_number() && v.is_number();
        if (!e.is_null() && (numbers ? e.to_number<double>() == v.to_number<double>() : e == v)) return;
        allowed.push_back(e.is_string() ? std::string(e.get_string()) : go_text::json(e));
        all += (all.empty() ? "" : " ") + go_text::printed(e);
    }
    field_errors one;
    not_supported(one, path(name), v, allowed);
    add(std::move(one.front()), fmt::format("{} in body should be one of [{}]", name, all));
}

void value_validator::validate_any(const schema_node& s, const bj::value& v, const std::string& name,
                                   const bj::value* old, int depth) {
    std::optional<value_validator> best;
    for (const auto* candidate : s.limit->any_of) {
        value_validator one(prefix_);
        one.validate_all(*candidate, v, name, old, depth + 1);
        if (one.valid()) return merge(std::move(one));
        if (!best || one.matches_ > best->matches_) best = std::move(one);
    }
    add_plain_error(go_text::quoted(name) + " must validate at least one schema (anyOf)");
    if (best) merge(std::move(*best));
}

void value_validator::validate_one(const schema_node& s, const bj::value& v, const std::string& name,
                                   const bj::value* old, int depth) {
    std::optional<value_validator> best, first;
    int fine = 0;
    for (const auto* candidate : s.limit->one_of) {
        value_validator one(prefix_);
        one.validate_all(*candidate, v, name, old, depth + 1);
        if (one.valid()) {
            best.reset();
            if (++fine == 1) first = std::move(one);
        } else if (fine == 0 && (!best || one.matches_ > best->matches_)) {
            best = std::move(one);
        }
    }
    if (fine == 1) return merge(std::move(*first));
    const std::string found =
        fine == 0 ? "Found none valid" : "Found " + std::to_string(fine) + " valid alternatives";
    add_plain_error(go_text::quoted(name) + " must validate one and only one schema (oneOf). " + found);
    if (best) merge(std::move(*best));
}

void value_validator::validate_schemas(const schema_node& s, const bj::value& v, const std::string& name,
                                       const bj::value* old, int depth) {
    if (!s.limit || depth > 128) return;
    if (!s.limit->any_of.empty()) validate_any(s, v, name, old, depth);
    if (!s.limit->one_of.empty()) validate_one(s, v, name, old, depth);
    std::size_t fine = 0;
    for (const auto* part : s.limit->all_of) {
        value_validator one(prefix_);
        one.validate_all(*part, v, name, old, depth + 1);
        if (one.valid()) ++fine;
        merge(std::move(one));
    }
    if (fine != s.limit->all_of.size()) {
        add_plain_error(go_text::quoted(name) + " must validate all the schemas (allOf)" +
                        (fine == 0 ? ". None validated" : ""));
    }
    if (!s.limit->negated) return;
    value_validator one(prefix_);
    one.validate_all(*s.limit->negated, v, name, old, depth + 1);
    if (one.valid()) add_plain_error(go_text::quoted(name) + " must not validate the schema (not)");
}

}}}  // namespace setpoint::v0::apiserver
