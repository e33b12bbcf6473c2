#include "testkit/sim/near.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

constexpr std::size_t most_names = 3, longest_name = 200;

// How many characters to insert, remove or replace (Levenshtein).
std::size_t distance(std::string_view a, std::string_view b) {
    a = a.substr(0, longest_name);
    b = b.substr(0, longest_name);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::vector<std::string> near_names(std::string_view name, const std::vector<std::string>& all) {
    std::set<std::pair<std::size_t, std::string>> by_distance;
    for (const std::string& one : all) {
        const std::size_t d = distance(name, one);
        if (d <= std::max<std::size_t>(2, std::max(name.size(), one.size()) * 2 / 5))
            by_distance.emplace(d, one);
    }
    std::vector<std::string> near;
    for (const auto& [d, one] : by_distance)
        if (near.size() < most_names) near.push_back(one);
    return near;
}

}}}  // namespace setpoint::v0::sim
