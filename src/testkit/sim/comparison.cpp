// Aligns two timelines.

#include "setpoint/sim/finding.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

// Of the table below: 8 MB.
constexpr std::size_t most_cells = 4'000'000;

bool is_compared_entry(const timeline_entry& e) {
    return e.in != lane::fault && e.in != lane::check;
}

// The longest common subsequence of what lies between a common begin and a common end.
class alignment {
public:
    alignment(const timeline& expected, const timeline& happened) : left_(expected), right_(happened) {}

    std::vector<aligned_entries> rows() {
        std::size_t begin = 0, left = left_.size(), right = right_.size();
        while (begin < std::min(left, right) && same(begin, begin)) ++begin;
        while (left > begin && right > begin && same(left - 1, right - 1)) --left, --right;
        for (std::size_t i = 0; i < begin; ++i) rows_.push_back({i, i});
        between(begin, left, right);
        for (; left < left_.size(); ++left, ++right) rows_.push_back({left, right});
        return std::move(rows_);
    }

private:
    bool same(std::size_t l, std::size_t r) const {
        return is_compared_entry(left_[l]) && is_compared_entry(right_[r]) &&
               left_[l].match == right_[r].match;
    }

    void between(std::size_t begin, std::size_t left_end, std::size_t right_end) {
        const std::size_t n = left_end - begin, m = right_end - begin;
        if (n == 0 || m == 0 || n * m > most_cells) return alone(begin, left_end, begin, right_end);
        // lengths[i][j]: of what is common from i and j on
        std::vector<std::uint16_t> lengths((n + 1) * (m + 1), 0);
        const auto at = [&](std::size_t i, std::size_t j) -> std::uint16_t& {
            return lengths[i * (m + 1) + j];
        };
        for (std::size_t i = n; i-- > 0;)
            for (std::size_t j = m; j-- > 0;)
                at(i, j) = same(begin + i, begin + j) ? static_cast<std::uint16_t>(at(i + 1, j + 1) + 1)
                                                      : std::max(at(i + 1, j), at(i, j + 1));
        std::size_t i = 0, j = 0, from_i = 0, from_j = 0;
        while (i < n && j < m) {
            if (same(begin + i, begin + j)) {
                alone(begin + from_i, begin + i, begin + from_j, begin + j);
                rows_.push_back({begin + i, begin + j});
                from_i = ++i;
                from_j = ++j;
            } else if (at(i + 1, j) >= at(i, j + 1)) {
                ++i;
            } else {
                ++j;
            }
        }
        alone(begin + from_i, left_end, begin + from_j, right_end);
    }

    // Rows of one side each, in the order of time; the fault and its effect come before what they prevent.
    void alone(std::size_t left, std::size_t left_end, std::size_t right, std::size_t right_end) {
        const auto comes_first = [&](const timeline_entry& r, const timeline_entry& l) {
            const bool is_cause = r.in == lane::fault || (r.in == lane::operators && r.what == "is killed");
            return r.at < l.at || (r.at == l.at && is_cause);
        };
        while (left < left_end || right < right_end) {
            const bool is_right =
                left == left_end || (right < right_end && comes_first(right_[right], left_[left]));
            if (is_right)
                rows_.push_back({std::nullopt, right++});
            else
                rows_.push_back({left++, std::nullopt});
        }
    }

    const timeline& left_;
    const timeline& right_;
    std::vector<aligned_entries> rows_;
};

void mark_moved(const timeline& expected, const timeline& happened, std::vector<aligned_entries>& rows) {
    std::map<std::string_view, std::size_t> left, right;  // how many are alone
    const auto is_alone = [](const timeline& in, const auto& here, const auto& there) {
        return here && !there && is_compared_entry(in[*here]);
    };
    for (const aligned_entries& r : rows) {
        if (is_alone(expected, r.expected, r.happened)) ++left[expected[*r.expected].match];
        if (is_alone(happened, r.happened, r.expected)) ++right[happened[*r.happened].match];
    }
    const auto take = [](std::map<std::string_view, std::size_t>& from, std::string_view what) {
        const auto at = from.find(what);
        if (at == from.end() || at->second == 0) return false;
        --at->second;
        return true;
    };
    for (aligned_entries& r : rows) {
        if (is_alone(expected, r.expected, r.happened)) r.is_moved = take(right, expected[*r.expected].match);
        if (is_alone(happened, r.happened, r.expected)) r.is_moved = take(left, happened[*r.happened].match);
    }
}

}  // namespace

std::string_view to_string(lane l) {
    constexpr std::string_view names[] = {"user", "operator", "API", "watch", "fault", "check"};
    return names[static_cast<std::size_t>(l)];
}

comparison compare(const timeline& expected, const timeline& happened) {
    comparison c;
    c.rows = alignment(expected, happened).rows();
    mark_moved(expected, happened, c.rows);
    const auto entry = [&](const aligned_entries& r) -> const timeline_entry& {
        return r.happened ? happened[*r.happened] : expected[*r.expected];
    };
    const auto fault = std::find_if(c.rows.begin(), c.rows.end(),
                                    [&](const aligned_entries& r) { return entry(r).in == lane::fault; });
    const auto begin = fault == c.rows.end() ? c.rows.begin() : fault;
    const auto first = [&](auto wanted) {
        return std::find_if(begin, c.rows.end(), [&](const aligned_entries& r) {
            const bool is_alone = r.expected.has_value() != r.happened.has_value();
            return is_alone && is_compared_entry(entry(r)) && wanted(r);
        });
    };
    auto found = first([&](const aligned_entries& r) { return !r.is_moved && entry(r).in == lane::api; });
    if (found == c.rows.end()) found = first([](const aligned_entries& r) { return !r.is_moved; });
    if (found == c.rows.end()) found = first([](const aligned_entries&) { return true; });
    if (found != c.rows.end() && !expected.empty())
        c.first_difference = static_cast<std::size_t>(found - c.rows.begin());
    return c;
}

}}}  // namespace setpoint::v0::sim
