#include "testkit/story/fault.hpp"

#include "setpoint/story/explore.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint::inline v0::story {

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

std::vector<const fault*> all_faults() {
    std::vector<const fault*> all;
    for (const auto& list : {process_faults(), request_faults(), watch_faults(), foreign_faults()})
        for (const fault& f : list) all.push_back(&f);
    return all;
}

const fault* find_fault(std::string_view name) {
    const auto all = all_faults();
    const auto at = std::find_if(all.begin(), all.end(), [&](const fault* f) { return f->name == name; });
    return at == all.end() ? nullptr : *at;
}

std::string list_perturbations() {
    std::string out;
    for (const fault* f : all_faults()) out += fmt::format("  {:<11} {}\n", f->name, f->words);
    return out;
}

std::string story_plan::text() const {
    return what ? fmt::format("{}@{}", what->name, point) : "none";
}

story_plan parse_plan(std::string_view text) {
    const std::size_t at = text.find('@');
    if (at == std::string_view::npos || at + 1 == text.size())
        throw cannot_explore(
            fmt::format("\"{}\" is not a plan: it needs a perturbation and a point, as in "
                        "P2@patch deployments default/web#1",
                        text));
    story_plan p{find_fault(text.substr(0, at)), std::string(text.substr(at + 1))};
    if (!p.what)
        throw cannot_explore(fmt::format(
            "this version has no perturbation {}, perhaps the plan is of another one; it has:\n{}",
            text.substr(0, at), list_perturbations()));
    return p;
}

std::vector<story_plan> choose_plans(const std::vector<sim::story_point>& points, const plan_choice& c,
                                     std::size_t& left_out) {
    check_names(c.only);
    check_names(c.except);
    std::vector<story_plan> all;
    for (const fault* f : all_faults()) {
        if ((!c.only.empty() && !is_in(c.only, f->name)) || is_in(c.except, f->name)) continue;
        if (c.replicas < f->least_replicas) continue;
        for (const sim::story_point& p : points) {
            if (!f->applies(p)) continue;
            if (p.p.nth > most_occurrences)
                ++left_out;
            else
                all.push_back({f, p.p.text});
        }
    }
    return all;
}

}  // namespace setpoint::inline v0::story
