#include "testkit/sim/simpler.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

// Faults of the same kind of which the first does less than the second.
constexpr std::pair<std::string_view, std::string_view> simpler_faults[] = {
    {"P2", "P7"},       {"P1", "P7"},        {"P2", "P7.own"},    {"P2", "P7.others"}, {"P7", "P7.older"},
    {"P2", "P7.older"}, {"P2", "P7.kind"},   {"P1", "P15"},       {"P6", "P8"},        {"P9", "P9.gap"},
    {"P6", "P13"},      {"P11.edit", "P26"}, {"P11.after", "P10"}};

}  // namespace

bool is_plain(std::string_view name) {
    constexpr std::array<std::string_view, 9> plain{"P1", "P2", "P4", "P5", "P6", "P8", "P9", "P12", "P15"};
    return std::find(plain.begin(), plain.end(), name.substr(0, name.find('.'))) != plain.end();
}

std::vector<std::string_view> simpler_than(std::string_view name) {
    std::vector<std::string_view> all;
    for (const auto& [simple, other] : simpler_faults)
        if (other == name) all.push_back(simple);
    return all;
}

}}}  // namespace setpoint::v0::sim
