// Two timelines beside each other.

#include "testkit/story/outcome.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint::inline v0::story {

namespace {

constexpr std::size_t column = 62, most_shown = 40;

struct shown_line {
    std::string text, time;
};

std::vector<shown_line> lines_from(const run_trace& t, std::size_t from) {
    std::vector<shown_line> all;
    for (std::size_t i = from; i < t.lines.size() && all.size() < most_shown; ++i)
        all.push_back({t.lines[i].substr(0, column), t.times[i]});
    return all;
}

// The number of a request or event shifts with what came before.
std::string_view without_number(std::string_view text) {
    return text.substr(0, text.find('#'));
}

bool is_same(const shown_line& a, const shown_line& b) {
    return without_number(a.text) == without_number(b.text);
}

// The length of the longest common subsequence of what follows i and j.
std::vector<std::vector<std::size_t>> common_lengths(const std::vector<shown_line>& a,
                                                     const std::vector<shown_line>& b) {
    std::vector<std::vector<std::size_t>> n(a.size() + 1, std::vector<std::size_t>(b.size() + 1, 0));
    for (std::size_t i = a.size(); i-- > 0;)
        for (std::size_t j = b.size(); j-- > 0;)
            n[i][j] = is_same(a[i], b[j]) ? n[i + 1][j + 1] + 1 : std::max(n[i + 1][j], n[i][j + 1]);
    return n;
}

}  // namespace

std::string side_by_side(const run_trace& without, const run_trace& with, std::string_view point) {
    std::size_t from = 0;
    for (std::size_t i = 0; i < without.lines.size(); ++i)
        if (without.lines[i].starts_with(point)) {
            from = i;
            break;
        }
    const auto left = lines_from(without, from), right = lines_from(with, with.from);
    const auto common = common_lengths(left, right);
    std::string out =
        fmt::format("    {:>7} {:<{}} | {:>7} {}\n", "s", "without the fault", column, "s", "with it");
    bool differed = false;
    std::size_t i = 0, j = 0;
    while (i < left.size() || j < right.size()) {
        const bool is_fault = j < right.size() && right[j].text.starts_with("FAULT ");
        const bool both = i < left.size() && j < right.size() && is_same(left[i], right[j]);
        const bool takes_left = both || (!is_fault && i < left.size() &&
                                         (j == right.size() || common[i + 1][j] >= common[i][j + 1]));
        const shown_line none;
        const shown_line& l = takes_left ? left[i] : none;
        const shown_line& r = both || !takes_left ? right[j] : none;
        const char* const mark = both || is_fault || differed ? "  " : "> ";
        differed = differed || (!both && !is_fault);
        out += fmt::format("  {}{:>7} {:<{}} | {:>7} {}\n", mark, l.time, l.text, column, r.time, r.text);
        if (takes_left) ++i;
        if (both || !takes_left) ++j;
    }
    return out;
}

}  // namespace setpoint::inline v0::story
