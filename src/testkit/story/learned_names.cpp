// Names of which an operator makes up a part.

#include "testkit/sim/canonical.hpp"
#include "testkit/story/reference_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

using name_set = std::set<std::string>;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_part_of_word(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z');
}

// Random letters and digits have a digit, or no vowel; words such as "blue" and "gray" do not.
bool looks_random(std::string_view a, std::string_view b) {
    constexpr std::string_view vowels = "aeiou";
    const auto has_digit = [](std::string_view s) { return std::ranges::any_of(s, is_digit); };
    return has_digit(a) || has_digit(b) ||
           (a.find_first_of(vowels) == a.npos && b.find_first_of(vowels) == b.npos);
}

// What two names have in common: whole words at the beginning and at the end.
std::optional<sim::made_up_name> common_form(std::string_view a, std::string_view b) {
    constexpr std::size_t least_size = 4, least_size_alone = 8;
    const std::size_t shorter = std::min(a.size(), b.size());
    std::size_t begin = 0, end = 0;
    while (begin < shorter && a[begin] == b[begin]) ++begin;
    while (begin > 0 && is_part_of_word(a[begin - 1])) --begin;
    while (end < shorter - begin && a[a.size() - 1 - end] == b[b.size() - 1 - end]) ++end;
    while (end > 0 && is_part_of_word(a[a.size() - end])) --end;
    const std::string_view of_a = a.substr(begin, a.size() - begin - end),
                           of_b = b.substr(begin, b.size() - begin - end);
    const bool are_words =
        std::ranges::all_of(of_a, is_part_of_word) && std::ranges::all_of(of_b, is_part_of_word);
    const bool are_numbers = std::ranges::all_of(of_a, is_digit) && std::ranges::all_of(of_b, is_digit);
    const std::size_t size = std::min(of_a.size(), of_b.size());
    if (!are_words || size < (begin == 0 ? least_size_alone : least_size) || !looks_random(of_a, of_b))
        return std::nullopt;
    if (!are_numbers && of_a.size() != of_b.size()) return std::nullopt;
    constexpr std::size_t longest_number = 20;
    return sim::made_up_name{std::string(a.substr(0, begin)), std::string(a.substr(a.size() - end)),
                             are_numbers ? 1 : size, are_numbers ? longest_number : size};
}

std::size_t count_of(const name_set& names, const sim::made_up_name& form) {
    return static_cast<std::size_t>(std::ranges::count_if(
        names, [&](const std::string& n) { return sim::without_made_up(n, {form}) != n; }));
}

void remove(name_set& from, const sim::made_up_name& form) {
    std::erase_if(from, [&](const std::string& n) { return sim::without_made_up(n, {form}) != n; });
}

// Of one family: `a` and `b` are names that only one run has.
void learn(name_set a, name_set b, std::vector<sim::made_up_name>& to) {
    while (!a.empty() && !b.empty()) {
        std::optional<sim::made_up_name> form;
        for (auto other = b.begin(); other != b.end() && !form; ++other)
            form = common_form(*a.begin(), *other);
        if (!form) {
            a.erase(a.begin());
            continue;
        }
        // Otherwise one run has more of them, which is another difference.
        const bool is_in_both = count_of(a, *form) == count_of(b, *form);
        if (is_in_both && std::ranges::find(to, *form) == to.end()) to.push_back(*form);
        remove(a, *form);
        remove(b, *form);
    }
}

std::map<std::string, name_set> by_family(const std::vector<created_object>& all) {
    std::map<std::string, name_set> out;
    for (const created_object& o : all)
        out[fmt::format("{} {} {}", o.resource, o.ns, o.family)].insert(o.name);
    return out;
}

}  // namespace

std::vector<sim::made_up_name> learn_names(const std::vector<created_object>& a,
                                           const std::vector<created_object>& b) {
    std::vector<sim::made_up_name> all;
    const auto of_a = by_family(a), of_b = by_family(b);
    for (const auto& [family, names] : of_a) {
        const auto at = of_b.find(family);
        if (at == of_b.end()) continue;
        name_set only_a, only_b;
        std::ranges::set_difference(names, at->second, std::inserter(only_a, only_a.end()));
        std::ranges::set_difference(at->second, names, std::inserter(only_b, only_b.end()));
        learn(std::move(only_a), std::move(only_b), all);
    }
    return all;
}

}}}  // namespace setpoint::v0::story
