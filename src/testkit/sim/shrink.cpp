#include "testkit/sim/shrink.hpp"

#include "testkit/sim/simpler.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

bool shows(const report& r, const violation& wrong) {
    return std::any_of(r.violations.begin(), r.violations.end(), [&](const violation& v) {
        return v.oracle == wrong.oracle && symptom(v) == symptom(wrong);
    });
}

// What is wrong of which object, in whatever way: one fault of a pair may show it with other numbers.
bool is_alike(const violation& a, const violation& b) {
    if (a.oracle != b.oracle) return false;
    if (a.differences.empty() || b.differences.empty()) return true;
    return a.differences.front().object == b.differences.front().object &&
           a.differences.front().field == b.differences.front().field;
}

bool is_same_timeline(const timeline& a, const timeline& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const timeline_entry& x, const timeline_entry& y) {
                          return x.at == y.at && x.what == y.what && x.detail == y.detail;
                      });
}

}  // namespace

std::string symptom(const violation& v) {
    // The rest of a story's failure lists the objects and the log of its own run.
    return v.oracle == "story" ? v.detail.substr(0, v.detail.find('\n')) : v.detail;
}

std::vector<std::vector<plan_step>> simpler_plans(const std::vector<plan_step>& plan) {
    std::vector<std::vector<plan_step>> all;
    if (plan.size() < 2) return all;
    for (const plan_step& s : plan) all.push_back({s});
    for (std::size_t i = 0; i < plan.size(); ++i)
        for (const std::string_view simple : simpler_than(plan[i].what->name)) {
            const perturbation* const other = find_perturbation(simple);
            if (!other) continue;
            all.push_back(plan);
            all.back()[i].what = other;
        }
    return all;
}

bool outcomes::is_simpler(const outcome& a, const outcome& b) {
    const auto rank = [](const outcome& o) {
        const auto elaborate = std::count_if(o.plan.begin(), o.plan.end(),
                                             [](const plan_step& s) { return !is_plain(s.what->name); });
        return std::tuple(o.plan.size(), elaborate, o.point);
    };
    return rank(a) < rank(b);
}

void outcomes::add(std::vector<plan_step> plan, std::size_t point, const violation& v) {
    outcome one{std::move(plan), point, v, 0, ++added_};
    const auto same = std::find_if(all_.begin(), all_.end(), [&](const outcome& o) {
        return o.wrong.oracle == v.oracle && symptom(o.wrong) == symptom(v);
    });
    if (same == all_.end()) return all_.push_back(std::move(one));
    one.others = same->others + 1;
    if (is_simpler(one, *same))
        *same = std::move(one);
    else
        ++same->others;
}

void outcomes::shrink(const replayer_of_plans& run) {
    std::vector<std::vector<plan_step>> tries;
    std::vector<std::size_t> of;
    for (std::size_t i = 0; i < all_.size(); ++i)
        for (auto& plan : simpler_plans(all_[i].plan)) {
            tries.push_back(std::move(plan));
            of.push_back(i);
        }
    const replays results = run(tries);
    for (std::size_t i = 0; i < tries.size(); ++i) {
        outcome& o = all_[of[i]];
        if (!results[i].has_run || tries[i].size() > o.plan.size()) continue;
        const auto& found = results[i].run.violations;
        const auto same = std::find_if(found.begin(), found.end(),
                                       [&](const violation& v) { return is_alike(v, o.wrong); });
        if (same == found.end() || !results[i].run.missing.empty()) continue;
        const bool is_shorter = tries[i].size() < o.plan.size();
        if (!is_shorter && !is_simpler({tries[i], o.point, *same}, o)) continue;
        o.plan = tries[i];
        o.wrong = *same;
    }
    if (!tries.empty()) merge();
}

// Plans that were different before they were shrunk.
void outcomes::merge() {
    std::vector<outcome> before;
    before.swap(all_);
    for (outcome& o : before) {
        const auto same = std::find_if(all_.begin(), all_.end(), [&](const outcome& known) {
            return known.wrong.oracle == o.wrong.oracle && symptom(known.wrong) == symptom(o.wrong);
        });
        if (same == all_.end())
            all_.push_back(std::move(o));
        else
            same->others += o.others + 1;
    }
}

std::vector<finding> outcomes::findings_of(const exploration& what, reference_run& reference,
                                           const fork_pool::on_wait& wait, int descriptor) {
    const auto run = [&](const std::vector<std::vector<plan_step>>& plans) {
        return replay_all(what, reference, plans, wait, descriptor);
    };
    shrink(run);
    std::sort(all_.begin(), all_.end(), [](const outcome& a, const outcome& b) {
        return is_simpler(a, b) || (!is_simpler(b, a) && a.order < b.order);
    });
    if (all_.size() > what.max_findings) all_.resize(what.max_findings);
    constexpr std::size_t times = 2;
    // A plan may have several outcomes; the first run is the one without faults.
    std::vector<std::vector<plan_step>> plans{{}};
    std::map<std::string, std::size_t> first;
    for (const outcome& o : all_)
        if (first.emplace(to_string(o.plan), plans.size()).second) plans.insert(plans.end(), times, o.plan);
    const replays results = all_.empty() ? replays() : run(plans);
    std::vector<finding> found;
    for (const outcome& o : all_) {
        finding& f = found.emplace_back();
        f.plan = to_string(o.plan);
        f.faults = faults_of(o.plan);
        f.oracle = o.wrong.oracle;
        f.detail = o.wrong.detail;
        f.differences = o.wrong.differences;
        f.others = o.others;
        const std::size_t at = first.at(f.plan);
        for (std::size_t i = at; i < at + times; ++i) {
            if (!results[i].has_run) continue;
            ++f.replayed;
            const bool is_same = i == at || is_same_timeline(results[i].entries, results[at].entries);
            if (shows(results[i].run, o.wrong) && is_same) ++f.repeats;
        }
        f.happened = results[at].entries;
        if (!o.plan.empty()) f.expected = results.front().entries;
    }
    return found;
}

}}}  // namespace setpoint::v0::sim
