#include "testkit/story/inputs/input_player.hpp"

#include "setpoint/story/explore.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

// A new object settles without a comparison: for that many times the pause that the operator makes.
constexpr int settles_of_new_object = 4;
// An outcome that looks wrong is compared with one that had more time.
constexpr int most_patience_with_new = 4;

// Nothing can be compared with such a run.
bool ends_exploration(const wrong_outcome& w) {
    return w.oracle == "story" || w.oracle == "operator starts" || w.oracle == "operator ended" ||
           w.oracle == "comes to rest";
}

}  // namespace

input_player::input_player(loop& l, plan_player& runs, input_subject of)
    : runs_(runs), subject_(std::move(of)), changed_(l) {}

input_player::fresh_state& input_player::fresh(const bj::object& object) {
    return fresh_[bj::serialize(object)];
}

const input_player::fresh_state* input_player::comparable(const bj::object& object) {
    const fresh_state& f = fresh(object);
    return f.is_whole && !f.is_error ? &f : nullptr;
}

std::size_t input_player::error_states() const {
    return static_cast<std::size_t>(
        std::count_if(fresh_.begin(), fresh_.end(), [](const auto& one) { return one.second.is_error; }));
}

void input_player::erase_without_change(std::vector<wrong_outcome>& from) const {
    std::erase_if(from, [&](const wrong_outcome& w) { return without_change_.contains(cause_in(w)); });
}

awaitable<input_outcome> input_player::play_fresh(fresh_state& f, const bj::object& object, duration patience,
                                                  bool is_bad, std::FILE* log, story_run*& running) {
    const story text = story_of_new(runs_.its_story(), subject_, object);
    const fresh_state* const base = comparable(subject_.base);
    fresh_state made;
    const auto note = [&](const story_run& r) {
        made.wrong = r.wrong();
        erase_without_change(made.wrong);
        made.timeline = r.timeline();
        if (r.snapshots().empty()) return;
        made.state = r.snapshots().front();
        made.is_whole = made.wrong.empty() && made.state.was_accepted;
        const input_snapshot none;
        const input_snapshot& good = base ? base->state : none;
        if (auto w = unreported(made.state, good, has_other_warning(made.state, good), is_bad))
            made.wrong.push_back(*std::move(w));
        erase_without_change(made.wrong);
        made.is_error = is_bad || (base && is_error_state(made.state, good));
    };
    try {
        co_await runs_.play_other(text, {}, patience, log, running, note);
    } catch (const cannot_explore& e) {
        made.wrong.push_back({"operator starts", e.what()});
    }
    made.patience = patience;
    input_outcome out;
    out.wrong = made.wrong;
    out.timeline = made.timeline;
    out.happened_title = "a new object with this spec";
    // A state to compare with remains if a later run fails: the spec is then played again.
    if (f.is_whole && !made.is_whole)
        f.wrong = std::move(made.wrong);
    else
        f = std::move(made);
    co_return out;
}

awaitable<input_outcome> input_player::play_new(const bj::object& object, duration patience, bool is_bad,
                                                bool always, std::FILE* log, story_run*& running,
                                                bool& waits) {
    fresh_state& f = fresh(object);
    waits = true;
    while (f.is_being_played) co_await changed_.wait();
    waits = false;
    input_outcome out;
    if (!always && f.patience && *f.patience >= patience) co_return out;
    f.is_being_played = true;
    std::exception_ptr failure;
    try {
        out = co_await play_fresh(f, object, patience, is_bad, log, running);
    } catch (...) {
        failure = std::current_exception();
    }
    f.is_being_played = false;
    changed_.notify();
    if (failure) std::rethrow_exception(failure);
    co_return out;
}

awaitable<input_outcome> input_player::prepare() {
    story_run* running = nullptr;
    bool waits = false;
    input_outcome out =
        co_await play_new(subject_.base, runs_.patience(), false, false, nullptr, running, waits);
    const auto worst = std::ranges::find_if(out.wrong, ends_exploration);
    if (worst != out.wrong.end())
        throw cannot_explore(fmt::format("{}: without changes of the object: {}: {}", subject_.target.where,
                                         worst->oracle, worst->detail));
    fresh_state& f = fresh(subject_.base);
    if (!f.state.was_accepted)
        throw cannot_explore(fmt::format("{}: the API server refuses the object", subject_.target.where));
    for (const wrong_outcome& w : out.wrong) without_change_.insert(cause_in(w));
    f.wrong.clear();
    f.is_whole = true;
    co_return out;
}

void input_player::judge(const std::vector<input_state>& states, const std::vector<input_snapshot>& all,
                         input_outcome& to) {
    const auto add = [&](std::optional<wrong_outcome> w) {
        if (w &&
            std::ranges::none_of(to.wrong, [&](const wrong_outcome& o) { return o.oracle == w->oracle; }))
            to.wrong.push_back(*std::move(w));
    };
    const auto compare = [&](const bj::object& object, const input_snapshot& now) {
        const fresh_state* const f = comparable(object);
        if (!f) return;
        auto d = difference_from_new(f->state, now);
        if (d && to.expected.empty()) {
            to.expected = f->timeline;
            to.expected_title = "a new object with this spec";
        }
        add(std::move(d));
    };
    if (all.empty()) return;
    compare(subject_.base, all.front());
    const input_snapshot* before = &all.front();
    for (std::size_t i = 0; i + 1 < all.size() && i < states.size(); ++i) {
        const input_snapshot& now = all[i + 1];
        if (!now.was_accepted) continue;
        const fresh_state* const f = states[i].is_compared ? comparable(states[i].object) : nullptr;
        add(lost_data(*before, now, f ? &f->state : nullptr));
        add(unreported(now, all.front(), now.warning > before->warning, states[i].is_bad));
        if (f) compare(states[i].object, now);
        before = &now;
    }
}

awaitable<input_outcome> input_player::play_sequence(const input_plan& plan,
                                                     const std::vector<input_state>& states,
                                                     duration patience, std::FILE* log, story_run*& running) {
    const auto lines_of_new = [&](const bj::object& object) {
        const fresh_state* const f = comparable(object);
        return f ? std::make_shared<const std::vector<std::string>>(f->state.lines) : nullptr;
    };
    std::vector<expected_lines> expected{lines_of_new(subject_.base)};
    for (const input_state& s : states) expected.push_back(s.is_compared ? lines_of_new(s.object) : nullptr);
    const story text = story_of_changes(runs_.its_story(), subject_, states, expected);
    input_outcome out;
    const auto note = [&](const story_run& r) {
        out.wrong = r.wrong();
        out.timeline = r.timeline();
        out.faults = r.faults_begun();
        const std::size_t first = std::min(r.points_at_first_rest(), r.points().size());
        out.points.assign(r.points().begin() + static_cast<std::ptrdiff_t>(first), r.points().end());
        judge(states, r.snapshots(), out);
        erase_without_change(out.wrong);
    };
    try {
        co_await runs_.play_other(text, plan.faults, patience, log, running, note);
    } catch (const cannot_explore& e) {
        out.wrong.push_back({"operator starts", e.what()});
    }
    co_return out;
}

awaitable<input_outcome> input_player::play(input_plan plan, duration patience, std::FILE* log,
                                            story_run*& running, bool& waits) {
    const std::vector<input_state> states = states_of(plan, subject_.base);
    const duration short_time = settles_of_new_object * runs_.reference().settle;
    const duration of_new = patience > runs_.patience()
                                ? std::min(patience, most_patience_with_new * runs_.patience())
                                : std::min(patience, short_time);
    co_await play_new(subject_.base, of_new, false, false, nullptr, running, waits);
    input_outcome out;
    if (plan.is_new) {
        const input_state& only = states.back();
        out = co_await play_new(only.object, patience, only.is_bad, true, log, running, waits);
        out.expected = fresh(subject_.base).timeline;
        co_return out;
    }
    for (const input_state& s : states)
        if (s.is_compared) co_await play_new(s.object, of_new, s.is_bad, false, nullptr, running, waits);
    out = co_await play_sequence(plan, states, patience, log, running);
    if (out.expected.empty()) out.expected = fresh(subject_.base).timeline;
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (!states[i].is_compared || fresh(states[i].object).wrong.empty()) continue;
        input_plan made{true};
        for (std::size_t k = 0; k <= i; ++k) {
            if (plan.steps[k])
                made.steps.push_back(plan.steps[k]);
            else
                made.steps.clear();
        }
        if (!made.steps.empty()) out.wrong_new.push_back(std::move(made));
    }
    co_return out;
}

}}}  // namespace setpoint::v0::story
