// An exploration that continues after an earlier one: what has ended is not run again.

#include "testkit/story/explorer.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace story {

// Reports the findings of the earlier exploration.
void explorer::take_up() {
    if (!resume_) return;
    for (finding f : resume_->known()) {
        const std::string symptom = symptom_of({f.oracle, f.detail, f.differences});
        if (known(symptom)) continue;
        const auto at = std::find_if(plans_.begin(), plans_.end(),
                                     [&](const story_plan& p) { return p.text() == f.plan; });
        for (const auto& [text, p] : resume_->ended())
            f.others += p.symptom == symptom && text != f.plan ? 1 : 0;
        if (f.faults.empty()) without_fault_.insert(symptom);
        add({std::move(f), symptom, static_cast<std::size_t>(at - plans_.begin())});
    }
    findings_on_file_ = known_.size();
}

void explorer::skip_ended() {
    if (!resume_) return;
    for (; next_ < last_plan(); ++next_) {
        const story_plan& plan = plans_[next_];
        const auto at = resume_->ended().find(plan.text());
        if (at == resume_->ended().end()) return;
        const ended_plan& p = at->second;
        played_.insert(p.plan);
        ++found_.run;
        ++found_.resumed;
        found_.pairs += plan.steps.size() > 1 ? 1 : 0;
        found_.ended_early += p.is_early ? 1 : 0;
        found_.not_reached += p.is_reached || !p.symptom.empty() ? 0 : 1;
        if (what_.pairs && next_ < pairs_.size())
            for (const std::string& one : p.pairs) pairs_[next_].push_back(parse_plan(one));
    }
}

void explorer::note_ended(std::size_t plan, bool is_early, bool is_reached, const std::string& symptom) {
    if (!resume_) return;
    for (; findings_on_file_ < known_.size(); ++findings_on_file_) resume_->add(known_[findings_on_file_].f);
    ended_plan p{plans_[plan].text(), is_early, is_reached, symptom};
    if (plan < pairs_.size())
        for (const story_plan& one : pairs_[plan]) p.pairs.push_back(one.text());
    resume_->add(p);
}

}}}  // namespace setpoint::v0::story
