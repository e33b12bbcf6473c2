// In which order plans are run, and which of several explorations runs them.

#include "apiserver/go/hash.hpp"
#include "testkit/story/plan.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

// "P5" of "P5.409".
std::string_view kind_of(const story_plan& p) {
    const std::string_view name = p.steps.front().what->name;
    return name.substr(0, name.find('.'));
}

// Of a point's plans, in the order of faults: one of each kind of fault, then their variants.
std::vector<story_plan> kinds_first(std::vector<story_plan> plans) {
    std::vector<std::vector<story_plan>> by_kind;
    for (story_plan& p : plans) {
        const auto at = std::find_if(by_kind.begin(), by_kind.end(), [&](const std::vector<story_plan>& one) {
            return kind_of(one.front()) == kind_of(p);
        });
        if (at == by_kind.end())
            by_kind.push_back({std::move(p)});
        else
            at->push_back(std::move(p));
    }
    return take_in_turn(std::move(by_kind));
}

// 0, n/2, n/4, 3n/4, n/8, ...: the first few are of the whole range, however many there are.
std::vector<std::size_t> spread(std::size_t n) {
    std::size_t bits = 0;
    while ((std::size_t{1} << bits) < n) ++bits;
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < std::size_t{1} << bits; ++i) {
        std::size_t reversed = 0;
        for (std::size_t b = 0; b < bits; ++b) reversed |= (i >> b & 1) << (bits - 1 - b);
        if (reversed < n) all.push_back(reversed);
    }
    return all;
}

using plans_by_point = std::map<std::string, std::vector<story_plan>>;

std::vector<story_plan> spread_over(std::vector<std::vector<story_plan>> points) {
    std::vector<std::vector<story_plan>> alternating;
    for (const std::size_t i : spread(points.size()))
        alternating.push_back(kinds_first(std::move(points[i])));
    return take_in_turn(std::move(alternating));
}

}  // namespace

std::vector<story_plan> by_value(std::vector<story_plan> plans, const std::vector<sim::story_point>& points,
                                 const std::set<std::string>& without_change) {
    plans_by_point of;
    for (story_plan& p : plans) of[p.steps.front().point].push_back(std::move(p));
    std::vector<std::vector<story_plan>> worthy, rest;
    for (const sim::story_point& p : points) {
        const auto at = of.find(p.p.text);
        if (at == of.end()) continue;
        (without_change.contains(p.p.text) ? rest : worthy).push_back(std::move(at->second));
        of.erase(at);
    }
    std::vector<story_plan> all = spread_over(std::move(worthy));
    for (story_plan& p : spread_over(std::move(rest))) all.push_back(std::move(p));
    return all;
}

bool is_in_shard(const story_plan& plan, std::size_t shard, std::size_t shards) {
    // Each exploration finds the points itself, so that they may differ in a few: a plan's text decides, not
    // its number.
    constexpr int bits = 32;
    return ((std::uint64_t{apiserver::fnv1a_32(plan.text())} * shards) >> bits) + 1 == shard;
}

}}}  // namespace setpoint::v0::story
