#include "testkit/sim/trunk.hpp"

#include <fmt/format.h>

#include <utility>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

bool may_end_early(world& w, const exploration& what) {
    return what.end_early && !w.lasts() && w.violations().empty() && w.state().broken().empty() &&
           w.is_quiet();
}

// Checks what the run has written so far.
bool is_in_state_of(reference_run& reference, world& w) {
    const record_of_writes* const same = reference.find(w);
    if (same) compare_writes(w, *same, reference);
    return same != nullptr;
}

}  // namespace

void check_end_of_plan(world& w, const reference_run& reference) {
    // A story that was not finished has another end, of course.
    if (w.end().empty()) return;
    compare_end(w, reference);
    compare_writes(w, reference.writes, reference);
}

bool ends_early(world& w, const exploration& what, reference_run& reference) {
    return may_end_early(w, what) && is_in_state_of(reference, w);
}

const perturbation* trunk::at(world& w, const story_point& p) {
    if (pool_.is_child()) return second_fault(p);
    const std::size_t index = points_++;
    const auto& points = all_.reference.points;
    const std::string expected = index < points.size() ? points[index].p.text : "none";
    if (difference_.empty() && p.p.text != expected)
        difference_ = fmt::format("point {} is \"{}\", and was \"{}\"", index, p.p.text, expected);
    if (!difference_.empty()) return nullptr;
    for (; next_ < all_.plans.size() && all_.plans[next_].at == index; ++next_) {
        if (!all_.may_begin(next_) || pool_.is_stopped()) return nullptr;
        if (!pool_.begin(next_)) continue;
        begin_child(w, *all_.plans[next_].what);
        return all_.plans[next_].what;
    }
    return nullptr;
}

void trunk::begin_child(world& w, const perturbation& first) {
    w.parts().trace->stop();  // only the run without faults is compared
    if (!all_.what.pairs || first.lasts) return;
    second_ = std::make_unique<fork_pool>(
        1, all_.what.cpu_limit, [this](std::size_t i, const std::string& text, const std::string& death) {
            for (report& one : decode(text, death).all) {
                one.second = seconds_[i];
                all_.visited.add(one);
                reports_.push_back(std::move(one));
            }
        });
}

const perturbation* trunk::second_fault(const story_point& p) {
    if (!second_ || second_->is_child()) return nullptr;
    const perturbation* chosen = nullptr;
    for_each_perturbation([&](const perturbation& one) {
        if (chosen || !may_come_second(one.name) || !one.applies || !one.applies(p)) return;
        seconds_.push_back(fmt::format("{}@{}", one.name, p.p.text));
        if (second_->begin(seconds_.size() - 1)) chosen = &one;
    });
    if (chosen) at_rest_.clear();  // what follows belongs to the plan of two faults
    return chosen;
}

void trunk::idle(world& w) {
    if (!pool_.is_child() || !may_end_early(w, all_.what)) return;
    if (is_in_state_of(all_.reference, w) || joins_another_plan(w)) finish(w, true);
}

// Only after as many faults: after a first fault, second ones are to be tried from there on.
bool trunk::joins_another_plan(world& w) {
    // More writes would come to more than a run may do.
    constexpr std::size_t some = 30;
    if (w.writes().all.size() > all_.reference.writes.all.size() + some) return false;
    const std::uint64_t objects = w.state().hash();
    if (std::exchange(last_objects_, objects) == objects) return false;
    const std::uint64_t key = w.state_key() + static_cast<std::uint64_t>(w.faults());
    if (all_.visited.contains(key)) return true;
    if (const auto* const wrong = all_.visited.wrong_from(key)) {
        for (const violation& v : *wrong) w.violate(v.oracle, v.detail, v.differences);
        return true;
    }
    at_rest_.push_back(key);
    return false;
}

void trunk::finish(world& w, bool is_early) {
    if (!is_early) check_end_of_plan(w, all_.reference);
    report outcome = report_of(w, is_early);
    outcome.states = std::move(at_rest_);
    const std::string own = encode(outcome);
    if (second_ && second_->is_child()) second_->finish(own);
    if (second_) second_->wait();
    pool_.send(own);
    for (const report& one : reports_) pool_.send(encode(one));
    pool_.finish("");
}

}}}  // namespace setpoint::v0::sim
