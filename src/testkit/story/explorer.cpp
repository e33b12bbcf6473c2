#include "testkit/story/explorer.hpp"

#include "setpoint/sim/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unistd.h>
#include <utility>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

// A run in which nothing happens for that long only waits, and another one may begin.
constexpr duration only_waits = std::chrono::milliseconds(700), look_for_idle = std::chrono::milliseconds(50);
constexpr std::size_t waiting_per_job = 8;

double seconds_of(duration d) {
    return std::chrono::duration<double>(d).count();
}

}  // namespace

explorer::explorer(loop& l, const exploration& what) : loop_(l), what_(what), player_(l, what), changed_(l) {}

void explorer::report(const char* doing) {
    if (!what_.on_progress) return;
    progress p;
    p.doing = doing;
    p.plans = last_plan();
    p.done = found_.run;
    p.resumed = found_.resumed;
    p.findings = known_.size();
    p.not_repeated = found_.not_repeated;
    p.time_limit = seconds_of(what_.time_limit);
    p.is_followed_by_pairs = what_.pairs && found_.plans == singles_;
    if (begun_ != time_point()) p.seconds = seconds_of(loop_.now() - begun_);
    what_.on_progress(p);
}

awaitable<void> explorer::play_reference() {
    note_reference(co_await player_.play_without_faults([this](const char* doing) { report(doing); }));
}

void explorer::note_reference(const fault_free_runs& runs) {
    found_.points = player_.reference().points.size();
    found_.not_compared = runs.not_compared;
    found_.made_up_names = runs.made_up;
    lacks_rights_ = runs.lacks_rights;
    found_.dials_out = features().pods && !features().own_network;
    found_.has_no_old_lists = !features().old_lists && what_.only.empty();
    if (player_.patience() > what_.patience) found_.patience = seconds_of(player_.patience());
    for (const wrong_without_fault& w : runs.wrong) {
        without_fault_.insert(symptom_of(w.wrong));
        // A replay is about its plan: by chance, something else is not found.
        if (what_.replay.empty() || w.seen == w.runs) add(w);
    }
}

void explorer::choose() {
    if (what_.replay.empty()) {
        std::size_t left_out = 0;
        const story_reference& without = player_.reference();
        plans_ = by_value(choose_plans(without.points, choice(), left_out), without.points,
                          without.writes.without_change);
        std::erase_if(plans_,
                      [&](const story_plan& p) { return !is_in_shard(p, what_.shard, what_.shards); });
    } else {
        plans_.push_back(parse_plan(what_.replay));
        if (const std::string why = misfit(plans_.front(), player_.reference().points, features());
            !why.empty())
            throw cannot_explore(why);
    }
    singles_ = found_.plans = plans_.size();
    pairs_.resize(plans_.size());
}

void explorer::add_pairs() {
    for (story_plan& p : take_in_turn(std::exchange(pairs_, {}))) plans_.push_back(std::move(p));
    found_.plans = plans_.size();
}

awaitable<findings> explorer::explore() {
    // Mistakes in names are found before anything runs.
    if (!what_.replay.empty()) (void)parse_plan(what_.replay);
    std::size_t none = 0;
    (void)choose_plans({}, {what_.only, what_.except, {}}, none);
    if (!what_.resume.empty()) resume_.emplace(what_);
    co_await play_reference();
    if (!lacks_rights_) {
        choose();
        take_up();
        begun_ = loop_.now();
        co_await run_all();
        if (what_.pairs && !is_full() && !is_out_of_time()) {
            add_pairs();
            co_await run_all();
        }
        found_.seconds = seconds_of(loop_.now() - begun_);
        const bool is_complete = next_ == last_plan() && (!what_.pairs || pairs_.empty());
        found_.is_out_of_time = !is_complete && is_out_of_time();
        found_.is_whole = is_complete && !is_full() && last_plan() == plans_.size() && what_.shards == 1 &&
                          what_.only.empty() && what_.replay.empty();
    }
    co_return sorted();
}

findings explorer::sorted() const {
    // A plan may have several findings, in the order of their oracles.
    std::multimap<std::size_t, const known_finding*> order;
    for (const known_finding& k : known_) order.emplace(k.plan, &k);
    findings out = found_;
    out.unused_rights = player_.unused_rights();
    for (const auto& [plan, k] : order) out.all.push_back(k->f);
    for (const auto& [plan, u] : unconfirmed_) out.unconfirmed.push_back(u);
    if (begun_ != time_point() && out.seconds == 0) out.seconds = seconds_of(loop_.now() - begun_);
    return out;
}

awaitable<std::vector<std::string>> explorer::list() {
    co_await play_reference();
    std::vector<std::string> all;
    if (lacks_rights_) co_return all;
    choose();
    for (const story_plan& p : plans_) all.push_back(p.text());
    co_return all;
}

std::size_t explorer::busy() const {
    return static_cast<std::size_t>(std::count_if(slots_.begin(), slots_.end(), [](const slot& s) {
        return !s.is_done && !s.waits && (!s.run || s.run->idle() < only_waits || s.run->is_starting());
    }));
}

// By name: P7 needs an API server that is not up to date.
bool explorer::asks_for_old_lists() const {
    return !what_.replay.empty() ||
           std::any_of(what_.only.begin(), what_.only.end(),
                       [](const std::string& n) { return n == "P7" || n.starts_with("P7."); });
}

story_features explorer::features() const {
    story_features f = player_.reference().features;
    f.old_lists = f.old_lists || asks_for_old_lists();
    return f;
}

std::size_t explorer::last_plan() const {
    return what_.max_plans == 0 ? plans_.size() : std::min(plans_.size(), what_.max_plans);
}

bool explorer::is_full() const {
    const auto failures = static_cast<std::size_t>(
        std::count_if(known_.begin(), known_.end(), [](const known_finding& k) { return !k.f.is_accepted; }));
    return failures >= what_.max_findings || (what_.should_stop && what_.should_stop());
}

bool explorer::is_out_of_time() const {
    return what_.time_limit > duration::zero() && loop_.now() >= saturating_add(begun_, what_.time_limit);
}

void explorer::start_some(task_scope& tasks) {
    std::erase_if(slots_, [](const slot& s) { return s.is_done; });
    const auto playing = [this] {
        return static_cast<std::size_t>(
            std::count_if(slots_.begin(), slots_.end(), [](const slot& s) { return !s.waits; }));
    };
    skip_ended();
    while (next_ < last_plan() && !is_out_of_time() && busy() < what_.jobs &&
           playing() < waiting_per_job * what_.jobs) {
        slot& s = slots_.emplace_back();
        s.plan = next_++;
        tasks.spawn("plan", run_plan(s));
        skip_ended();
    }
}

awaitable<void> explorer::run_all() {
    task_scope tasks(loop_, "plans");
    const char* const doing = next_ < singles_ ? "plans" : "pairs";
    std::exception_ptr failure;
    try {
        for (;;) {
            found_.was_stopped = what_.should_stop && what_.should_stop();
            if (is_full() || tasks.stop_requested()) break;
            start_some(tasks);
            if (slots_.empty()) break;
            report(doing);
            co_await changed_.wait(saturating_add(loop_.now(), look_for_idle));
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

void explorer::count(std::size_t plan, const story_outcome& o) {
    const story_plan& p = plans_[plan];
    played_.insert(p.text());
    ++found_.run;
    found_.pairs += p.steps.size() > 1 ? 1 : 0;
    found_.ended_early += o.is_early ? 1 : 0;
    found_.not_reached += o.faults == p.steps.size() || !o.wrong.empty() ? 0 : 1;
    const bool is_right = o.wrong.empty() && o.faults == p.steps.size();
    if (what_.pairs && plan < pairs_.size() && is_right) pairs_[plan] = choose_pairs(p, o.after, choice());
}

awaitable<void> explorer::run_plan(slot& s) {
    const story_plan plan = plans_[s.plan];
    const auto log = std::make_shared<log_file>(what_.logs, fmt::format("{:04}-{}", s.plan + 1, plan.text()));
    const bool is_replay = !what_.replay.empty();
    story_outcome out =
        co_await play(plan, is_replay ? player_.longest_patience() : player_.patience(), log->file(), s.run);
    if (is_replay) {
        if (out.faults < plan.steps.size()) throw cannot_explore(missing_point(plan, out.faults, out.after));
        for (const wrong_outcome& w : out.wrong) add(s.plan, {plan, out, w, log});
        sim::finding both;
        both.expected = player_.reference().timeline;
        both.happened = out.timeline;
        found_.replayed = sim::describe_timelines(both, sim::style_of_terminal(STDOUT_FILENO));
    }
    count(s.plan, out);
    const bool is_early = out.is_early, is_reached = out.faults == plan.steps.size();
    const std::string symptom = out.wrong.empty() ? "" : symptom_of(main_outcome(out.wrong));
    bool is_kept = is_replay;
    if (!is_replay && !out.wrong.empty()) is_kept = co_await confirm(s, log, std::move(out));
    if (!is_kept) log->remove();
    // What was wrong only once may be wrong again.
    if (is_kept || symptom.empty() || known(symptom)) note_ended(s.plan, is_early, is_reached, symptom);
    s.is_done = true;
    changed_.notify();
}

}}}  // namespace setpoint::v0::story
