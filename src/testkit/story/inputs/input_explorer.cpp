#include "testkit/story/inputs/input_explorer.hpp"

#include "apiserver/go/hash.hpp"
#include "setpoint/sim/report.hpp"
#include "testkit/story/inputs/field_changes.hpp"
#include "testkit/story/inputs/input_trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

// A run in which nothing happens for that long only waits, and another one may begin.
constexpr duration merely_waits = std::chrono::milliseconds(700),
                   look_for_waiting = std::chrono::milliseconds(50);
constexpr std::size_t waiting_plans_per_job = 4;
// Sequences of several changes: as many as there are changes, and at least these.
constexpr std::size_t least_sequences = 20;

double in_seconds(duration d) {
    return std::chrono::duration<double>(d).count();
}

bool is_in_part(const input_plan& p, const exploration& what) {
    constexpr int bits = 32;
    return ((std::uint64_t{apiserver::fnv1a_32(p.text())} * what.shards) >> bits) + 1 == what.shard;
}

std::size_t count_fields(const std::vector<field_change>& all) {
    std::set<std::string> names;
    for (const field_change& c : all) names.insert(name_of_field(c.at));
    return names.size();
}

}  // namespace

input_explorer::input_explorer(loop& l, const exploration& what)
    : loop_(l), what_(what), runs_(l, what), changed_(l) {
    player_.emplace(l, runs_, subject_of(runs_.its_story()));
}

void input_explorer::report(const char* doing) {
    if (!what_.on_progress) return;
    progress p;
    p.doing = doing;
    p.plans = last_plan();
    p.done = found_.run;
    p.findings = known_.size();
    p.not_repeated = found_.not_repeated;
    p.time_limit = in_seconds(what_.time_limit);
    p.is_followed_by_pairs = what_.pairs && found_.plans == singles_;
    if (begun_ != time_point()) p.seconds = in_seconds(loop_.now() - begun_);
    what_.on_progress(p);
}

awaitable<void> input_explorer::prepare() {
    const fault_free_runs runs =
        co_await runs_.play_without_faults([this](const char* doing) { report(doing); });
    found_.points = runs_.reference().points.size();
    found_.not_compared = runs.not_compared;
    found_.made_up_names = runs.made_up;
    lacks_rights_ = runs.lacks_rights;
    if (runs_.patience() > what_.patience) found_.patience = in_seconds(runs_.patience());
    for (const wrong_without_fault& w : runs.wrong)
        if (what_.replay.empty() || w.seen == w.runs)
            add(w, what_.logs.empty() ? "" : what_.logs + "/" + log_of_run_without_faults(w.run) + ".log");
    if (lacks_rights_) co_return;
    if (!runs_.reference().comes_to_rest)
        throw cannot_explore(
            "the operator does not come to rest, so that states after changes cannot be compared");
    report("a new object");
    const input_outcome out = co_await player_->prepare();
    for (const wrong_outcome& w : out.wrong)
        if (!known(cause_in(w))) add({w, {}, out.timeline}, "");
}

awaitable<void> input_explorer::choose() {
    if (!what_.replay.empty()) {
        input_plan p = parse_input_plan(what_.replay);
        for (input_step& s : p.steps)
            if (s && s->to) s->is_bad = is_bad_value(runs_.its_story().inputs.choice, s->at, *s->to);
        plans_.push_back(std::move(p));
    } else {
        const input_subject& of = player_->subject();
        const story& text = runs_.its_story();
        std::vector<field_change> all = changes_of(of.schema, of.base, text.inputs.choice);
        const std::size_t tried = all.size();
        if (all.empty())
            throw cannot_explore(
                fmt::format("{}: no field of {} can be changed: does its schema have a spec, and "
                            "does `inputs` leave some?",
                            of.target.where, of.target.words()));
        all = co_await accepted_changes(loop_, text, of, std::move(all));
        found_.changes = all.size();
        found_.refused_changes = tried - all.size();
        found_.fields = count_fields(all);
        plans_ = single_plans(all);
        const std::size_t most = std::max(least_sequences, all.size());
        for (input_plan& p : combined_plans(all, most, what_.seed, found_.pairs_covered))
            plans_.push_back(std::move(p));
        found_.sequences = plans_.size() - all.size();
        std::erase_if(plans_, [this](const input_plan& p) { return !is_in_part(p, what_); });
    }
    singles_ = found_.plans = plans_.size();
    pairs_.resize(plans_.size());
}

void input_explorer::add_pairs() {
    std::size_t longest = 0;
    for (const auto& one : pairs_) longest = std::max(longest, one.size());
    // One of each change in turn.
    for (std::size_t i = 0; i < longest; ++i)
        for (auto& one : pairs_)
            if (i < one.size()) plans_.push_back(std::move(one[i]));
    pairs_.clear();
    found_.plans = plans_.size();
}

awaitable<findings> input_explorer::explore() {
    // Mistakes in names are found before anything runs.
    if (!what_.replay.empty()) (void)parse_input_plan(what_.replay);
    std::size_t none = 0;
    (void)choose_plans({}, {what_.only, what_.except, {}}, none);
    co_await prepare();
    if (!lacks_rights_) {
        co_await choose();
        begun_ = loop_.now();
        co_await run_all("changes");
        if (what_.pairs && !is_full() && !is_out_of_time()) {
            add_pairs();
            co_await run_all("changes with faults");
        }
        found_.seconds = in_seconds(loop_.now() - begun_);
        found_.states = player_->states();
        found_.error_states = player_->error_states();
        const bool is_complete = next_ == last_plan();
        found_.is_out_of_time = !is_complete && is_out_of_time();
        found_.is_whole = is_complete && !is_full() && last_plan() == plans_.size() && what_.shards == 1 &&
                          what_.only.empty() && what_.replay.empty() && found_.pairs_covered >= 1;
    }
    co_return sorted();
}

findings input_explorer::sorted() const {
    std::multimap<std::size_t, const known_finding*> order;
    for (const known_finding& k : known_) order.emplace(k.plan, &k);
    findings out = found_;
    out.unused_rights = runs_.unused_rights();
    for (const auto& [plan, k] : order) out.all.push_back(k->f);
    for (const auto& [plan, u] : unconfirmed_) out.unconfirmed.push_back(u);
    if (begun_ != time_point() && out.seconds == 0) out.seconds = in_seconds(loop_.now() - begun_);
    return out;
}

awaitable<std::vector<std::string>> input_explorer::list() {
    co_await choose();
    std::vector<std::string> all;
    all.reserve(plans_.size());
    for (const input_plan& p : plans_) all.push_back(p.text());
    co_return all;
}

std::size_t input_explorer::busy() const {
    return static_cast<std::size_t>(std::count_if(slots_.begin(), slots_.end(), [](const slot& s) {
        return !s.is_done && !s.waits && (!s.run || s.run->idle() < merely_waits || s.run->is_starting());
    }));
}

std::size_t input_explorer::last_plan() const {
    return what_.max_plans == 0 ? plans_.size() : std::min(plans_.size(), what_.max_plans);
}

bool input_explorer::is_full() const {
    const auto failures = static_cast<std::size_t>(
        std::count_if(known_.begin(), known_.end(), [](const known_finding& k) { return !k.f.is_accepted; }));
    return failures >= what_.max_findings || (what_.should_stop && what_.should_stop());
}

bool input_explorer::is_out_of_time() const {
    return what_.time_limit > duration::zero() && loop_.now() >= saturating_add(begun_, what_.time_limit);
}

void input_explorer::start_some(task_scope& tasks) {
    std::erase_if(slots_, [](const slot& s) { return s.is_done; });
    while (next_ < last_plan() && !is_out_of_time() && busy() < what_.jobs &&
           slots_.size() < waiting_plans_per_job * what_.jobs) {
        slot& s = slots_.emplace_back();
        s.plan = next_++;
        tasks.spawn("plan", run_plan(s));
    }
}

awaitable<void> input_explorer::run_all(const char* doing) {
    task_scope tasks(loop_, "plans");
    std::exception_ptr failure;
    try {
        for (;;) {
            found_.was_stopped = what_.should_stop && what_.should_stop();
            if (is_full() || tasks.stop_requested()) break;
            start_some(tasks);
            if (slots_.empty()) break;
            report(doing);
            co_await changed_.wait(saturating_add(loop_.now(), look_for_waiting));
        }
    } catch (...) {
        failure = std::current_exception();
    }
    {
        cancel_scope shield(loop_, never, true);
        tasks.request_stop();
        co_await tasks.join();
    }
    slots_.clear();
    report(doing);
    if (failure) std::rethrow_exception(failure);
}

void input_explorer::count(std::size_t plan, const input_outcome& o) {
    const input_plan& p = plans_[plan];
    const bool is_reached = o.faults == p.faults.steps.size(), is_sequence = p.steps.size() > 2;
    ++found_.run;
    found_.sequences_run += is_sequence ? 1 : 0;
    found_.pairs += p.faults.steps.empty() ? 0 : 1;
    found_.not_reached += is_reached || !o.wrong.empty() ? 0 : 1;
    if (!what_.pairs || is_sequence || plan >= pairs_.size() || !o.wrong.empty() || !p.faults.steps.empty())
        return;
    const plan_choice c{what_.only, what_.except, runs_.reference().features};
    std::size_t left_out = 0;
    for (story_plan& f : by_value(choose_plans(o.points, c, left_out), o.points, {}))
        if (c.has_second(*f.steps.front().what)) pairs_[plan].push_back({false, p.steps, std::move(f)});
}

awaitable<void> input_explorer::run_plan(slot& s) {
    const input_plan plan = plans_[s.plan];
    const bool is_replay = !what_.replay.empty();
    const auto log = log_of(s, plan);
    input_outcome out = co_await player_->play(plan, is_replay ? 2 * runs_.patience() : runs_.patience(),
                                               log->file(), s.run, s.waits);
    count(s.plan, out);
    if (is_replay) {
        if (out.faults < plan.faults.steps.size())
            throw cannot_explore(missing_point(plan.faults, out.faults, out.points));
        for (const wrong_outcome& w : out.wrong) add(s.plan, {plan, out, w, "", log});
        sim::finding both;
        both.expected = out.expected;
        both.happened = out.timeline;
        both.expected_title = out.expected_title;
        both.happened_title = out.happened_title;
        found_.replayed = sim::describe_timelines(both, sim::style_of_terminal(STDOUT_FILENO));
    } else {
        for (input_plan& one : out.wrong_new) {
            if (!done_new_.insert(one.text()).second) continue;
            const auto its_log = log_of(s, one);
            input_outcome again =
                co_await player_->play(one, runs_.patience(), its_log->file(), s.run, s.waits);
            co_await take(s, std::move(one), std::move(again), its_log);
        }
        co_await take(s, plan, std::move(out), log);
    }
    s.is_done = true;
    changed_.notify();
}

}}}  // namespace setpoint::v0::story
