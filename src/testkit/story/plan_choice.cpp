// Which plans are played, and which are simpler.

#include "setpoint/story/explore.hpp"
#include "testkit/sim/perturbation.hpp"
#include "testkit/sim/simpler.hpp"
#include "testkit/story/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

// Later occurrences of a request or event rarely show what the first ones do not.
constexpr int most_occurrences = 3;

bool is_in(const std::vector<std::string>& names, std::string_view one) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& n) {
        // P5 stands for P5.409 and the others.
        return one == n || (one.starts_with(n) && one[n.size()] == '.');
    });
}

void check_names(const std::vector<std::string>& names) {
    const auto all = all_faults();
    for (const std::string& n : names)
        if (std::none_of(all.begin(), all.end(), [&](const fault* f) { return is_in({n}, f->name); }))
            throw cannot_explore(
                fmt::format("this version has no perturbation {}; it has:\n{}", n, list_perturbations()));
}

}  // namespace

bool plan_choice::has(const fault& f) const {
    return (only.empty() || is_in(only, f.name)) && !is_in(except, f.name) && of.have(f.needs);
}

bool plan_choice::has_second(const fault& f) const {
    return sim::may_come_second(f.name) && !is_in(except, f.name) && of.have(f.needs);
}

std::vector<story_plan> choose_plans(const std::vector<sim::story_point>& points, const plan_choice& c,
                                     std::size_t& left_out) {
    check_names(c.only);
    check_names(c.except);
    std::vector<story_plan> all;
    for (const fault* f : all_faults()) {
        if (!c.has(*f)) continue;
        for (const sim::story_point& p : points) {
            if (!f->applies(p)) continue;
            if (p.p.nth > most_occurrences)
                ++left_out;
            else
                all.push_back({{{f, p.p.text}}});
        }
    }
    return all;
}

std::vector<story_plan> choose_pairs(const story_plan& first, const std::vector<sim::story_point>& after,
                                     const plan_choice& c) {
    std::vector<story_plan> all;
    for (const sim::story_point& p : after) {
        for (const fault* f : all_faults()) {
            if (!c.has_second(*f) || !f->applies(p)) continue;
            story_plan& pair = all.emplace_back(first);
            pair.steps.push_back({f, p.p.text});
        }
        if (is_user_write(p)) break;
    }
    return all;
}

std::vector<story_plan> take_in_turn(std::vector<std::vector<story_plan>> lists) {
    std::size_t longest = 0;
    for (const auto& one : lists) longest = std::max(longest, one.size());
    std::vector<story_plan> all;
    for (std::size_t i = 0; i < longest; ++i)
        for (auto& one : lists)
            if (i < one.size()) all.push_back(std::move(one[i]));
    return all;
}

std::vector<story_plan> simpler_plans(const story_plan& plan, const std::vector<sim::story_point>& points,
                                      const plan_choice& c, const std::set<std::string>& played) {
    std::vector<story_plan> all;
    if (plan.steps.size() > 1)
        for (const plan_step& s : plan.steps) all.push_back({{s}});
    for (std::size_t i = 0; i < plan.steps.size(); ++i)
        for (const std::string_view name : sim::simpler_than(plan.steps[i].what->name)) {
            const fault* const other = find_fault(name);
            if (!other) continue;
            all.push_back(plan);
            all.back().steps[i].what = other;
        }
    std::erase_if(all, [&](const story_plan& p) {
        const bool is_chosen = std::all_of(p.steps.begin(), p.steps.end(), [&](const plan_step& s) {
            return c.has(*s.what) || (plan.steps.size() > 1 && c.has_second(*s.what));
        });
        return !is_chosen || played.contains(p.text()) || !misfit(p, points, c.of).empty();
    });
    return all;
}

}}}  // namespace setpoint::v0::story
