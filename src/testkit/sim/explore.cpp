#include "setpoint/sim/explore.hpp"

#include "setpoint/sim/report.hpp"
#include "testkit/sim/fork_pool.hpp"
#include "testkit/sim/interruption.hpp"
#include "testkit/sim/progress.hpp"
#include "testkit/sim/reference_run.hpp"
#include "testkit/sim/rehearsal.hpp"
#include "testkit/sim/shrink.hpp"
#include "testkit/sim/trunk.hpp"
#include "testkit/sim/visited_states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

// More plans with a wrong outcome say nothing more.
constexpr std::size_t max_wrong_plans = 200;

// Whether "P10" or "P10@persistentvolumeclaims default/data*" means this perturbation at this point: "patch
// deployments default/web#1".
bool is_chosen(std::string_view chosen, std::string_view name, std::string_view point) {
    const std::size_t at = chosen.find('@');
    if (chosen.substr(0, at) != name) return false;
    if (at == std::string_view::npos) return true;
    std::string_view wanted = chosen.substr(at + 1);
    std::string_view object = point.substr(std::min(point.size(), point.find(' ') + 1));
    object = object.substr(0, object.rfind('#'));
    if (wanted.ends_with('*')) return object.starts_with(wanted.substr(0, wanted.size() - 1));
    return object == wanted || object.substr(0, object.find(' ')) == wanted;
}

std::vector<plan> derive_plans(const exploration& what, const reference_run& reference) {
    std::vector<plan> all;
    for (std::size_t i = 0; i < reference.points.size(); ++i)
        for_each_perturbation([&](const perturbation& p) {
            const std::string& at = reference.points[i].p.text;
            const auto chosen = [&](const std::string& s) { return is_chosen(s, p.name, at); };
            const bool is_wanted = what.only.empty() || std::ranges::any_of(what.only, chosen);
            if (is_wanted && std::ranges::none_of(what.except, chosen) && p.applies &&
                p.applies(reference.points[i]))
                all.push_back({&p, i, fmt::format("{}@{}", p.name, reference.points[i].p.text)});
        });
    return all;
}

// "found-web_servers.html" of "found.html".
std::string file_of_page(const exploration& what, bool is_empty) {
    if (!what.page.empty()) return what.page;
    const char* const wanted = std::getenv("SETPOINT_EXPLORE_PAGE");
    if (!wanted || is_empty) return {};
    std::string file = wanted;
    if (what.name.empty()) return file;
    const std::size_t dot = file.rfind('.');
    const bool has_ending = dot != std::string::npos && file.find('/', dot) == std::string::npos;
    return file.insert(has_ending ? dot : file.size(), "-" + what.name);
}

// An exploration while it runs.
class running {
public:
    running(const exploration& what, reference_run& reference, findings& to)
        : what_(what),
          reference_(reference),
          to_(to),
          plans_(derive_plans(what, reference)),
          by_plan_(plans_.size()),
          progress_(progress::of_process(time_, what.progress, what.name)) {}

    // Returns the signal that has ended it early; 0 otherwise.
    int run() {
        play_all();
        collect();
        const auto again = [this] {
            progress_.tick();
            // The second Ctrl-C ends the replays, too.
            return ctrl_c_.count() < 2;
        };
        const std::size_t n = outcomes_.size();
        progress_.begin(fmt::format("replaying {} wrong outcome{}", n, n == 1 ? "" : "s"), 0);
        to_.all = outcomes_.findings_of(what_, reference_, again, ctrl_c_.descriptor());
        to_.interrupted = ctrl_c_.count() != 0;
        return ctrl_c_.signal();
    }

private:
    // What a plan knows of others must not depend on how long they take: all those before it, but for the
    // last few, which may still run.
    bool may_begin(fork_pool& pool, std::size_t plan) {
        constexpr std::size_t window = 16;
        for (; merged_ + window <= plan; ++merged_) {
            pool.wait_until([this] { return !by_plan_[merged_].empty(); });
            for (const report& one : by_plan_[merged_]) {
                visited_.add(one);
                note_symptoms(one, merged_symptoms_);
            }
            is_full_ = is_full_ || merged_symptoms_.size() >= what_.max_findings;
        }
        return !is_full_;
    }

    void play_all() {
        fork_pool pool(what_.jobs, what_.cpu_limit,
                       [this](std::size_t i, const std::string& text, const std::string& death) {
                           took(i, decode(text, death).all);
                       });
        pool.call_while_waiting(
            [this] {
                progress_.tick();
                return ctrl_c_.count() == 0;
            },
            ctrl_c_.descriptor());
        progress_.begin("plans", plans_.size());
        trunk director(
            {what_, reference_, plans_, visited_, [&](std::size_t plan) { return may_begin(pool, plan); }},
            pool);
        world w(what_, director);
        w.play();
        if (pool.is_child()) director.finish(w, false);
        pool.wait();
        std::string why = first_difference(reference_.trace, w.env().trace());
        if (why.empty()) why = director.difference();
        if (!why.empty()) throw cannot_explore("the story is not deterministic: " + why);
    }

    void took(std::size_t plan, std::vector<report> all) {
        ++done_;
        more_ += all.size() - 1;
        wrong_ += all.front().violations.empty() ? 0 : 1;
        for (const report& one : all) note_symptoms(one, symptoms_);
        is_full_ = is_full_ || wrong_ >= (what_.stop_at_first ? 1 : max_wrong_plans);
        by_plan_[plan] = std::move(all);
        progress_.done(done_, more_, symptoms_.size());
    }

    static void note_symptoms(const report& one, std::set<std::string>& to) {
        for (const violation& v : one.violations) to.insert(v.oracle + ": " + symptom(v));
    }

    // In the order of the plans, whatever the order in which they ended.
    void collect() {
        to_.plans = plans_.size();
        for (std::size_t i = 0; i < plans_.size(); ++i)
            for (const report& one : by_plan_[i]) {
                ++to_.run;
                to_.ended_early += one.is_early ? 1 : 0;
                if (one.seconds > to_.slowest_seconds) {
                    to_.slowest_seconds = one.seconds;
                    to_.slowest = plans_[i].text;
                }
                if (!one.second.empty()) ++to_.plans;
                std::vector<plan_step> steps{{plans_[i].what, reference_.points[plans_[i].at].p.text}};
                if (!one.second.empty())
                    for (plan_step& s : parse_plan(one.second)) steps.push_back(std::move(s));
                for (const violation& v : one.violations) outcomes_.add(steps, plans_[i].at, v);
            }
    }

    const exploration& what_;
    reference_run& reference_;
    findings& to_;
    const std::vector<plan> plans_;
    std::vector<std::vector<report>> by_plan_;
    std::set<std::string> symptoms_, merged_symptoms_;  // of all plans that have ended; of the merged ones
    std::size_t done_ = 0, more_ = 0, wrong_ = 0;
    bool is_full_ = false;
    visited_states visited_;
    std::size_t merged_ = 0;  // plans whose states are known
    real_clock time_;
    progress progress_;
    interruption ctrl_c_;
    outcomes outcomes_;
};

// What is wrong without a fault.
std::vector<finding> explain_reference(const exploration& what, reference_run& reference) {
    outcomes without_faults;
    for (const violation& v : reference.violations) without_faults.add({}, 0, v);
    return without_faults.findings_of(what, reference, {}, -1);
}

void report_interruption(const findings& found, int signal) {
    const std::string text = describe(found, style_of_terminal(STDERR_FILENO));
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
    std::raise(signal);
}

}  // namespace

findings explore(const exploration& what) {
    if (!what.story) throw cannot_explore("there is no story");
    if (thread_count() > 1) throw std::logic_error("explore(): the process has more than one thread");
    const duration begun = cpu_time();
    int signal = 0;
    findings found;
    found.name = what.name;
    if (!what.replay.empty()) parse_plan(what.replay);  // before anything is run
    if (what.replay.empty()) rehearse(what);
    reference_run reference = play_reference(what);
    found.points = reference.points.size();
    for (const violation& v : reference.violations)
        if (v.oracle == "story") throw cannot_explore("the story fails without faults: " + v.detail);
    if (!what.replay.empty())
        replay_here(what, reference, found);
    else if (!reference.violations.empty())
        found.all = explain_reference(what, reference);
    else
        signal = running(what, reference, found).run();
    found.cpu_seconds = std::chrono::duration<double>(cpu_time() - begun).count();
    if (const std::string file = file_of_page(what, found.empty()); !file.empty()) write_page(found, file);
    if (found.interrupted) report_interruption(found, signal);
    return found;
}

}}}  // namespace setpoint::v0::sim
