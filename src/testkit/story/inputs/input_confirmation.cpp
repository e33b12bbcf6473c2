// From a wrong state to a finding: it is wrong again, twice, and no shorter sequence shows it.

#include "testkit/story/accepted_findings.hpp"
#include "testkit/story/inputs/input_explorer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr std::size_t most_tries = 60;

const wrong_outcome* with_cause(const input_outcome& o, const std::string& cause) {
    const auto at =
        std::ranges::find_if(o.wrong, [&](const wrong_outcome& w) { return cause_in(w) == cause; });
    return at == o.wrong.end() ? nullptr : &*at;
}

}  // namespace

std::shared_ptr<log_file> input_explorer::log_of(const slot& s, const input_plan& plan) {
    return std::make_shared<log_file>(what_.logs,
                                      fmt::format("{:04}-{}-{}", s.plan + 1, ++tries_, plan.text()));
}

input_explorer::known_finding* input_explorer::known(const std::string& cause) {
    const auto at = std::ranges::find_if(known_, [&](const known_finding& k) { return k.f.cause == cause; });
    return at == known_.end() ? nullptr : &*at;
}

const wrong_outcome& input_explorer::chosen(const std::vector<wrong_outcome>& all) {
    const wrong_outcome* first = nullptr;
    for (const wrong_outcome& w : all) {
        if (known(cause_in(w))) continue;
        if (is_evidence(w)) return w;
        if (!first) first = &w;
    }
    return first ? *first : all.front();
}

awaitable<void> input_explorer::take(slot& s, input_plan plan, input_outcome out,
                                     std::shared_ptr<log_file> log) {
    if (out.wrong.empty()) {
        log->remove();
        co_return;
    }
    s.waits = true;
    while (being_confirmed_.contains(cause_in(chosen(out.wrong)))) co_await changed_.wait();
    s.waits = false;
    const wrong_outcome wrong = chosen(out.wrong);
    wrong_input w{std::move(plan), std::move(out), wrong, cause_in(wrong), log};
    const std::string cause = w.cause;
    const auto is_known = [&] {
        known_finding* const k = known(w.cause);
        if (k) ++k->f.others;
        if (k) w.log->remove();
        return k != nullptr;
    };
    if (is_known()) co_return;
    being_confirmed_.insert(cause);
    std::exception_ptr failure;
    try {
        const repeat again = co_await comes_again(s, w);
        if (again != repeat::wrong_again) {
            note_unconfirmed(s.plan, w, again == repeat::late);
            w.log->remove();
        } else if (!is_known()) {
            w = co_await shrink(s, std::move(w));
            if (!is_known()) add(s.plan, w);
        }
    } catch (...) {
        failure = std::current_exception();
    }
    being_confirmed_.erase(cause);
    changed_.notify();
    if (failure) std::rethrow_exception(failure);
}

// Evidence is shown as it was: repeats only count how often it occurs.
awaitable<input_explorer::repeat> input_explorer::comes_again(slot& s, wrong_input& w) {
    for (const bool is_last : {false, true}) {
        const bool is_certain = is_evidence(w.wrong);
        const duration patience = is_certain ? runs_.patience()
                                  : is_last  ? runs_.longest_patience()
                                             : 2 * runs_.patience();
        if (!is_certain) w.log->clear();
        input_outcome again =
            co_await player_->play(w.plan, patience, is_certain ? nullptr : w.log->file(), s.run, s.waits);
        ++w.runs;
        const wrong_outcome* const same = with_cause(again, w.cause);
        if (is_certain) {
            w.seen += same ? 1 : 0;
            continue;
        }
        if (again.wrong.empty()) co_return is_last ? repeat::late : repeat::not_repeated;
        // Until now it was wrong in another way.
        w.seen = same ? w.seen + 1 : 1;
        w.wrong = same ? *same : main_outcome(again.wrong);
        w.cause = cause_in(w.wrong);
        w.outcome = std::move(again);
    }
    co_return repeat::wrong_again;
}

// A shorter sequence takes its place if it comes again, too, with the same cause.
awaitable<input_explorer::wrong_input> input_explorer::shrink(slot& s, wrong_input w) {
    std::set<std::string> tried{w.plan.text()};
    for (bool is_simpler = true; is_simpler && tried.size() < most_tries;) {
        is_simpler = false;
        for (const input_plan& p : simpler_inputs(w.plan)) {
            if (!tried.insert(p.text()).second) continue;
            const auto log = log_of(s, p);
            input_outcome o = co_await player_->play(p, 2 * runs_.patience(), log->file(), s.run, s.waits);
            const wrong_outcome* const same = with_cause(o, w.cause);
            if (!same || o.faults != p.faults.steps.size()) {
                log->remove();
                continue;
            }
            const wrong_outcome wrong = *same;
            wrong_input simpler{p, std::move(o), wrong, w.cause, log};
            is_simpler = co_await comes_again(s, simpler) == repeat::wrong_again && simpler.cause == w.cause;
            if (is_simpler) std::swap(w, simpler);
            // The log of the plan that is not reported.
            simpler.log->remove();
            if (is_simpler) break;
        }
    }
    co_return w;
}

void input_explorer::note_unconfirmed(std::size_t plan, const wrong_input& w, bool is_late) {
    ++(is_late ? found_.late : found_.not_repeated);
    unconfirmed_.emplace(plan, sim::unconfirmed_plan{w.plan.text(), w.wrong.oracle, w.wrong.detail, is_late});
}

void input_explorer::add(std::size_t plan, const wrong_input& w) {
    finding f;
    f.plan = w.plan.text();
    for (const input_step& s : w.plan.steps)
        f.faults.push_back({w.plan.is_new ? "new object" : "change",
                            s ? s->text() : std::string("back to the object of the story"), ""});
    for (const plan_step& s : w.plan.faults.steps)
        f.faults.push_back({std::string(s.what->name), std::string(s.what->words), s.point});
    f.oracle = w.wrong.oracle;
    f.detail = w.wrong.detail;
    f.differences = w.wrong.differences;
    f.happened = w.outcome.timeline;
    f.expected = w.outcome.expected;
    f.expected_title = w.outcome.expected_title;
    f.happened_title = w.outcome.happened_title;
    f.depends_on_timing = true;
    f.replayed = w.runs - 1;
    f.repeats = w.seen - 1;
    f.log = w.log->path();
    add({std::move(f), plan});
}

void input_explorer::add(const wrong_without_fault& w, std::string log) {
    finding f;
    f.plan = story_plan().text();
    f.oracle = w.wrong.oracle;
    f.detail = w.wrong.detail;
    f.differences = w.wrong.differences;
    f.happened = w.happened;
    f.expected = w.expected;
    f.depends_on_timing = true;
    f.replayed = w.runs - 1;
    f.repeats = w.seen - 1;
    f.log = std::move(log);
    add({std::move(f), 0});
}

void input_explorer::add(known_finding k) {
    mark_accepted(k.f, what_.accepted);
    known_.push_back(std::move(k));
    if (what_.on_findings) what_.on_findings(sorted());
    if (what_.on_finding) what_.on_finding(known_.back().f);
}

}}}  // namespace setpoint::v0::story
