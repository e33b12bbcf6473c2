// From a wrong outcome to a finding: it is wrong again, twice, and no simpler plan shows it.

#include "testkit/story/accepted_findings.hpp"
#include "testkit/story/explorer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

// The symptom is being confirmed.
class claim {
public:
    claim(std::set<std::string>& all, std::string one) : all_(all), one_(std::move(one)) {
        all_.insert(one_);
    }
    claim(const claim&) = delete;
    claim& operator=(const claim&) = delete;
    ~claim() { all_.erase(one_); }

private:
    std::set<std::string>& all_;
    std::string one_;
};

}  // namespace

explorer::known_finding* explorer::known(const std::string& symptom) {
    const auto at = std::find_if(known_.begin(), known_.end(),
                                 [&](const known_finding& k) { return k.symptom == symptom; });
    return at == known_.end() ? nullptr : &*at;
}

awaitable<story_outcome> explorer::play(story_plan plan, duration patience, std::FILE* log,
                                        story_run*& running) {
    story_outcome out = co_await player_.play(plan, patience, log, running);
    std::erase_if(out.wrong, [&](const wrong_outcome& w) { return without_fault_.contains(symptom_of(w)); });
    co_return out;
}

// Returns whether the log is that of a new finding. Plans of the same symptom wait meanwhile, and are not
// played again.
awaitable<bool> explorer::confirm(slot& s, std::shared_ptr<log_file> log, story_outcome first) {
    const wrong_outcome wrong = main_outcome(first.wrong);
    const std::string symptom = symptom_of(wrong);
    s.waits = true;
    while (being_confirmed_.contains(symptom)) co_await changed_.wait();
    s.waits = false;
    if (known_finding* const k = known(symptom)) {
        ++k->f.others;
        co_return false;
    }
    const claim one(being_confirmed_, symptom);
    wrong_plan w{plans_[s.plan], std::move(first), wrong, log};
    const repeat again = co_await comes_again(s, w);
    if (again != repeat::wrong_again) {
        note_unconfirmed(s.plan, w, again == repeat::late);
        co_return false;
    }
    w = co_await shrink(s, std::move(w));
    if (known_finding* const k = known(symptom_of(w.wrong))) {
        ++k->f.others;
        if (w.log != log) w.log->remove();
        co_return false;
    }
    add(s.plan, w);
    co_return w.log == log;
}

// Time is real, so that a machine that is busy can make a difference: what is reported was wrong three times,
// in whatever way, and the last run is shown. Evidence is shown as it was: repeats only count how often it
// occurs.
awaitable<explorer::repeat> explorer::comes_again(slot& s, wrong_plan& w) {
    for (const bool is_last : {false, true}) {
        const bool is_certain = is_evidence(w.wrong);
        const duration patience = is_certain ? player_.patience()
                                  : is_last  ? player_.longest_patience()
                                             : 2 * player_.patience();
        if (!is_certain) w.log->clear();
        story_outcome again = co_await play(w.plan, patience, is_certain ? nullptr : w.log->file(), s.run);
        ++w.runs;
        const bool is_same = std::any_of(again.wrong.begin(), again.wrong.end(),
                                         [&](const wrong_outcome& o) { return o.oracle == w.wrong.oracle; });
        if (is_certain) {
            w.seen += is_same ? 1 : 0;
            continue;
        }
        if (again.wrong.empty()) co_return is_last ? repeat::late : repeat::not_repeated;
        w.wrong = main_outcome(again.wrong, w.wrong.oracle);
        // Until now it was wrong in another way.
        w.seen = is_evidence(w.wrong) ? 1 : w.seen + 1;
        w.outcome = std::move(again);
    }
    co_return repeat::wrong_again;
}

awaitable<explorer::wrong_plan> explorer::shrink(slot& s, wrong_plan w) {
    std::set<std::string> tried = played_;
    for (;;) {
        const std::vector<story_plan> all =
            simpler_plans(w.plan, player_.reference().points, choice(), tried);
        bool is_simpler = false;
        for (const story_plan& p : all) {
            tried.insert(p.text());
            const auto log = std::make_shared<log_file>(
                what_.logs, fmt::format("{:04}-{}-{}", s.plan + 1, tried.size(), p.text()));
            story_outcome o = co_await play(p, player_.patience(), log->file(), s.run);
            const auto same = std::find_if(o.wrong.begin(), o.wrong.end(),
                                           [&](const wrong_outcome& one) { return is_alike(one, w.wrong); });
            if (o.faults == p.steps.size() && same != o.wrong.end()) {
                wrong_plan simpler{p, o, *same, log};
                is_simpler = co_await comes_again(s, simpler) == repeat::wrong_again;
                if (is_simpler) std::swap(w, simpler);
                // Of the plan that is not the simplest one.
                simpler.log->remove();
            } else {
                log->remove();
            }
            if (is_simpler) break;
        }
        if (!is_simpler) co_return w;
    }
}

// What must be true of a cluster for the fault to happen there.
std::string explorer::condition_of(const plan_step& s) const {
    const story_features& of = player_.reference().features;
    if (!s.what->shows_old || of.old_lists) return {};
    return of.streams_lists
               ? "; needs an API server without WatchList: this operator asks for streaming lists"
               : "; needs an API server that is out of date: this operator asks for the most recent state";
}

void explorer::note_unconfirmed(std::size_t plan, const wrong_plan& w, bool is_late) {
    ++(is_late ? found_.late : found_.not_repeated);
    unconfirmed_.emplace(plan, sim::unconfirmed_plan{w.plan.text(), w.wrong.oracle, w.wrong.detail, is_late});
}

void explorer::add(std::size_t plan, const wrong_plan& w) {
    finding f;
    f.plan = w.plan.text();
    for (const plan_step& s : w.plan.steps)
        f.faults.push_back(
            {std::string(s.what->name), std::string(s.what->words) + condition_of(s), s.point});
    f.oracle = w.wrong.oracle;
    f.detail = w.wrong.detail;
    f.differences = w.wrong.differences;
    f.happened = w.outcome.timeline;
    f.expected = player_.reference().timeline;
    f.depends_on_timing = true;
    f.replayed = w.runs - 1;
    f.repeats = w.seen - 1;
    f.log = w.log->path();
    add({std::move(f), symptom_of(w.wrong), plan});
}

void explorer::add(const wrong_without_fault& w) {
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
    if (!what_.logs.empty()) f.log = fmt::format("{}/{}.log", what_.logs, log_of_run_without_faults(w.run));
    add({std::move(f), symptom_of(w.wrong), 0});
}

void explorer::add(known_finding k) {
    mark_accepted(k.f, what_.accepted);
    known_.push_back(std::move(k));
    if (what_.on_findings) what_.on_findings(sorted());
    if (what_.on_finding) what_.on_finding(known_.back().f);
}

}}}  // namespace setpoint::v0::story
