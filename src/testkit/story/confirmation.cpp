// From a wrong outcome to a finding: it comes again, twice, and no simpler plan shows it.

#include "testkit/story/explorer.hpp"

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

// Returns whether the finding is new. Plans of the same symptom wait meanwhile, and are not played again.
awaitable<bool> explorer::confirm(slot& s, const log_file& log, story_outcome first) {
    const wrong_outcome wrong = first.wrong.front();
    const std::string symptom = symptom_of(wrong);
    s.waits = true;
    while (being_confirmed_.contains(symptom)) co_await changed_.wait();
    s.waits = false;
    if (known_finding* const k = known(symptom)) {
        ++k->f.others;
        co_return false;
    }
    const claim one(being_confirmed_, symptom);
    wrong_plan w{plans_[s.plan], std::move(first), wrong};
    const bool is_confirmed = co_await comes_again(s, w);
    if (!is_confirmed) co_return false;
    w = co_await shrink(s, std::move(w));
    if (known_finding* const k = known(symptom_of(w.wrong))) {
        ++k->f.others;
        co_return false;
    }
    add(s.plan, w, log.path());
    co_return true;
}

// Time is real, so that a machine that is busy can make a difference: what is reported came three times.
awaitable<bool> explorer::comes_again(slot& s, const wrong_plan& w) {
    for (const bool is_last : {false, true}) {
        const duration patience =
            is_last ? std::max(what_.longest_retry, what_.patience) : 2 * what_.patience;
        const story_outcome again = co_await player_.play(w.plan, patience, nullptr, s.run);
        const bool is_same = std::any_of(again.wrong.begin(), again.wrong.end(),
                                         [&](const wrong_outcome& o) { return o.oracle == w.wrong.oracle; });
        if (is_same) continue;
        ++(is_last ? found_.late : found_.not_repeated);
        co_return false;
    }
    co_return true;
}

awaitable<explorer::wrong_plan> explorer::shrink(slot& s, wrong_plan w) {
    std::set<std::string> tried = played_;
    for (;;) {
        const std::vector<story_plan> all =
            simpler_plans(w.plan, player_.reference().points, choice(), tried);
        bool is_simpler = false;
        for (const story_plan& p : all) {
            tried.insert(p.text());
            story_outcome o = co_await player_.play(p, what_.patience, nullptr, s.run);
            const auto same = std::find_if(o.wrong.begin(), o.wrong.end(),
                                           [&](const wrong_outcome& one) { return is_alike(one, w.wrong); });
            if (o.faults < p.steps.size() || same == o.wrong.end()) continue;
            wrong_plan simpler{p, o, *same};
            is_simpler = co_await comes_again(s, simpler);
            if (!is_simpler) continue;
            w = std::move(simpler);
            break;
        }
        if (!is_simpler) co_return w;
    }
}

void explorer::add(std::size_t plan, const wrong_plan& w, const std::string& log) {
    constexpr std::size_t times = 2;
    finding f;
    f.plan = w.plan.text();
    for (const plan_step& s : w.plan.steps)
        f.faults.push_back({std::string(s.what->name), std::string(s.what->words), s.point});
    f.oracle = w.wrong.oracle;
    f.detail = w.wrong.detail;
    f.differences = w.wrong.differences;
    f.happened = w.outcome.timeline;
    if (!w.plan.steps.empty()) f.expected = player_.reference().timeline;
    if (what_.replay.empty() && !w.plan.steps.empty()) f.replayed = f.repeats = times;
    f.log = log;
    known_.push_back({std::move(f), symptom_of(w.wrong), plan});
    if (what_.on_finding) what_.on_finding(known_.back().f);
}

}}}  // namespace setpoint::v0::story
