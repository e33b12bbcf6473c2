#include "testkit/story/plan.hpp"

#include "setpoint/story/explore.hpp"
#include "testkit/sim/near.hpp"
#include "testkit/sim/printable.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr std::string_view joint = " + ";
const char* const of_another_version =
    "; a replay line belongs to the version of setpoint and the story that printed it";

plan_step parse_step(std::string_view text) {
    const std::size_t at = text.find('@');
    if (at == std::string_view::npos || at + 1 == text.size())
        throw cannot_explore(
            fmt::format("\"{}\" is not a plan: it needs a perturbation and a point, as in "
                        "P2@patch deployments default/web#1; two are joined by \" + \"",
                        sim::printable(text)));
    plan_step s{find_fault(text.substr(0, at)), std::string(text.substr(at + 1))};
    if (!s.what)
        throw cannot_explore(
            fmt::format("this version has no perturbation {}, perhaps the plan is of "
                        "another one; it has:\n{}",
                        sim::printable(text.substr(0, at)), list_perturbations()));
    return s;
}

std::string no_such_point(const std::string& where, const std::string& point,
                          const std::vector<sim::story_point>& points) {
    std::vector<std::string> names;
    names.reserve(points.size());
    for (const sim::story_point& p : points) names.push_back(p.p.text);
    const std::vector<std::string> near = sim::near_names(point, names);
    std::string out =
        fmt::format("{} has no point \"{}\"{}", where, sim::printable(point), of_another_version);
    if (!near.empty())
        return out +
               fmt::format("; near: \"{}\"", sim::printable(fmt::format("{}", fmt::join(near, "\", \""))));
    out += "; it has:";
    for (const std::string& one : names) out += "\n  " + sim::printable(one);
    return out;
}

std::string words_of(requirement r) {
    switch (r) {
        case requirement::second_instance:
            return "`replicas: 2`";
        case requirement::garbage_collection:
            return "the controller garbage-collection";
        case requirement::pods:
            return "pods, and nodes for them";
        case requirement::answers:
            return "pods.answers";
        case requirement::webhooks:
            return "webhooks";
        case requirement::old_lists:
            return "an operator whose first lists may be old";
        default:
            return "nothing";
    }
}

}  // namespace

std::string story_plan::text() const {
    std::string out;
    for (const plan_step& s : steps)
        out += fmt::format("{}{}@{}", out.empty() ? "" : joint, s.what->name, s.point);
    return out.empty() ? "none" : out;
}

bool story_plan::is_internal() const {
    return std::all_of(steps.begin(), steps.end(), [](const plan_step& s) { return s.what->is_internal; });
}

bool story_plan::shows_old() const {
    return std::any_of(steps.begin(), steps.end(), [](const plan_step& s) { return s.what->shows_old; });
}

story_plan parse_plan(std::string_view text) {
    story_plan p;
    for (;;) {
        const std::size_t end = text.find(joint);
        p.steps.push_back(parse_step(text.substr(0, end)));
        if (end == std::string_view::npos) return p;
        text.remove_prefix(end + joint.size());
    }
}

bool story_features::have(requirement r) const {
    switch (r) {
        case requirement::second_instance:
            return replicas > 1;
        case requirement::garbage_collection:
            return garbage_collection;
        case requirement::pods:
            return pods;
        case requirement::answers:
            return answers;
        case requirement::webhooks:
            return webhooks;
        case requirement::old_lists:
            return old_lists;
        default:
            return true;
    }
}

std::string misfit(const story_plan& plan, const std::vector<sim::story_point>& points,
                   const story_features& of) {
    for (const plan_step& s : plan.steps)
        if (!of.have(s.what->needs))
            return fmt::format("{} needs a story with {}", s.what->name, words_of(s.what->needs));
    if (plan.steps.empty()) return {};
    const plan_step& first = plan.steps.front();
    const auto at = std::find_if(points.begin(), points.end(),
                                 [&](const sim::story_point& p) { return p.p.text == first.point; });
    if (at == points.end()) return no_such_point("the story", first.point, points);
    if (first.what->applies(*at)) return {};
    return fmt::format("{} does not apply at \"{}\": {}", first.what->name, sim::printable(first.point),
                       first.what->words);
}

std::string missing_point(const story_plan& plan, std::size_t n,
                          const std::vector<sim::story_point>& passed) {
    const story_plan before{{plan.steps.begin(), plan.steps.begin() + static_cast<std::ptrdiff_t>(n)}};
    const std::string where = n == 0 ? "this run of the story" : "the run under " + before.text();
    const plan_step& s = plan.steps[n];
    const bool is_there = std::any_of(passed.begin(), passed.end(),
                                      [&](const sim::story_point& p) { return p.p.text == s.point; });
    if (!is_there) return no_such_point(where, s.point, passed);
    return fmt::format("{} does not apply at \"{}\": {}", s.what->name, sim::printable(s.point),
                       s.what->words);
}

}}}  // namespace setpoint::v0::story
