#include "setpoint/sim/explore.hpp"

#include "testkit/sim/fork_pool.hpp"
#include "testkit/sim/reference_run.hpp"
#include "testkit/sim/report.hpp"
#include "testkit/sim/trunk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

namespace setpoint::inline v0::sim {

namespace {

// More plans with a wrong outcome say nothing more.
constexpr std::size_t max_wrong_plans = 200;

std::vector<plan> derive_plans(const exploration& what, const reference_run& reference) {
    std::vector<plan> all;
    for (std::size_t i = 0; i < reference.points.size(); ++i)
        for_each_perturbation([&](const perturbation& p) {
            const bool is_wanted =
                what.only.empty() || std::find(what.only.begin(), what.only.end(), p.name) != what.only.end();
            const bool is_left_out =
                std::find(what.except.begin(), what.except.end(), p.name) != what.except.end();
            if (is_wanted && !is_left_out && p.applies(reference.points[i]))
                all.push_back({&p, i, fmt::format("{}@{}", p.name, reference.points[i].p.text)});
        });
    return all;
}

// Applies one plan in this process.
class replayer final : public director {
public:
    explicit replayer(std::string_view text) {
        while (!text.empty()) {
            const std::string_view one = text.substr(0, text.find(" + "));
            text.remove_prefix(std::min(text.size(), one.size() + 3));
            const std::size_t at = one.find('@');
            const perturbation* const what = find_perturbation(one.substr(0, at));
            if (at == std::string_view::npos || !what)
                throw cannot_explore("not a plan: " + std::string(one));
            plans_.push_back({what, std::string(one.substr(at + 1))});
        }
    }
    const perturbation* at(world&, const story_point& p) override {
        if (is_done() || p.p.text != plans_.front().point) return nullptr;
        const perturbation* const what = plans_.front().what;
        plans_.pop_front();
        return what;
    }
    bool is_done() const { return plans_.empty(); }

private:
    struct step {
        const perturbation* what;
        std::string point;
    };
    std::deque<step> plans_;
};

finding fault_free(const violation& v) {
    return {"none", v.oracle, v.detail, "", 0};
}

void replay(const exploration& what, const reference_run& reference, findings& to) {
    replayer once(what.replay);
    world w(what, once);
    w.play();
    if (!once.is_done()) throw cannot_explore("the story has no such point: " + what.replay);
    check_end_of_plan(w, reference);
    to.plans = to.run = 1;
    for (const violation& v : w.violations())
        to.all.push_back({what.replay, v.oracle, v.detail,
                          timeline_of(reference.trace, w.env().trace(), w.trace_at_fault()), 0});
}

void explore_all(const exploration& what, reference_run& reference, findings& to) {
    const std::vector<plan> plans = derive_plans(what, reference);
    std::vector<std::vector<report>> by_plan(plans.size());
    std::size_t wrong = 0;
    bool is_full = false;
    fork_pool pool(what.jobs, what.cpu_limit, [&](std::size_t i, const std::string& text, std::string death) {
        by_plan[i] = decode(text, std::move(death));
        wrong += by_plan[i].front().violations.empty() ? 0 : 1;
        is_full = wrong >= max_wrong_plans;
    });
    trunk director(what, reference, plans, pool, is_full);
    world w(what, director);
    w.play();
    if (pool.is_child()) director.finish(w, false);
    pool.wait();
    if (!director.difference().empty())
        throw cannot_explore("the story is not deterministic: " + director.difference());
    if (w.env().trace() != reference.trace)
        throw cannot_explore("the story is not deterministic: the traces of two runs differ");
    to.plans = plans.size();
    for (std::size_t i = 0; i < plans.size(); ++i)
        for (const report& one : by_plan[i]) {
            ++to.run;
            to.ended_early += one.is_early ? 1 : 0;
            if (one.seconds > to.slowest_seconds) {
                to.slowest_seconds = one.seconds;
                to.slowest = plans[i].text;
            }
            if (!one.second.empty()) ++to.plans;
            add_findings(plans[i].text, one, reference.trace, to.all);
        }
    if (to.all.size() > what.max_findings) to.all.resize(what.max_findings);
}

}  // namespace

findings explore(const exploration& what) {
    if (!what.story) throw cannot_explore("there is no story");
    if (thread_count() > 1) throw std::logic_error("explore(): the process has more than one thread");
    const duration begun = cpu_time();
    findings found;
    reference_run reference = play_reference(what);
    found.points = reference.points.size();
    for (const violation& v : reference.violations) {
        if (v.oracle == "story") throw cannot_explore("the story fails without faults: " + v.detail);
        found.all.push_back(fault_free(v));
    }
    if (!what.replay.empty())
        replay(what, reference, found);
    else if (found.all.empty())
        explore_all(what, reference, found);
    found.cpu_seconds = std::chrono::duration<double>(cpu_time() - begun).count();
    return found;
}

}  // namespace setpoint::inline v0::sim
