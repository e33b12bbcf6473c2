#include "cel/declarations.hpp"
#include "cel/kubernetes/libraries.hpp"
#include "cel/numbers.hpp"
#include "cel/pattern.hpp"
#include "cel/standard_functions.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

value is_sorted(evaluation& in, arguments_view args) {
    for (std::size_t i = 0; i < args[0].size(); ++i) {
        const value next = args[0].at(i, in.memory());
        if (!is_comparable(next)) return no_overload_error();
        if (i == 0) continue;
        const value order = compare_values(args[0].at(i - 1, in.memory()), next);
        if (!order.is_error() && order.as_integer() > 0) return value::boolean(false);
    }
    return value::boolean(true);
}

template <value_kind kind>
value sum_of(evaluation& in, arguments_view args) {
    value sum = kind == value_kind::integer            ? value::integer(0)
                : kind == value_kind::unsigned_integer ? value::unsigned_integer(0)
                : kind == value_kind::real             ? value::real(0)
                                                       : value::duration(0);
    for (std::size_t i = 0; i < args[0].size(); ++i) {
        const std::array both = {sum, args[0].at(i, in.memory())};
        sum = add_values(in, both);
        if (sum.is_error()) return sum;
    }
    return sum;
}

template <bool least>
value extreme_element(evaluation& in, arguments_view args) {
    value found;
    for (std::size_t i = 0; i < args[0].size(); ++i) {
        const value next = args[0].at(i, in.memory());
        if (!is_comparable(next)) return no_overload_error();
        if (i == 0) {
            found = next;
            continue;
        }
        const value order = compare_values(found, next);
        if (!order.is_error() && order.as_integer() == (least ? 1 : -1)) found = next;
    }
    if (args[0].size() == 0)
        return value::error(least ? "min called on empty list" : "max called on empty list");
    return found;
}

value index_of_element(evaluation& in, arguments_view args) {
    for (std::size_t i = 0; i < args[0].size(); ++i) {
        if (equal(args[0].at(i, in.memory()), args[1], in.memory()))
            return value::integer(static_cast<std::int64_t>(i));
    }
    return value::integer(-1);
}

value last_index_of_element(evaluation& in, arguments_view args) {
    for (std::size_t i = args[0].size(); i-- > 0;) {
        if (equal(args[0].at(i, in.memory()), args[1], in.memory()))
            return value::integer(static_cast<std::int64_t>(i));
    }
    return value::integer(-1);
}

// What is not a list has itself as its only element.
value includes_element(evaluation& in, arguments_view args) {
    if (!args[0].is(value_kind::list)) return value::boolean(equal(args[0], args[1], in.memory()));
    for (std::size_t i = 0; i < args[0].size(); ++i)
        if (equal(args[0].at(i, in.memory()), args[1], in.memory())) return value::boolean(true);
    return value::boolean(false);
}

value illegal_pattern(evaluation& in, const call_pattern& pattern) {
    return in.error("Illegal regex: " + pattern_error(pattern.get()));
}

value find_pattern(evaluation& in, arguments_view args) {
    const call_pattern pattern(in, args[1].text());
    if (!pattern.ok()) return illegal_pattern(in, pattern);
    const re2::StringPiece text(args[0].text().data(), args[0].text().size());
    re2::StringPiece found;
    if (!pattern.get().Match(text, 0, text.size(), RE2::UNANCHORED, &found, 1)) return value::string("");
    return value::string({found.data(), found.size()});
}

value find_all_patterns(evaluation& in, arguments_view args) {
    const call_pattern pattern(in, args[1].text());
    if (!pattern.ok()) return illegal_pattern(in, pattern);
    const std::int64_t limit = args.size() > 2 ? args[2].as_integer() : -1;
    const re2::StringPiece text(args[0].text().data(), args[0].text().size());
    std::vector<value> found;
    // An empty match directly behind another match is skipped, as Go does.
    std::size_t at = 0;
    const char* previous_end = nullptr;
    while (at <= text.size() && (limit < 0 || static_cast<std::int64_t>(found.size()) < limit)) {
        re2::StringPiece match;
        if (!pattern.get().Match(text, at, text.size(), RE2::UNANCHORED, &match, 1)) break;
        const auto end = static_cast<std::size_t>(match.data() - text.data()) + match.size();
        const bool skipped = match.empty() && match.data() == previous_end;
        if (!skipped) found.push_back(value::string({match.data(), match.size()}));
        previous_end = match.data() + match.size();
        at = end;
        if (match.empty()) {
            ++at;
            while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80) ++at;
        }
    }
    return make_list(found, in.memory());
}

constexpr std::array index_rows = std::to_array<function_row>({
    {"indexOf", "list_a_index_of_int", ".(list(A), A) -> int", index_of_element},
    {"lastIndexOf", "list_a_last_index_of_int", ".(list(A), A) -> int", last_index_of_element},
});
constexpr std::array includes_rows = std::to_array<function_row>({
    {"includes", "list_includes_dyn_dyn", ".(dyn, dyn) -> bool", includes_element},
});
constexpr std::array regex_rows = std::to_array<function_row>({
    {"find", "string_find_string", ".(string, string) -> string", find_pattern},
    {"findAll", "string_find_all_string", ".(string, string) -> list(string)", find_all_patterns},
    {"findAll", "string_find_all_string_int", ".(string, string, int) -> list(string)", find_all_patterns},
});

struct summable {
    std::string_view name;
    function sum;
};
constexpr summable summables[] = {{"int", sum_of<value_kind::integer>},
                                  {"uint", sum_of<value_kind::unsigned_integer>},
                                  {"double", sum_of<value_kind::real>},
                                  {"duration", sum_of<value_kind::duration>}};

void add_overload(environment& to, std::string_view name, const std::string& id, const std::string& signature,
                  function implementation) {
    const std::array rows = {function_row{name, id, signature, implementation}};
    to.add_functions(rows);
}

}  // namespace

void add_kubernetes_lists(environment& to, bool includes) {
    for (const std::string_view of :
         {"int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes"}) {
        const std::string element = fmt::format(".(list({0})) -> {0}", of);
        add_overload(to, "isSorted", fmt::format("list_{}_is_sorted_bool", of),
                     fmt::format(".(list({})) -> bool", of), is_sorted);
        add_overload(to, "max", fmt::format("list_{0}_max_{0}", of), element, extreme_element<false>);
        add_overload(to, "min", fmt::format("list_{0}_min_{0}", of), element, extreme_element<true>);
    }
    for (const summable& each : summables) {
        add_overload(to, "sum", fmt::format("list_{0}_sum_{0}", each.name),
                     fmt::format(".(list({0})) -> {0}", each.name), each.sum);
    }
    to.add_functions(index_rows);
    if (includes) to.add_functions(includes_rows);
}

void add_regex(environment& to) {
    to.add_functions(regex_rows);
    to.set_pattern_argument("find", 1);
    to.set_pattern_argument("findAll", 1);
}

}}}  // namespace setpoint::v0::cel
