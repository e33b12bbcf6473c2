#include "testkit/sim/replay.hpp"

#include "testkit/sim/near.hpp"
#include "testkit/sim/printable.hpp"
#include "testkit/sim/trunk.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

constexpr std::string_view joint = " + ", no_fault = "none";

const char* const of_another_version =
    "; a replay line belongs to the version of setpoint and the story that printed it";

[[noreturn]] void refuse_name(std::string_view name) {
    std::vector<std::string> all;
    for_each_perturbation([&](const perturbation& p) { all.emplace_back(p.name); });
    std::vector<std::string> near = near_names(name, all);
    const bool is_family = std::any_of(all.begin(), all.end(), [&](const std::string& one) {
        return one.starts_with(std::string(name) + ".");
    });
    if (is_family) {
        near.clear();
        for (const std::string& one : all)
            if (one.starts_with(std::string(name) + ".")) near.push_back(one);
    }
    throw cannot_explore(
        fmt::format("there is no perturbation {}{}; {} {}", printable(name), of_another_version,
                    near.empty() ? "there are" : "near:", fmt::join(near.empty() ? all : near, ", ")));
}

std::string_view without_number(std::string_view point) {
    return point.substr(0, point.rfind('#'));
}

}  // namespace

std::vector<plan_step> parse_plan(std::string_view text) {
    std::vector<plan_step> plan;
    if (text == no_fault) return plan;
    for (;;) {
        const std::size_t end = text.find(joint);
        const std::string_view one = text.substr(0, end);
        const std::size_t at = one.find('@');
        if (at == std::string_view::npos || at + 1 == one.size())
            throw cannot_explore(
                fmt::format("not a plan: \"{}\"; a plan is PERTURBATION@POINT, as \"P2@patch "
                            "deployments default/web#1\", and two are joined by \" + \"",
                            printable(one)));
        const perturbation* const what = find_perturbation(one.substr(0, at));
        if (!what) refuse_name(one.substr(0, at));
        plan.push_back({what, std::string(one.substr(at + 1))});
        if (end == std::string_view::npos) return plan;
        text.remove_prefix(end + joint.size());
    }
}

std::string to_string(const std::vector<plan_step>& plan) {
    std::string out;
    for (const plan_step& s : plan)
        out += fmt::format("{}{}@{}", out.empty() ? "" : joint, s.what->name, s.point);
    return out.empty() ? std::string(no_fault) : out;
}

std::vector<planned_fault> faults_of(const std::vector<plan_step>& plan) {
    std::vector<planned_fault> all;
    all.reserve(plan.size());
    for (const plan_step& s : plan)
        all.push_back({std::string(s.what->name), std::string(s.what->words), s.point});
    return all;
}

replayer::replayer(const exploration& what, reference_run& reference, std::vector<plan_step> plan,
                   const fork_pool* pool)
    : what_(what), reference_(reference), plan_(std::move(plan)), pool_(pool) {}

const perturbation* replayer::at(world&, const story_point& p) {
    if (next_ == plan_.size() || !misfit_.empty()) return nullptr;
    const plan_step& step = plan_[next_];
    if (p.p.text != step.point) {
        passed_.push_back(p.p.text);
        return nullptr;
    }
    if (!applies(step, p)) {
        misfit_ = fmt::format("{} does not apply at \"{}\": {}", step.what->name, printable(step.point),
                              step.what->words);
        return nullptr;
    }
    passed_.clear();
    ++next_;
    return step.what;
}

// The first fault is at a point of the run without faults, of which more is known.
bool replayer::applies(const plan_step& step, const story_point& p) {
    const auto as_noted = std::find_if(reference_.points.begin(), reference_.points.end(),
                                       [&](const story_point& r) { return r.p.text == p.p.text; });
    if (!step.what->applies) return true;
    return step.what->applies(next_ == 0 && as_noted != reference_.points.end() ? *as_noted : p);
}

void replayer::idle(world& w) {
    const bool has_fault = next_ != 0 && next_ == plan_.size();
    if (pool_ && has_fault && ends_early(w, what_, reference_)) pool_->finish(encode(report_of(w, true)));
}

std::string replayer::missing() const {
    if (next_ == plan_.size() || !misfit_.empty()) return misfit_;
    const std::string& point = plan_[next_].point;
    std::vector<std::string> same;
    for (const std::string& one : passed_)
        if (without_number(one) == without_number(point)) same.push_back(one);
    const std::string where =
        next_ == 0
            ? "the story"
            : fmt::format("the run under {}",
                          to_string({plan_.begin(), plan_.begin() + static_cast<std::ptrdiff_t>(next_)}));
    std::string out = fmt::format("{} has no point \"{}\"{}", where, printable(point), of_another_version);
    const std::vector<std::string> near = same.empty() ? near_names(point, passed_) : same;
    if (!near.empty())
        out += fmt::format("; near: \"{}\"", printable(fmt::format("{}", fmt::join(near, "\", \""))));
    return out;
}

void replay_here(const exploration& what, reference_run& reference, findings& to) {
    const std::vector<plan_step> plan = parse_plan(what.replay);
    replayer nothing(what, reference, {}, nullptr), once(what, reference, plan, nullptr);
    timeline_recorder expected, happened;
    {
        world w(what, nothing, patience_under_faults, &expected);
        w.play();
    }
    world w(what, once, patience_under_faults, &happened);
    w.play();
    if (std::string why = once.missing(); !why.empty()) throw cannot_explore(why);
    if (!plan.empty()) check_end_of_plan(w, reference);
    to.plans = to.run = 1;
    for (const violation& v : w.violations()) {
        finding f{what.replay, faults_of(plan), v.oracle, v.detail, v.differences, {}, {}};
        if (!plan.empty()) f.expected = without_repeated_lists(expected.entries());
        f.happened = without_repeated_lists(happened.entries());
        to.all.push_back(std::move(f));
    }
}

std::vector<outcome_of_replay> replay_all(const exploration& what, reference_run& reference,
                                          const std::vector<std::vector<plan_step>>& plans,
                                          const fork_pool::on_wait& wait, int descriptor) {
    std::vector<outcome_of_replay> all(plans.size());
    fork_pool pool(
        what.jobs, what.cpu_limit, [&](std::size_t i, const std::string& text, const std::string& death) {
            reports r = decode(text, death);
            all[i] = {std::move(r.all.front()), without_repeated_lists(std::move(r.entries)), true};
        });
    pool.call_while_waiting(wait, descriptor);
    for (std::size_t i = 0; i < plans.size(); ++i) {
        if (!pool.begin(i)) continue;
        replayer once(what, reference, plans[i], &pool);
        timeline_recorder to([&](const timeline_entry& e) { pool.send(encode(e)); });
        world w(what, once, patience_under_faults, &to);
        w.play();
        if (!plans[i].empty()) check_end_of_plan(w, reference);
        report own = report_of(w, false);
        own.missing = once.missing();
        pool.finish(encode(own));
    }
    pool.wait();
    return all;
}

}}}  // namespace setpoint::v0::sim
