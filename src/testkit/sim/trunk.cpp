#include "testkit/sim/trunk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace setpoint::inline v0::sim {

namespace {

// Pairs of all perturbations would be too many.
bool is_paired(const perturbation& p) {
    constexpr std::array<std::string_view, 5> paired{"P1", "P2", "P4", "P6", "P7"};
    return std::find(paired.begin(), paired.end(), p.name) != paired.end();
}

}  // namespace

void check_end_of_plan(world& w, const reference_run& reference) {
    // A story that was not finished has another end, of course.
    if (w.end().empty()) return;
    compare_end(w, reference);
    compare_writes(w, reference.writes, reference);
}

bool ends_early(world& w, const exploration& what, reference_run& reference) {
    if (!what.end_early || w.lasts() || !w.violations().empty()) return false;
    const record_of_writes* const same = reference.find(w);
    if (!same || !w.state().broken().empty()) return false;
    compare_writes(w, *same, reference);
    return true;
}

const perturbation* trunk::at(world&, const story_point& p) {
    if (pool_.is_child()) return second_fault(p);
    const std::size_t index = points_++;
    const std::string expected = index < reference_.points.size() ? reference_.points[index].p.text : "none";
    if (difference_.empty() && p.p.text != expected)
        difference_ = fmt::format("point {} is \"{}\", and was \"{}\"", index, p.p.text, expected);
    if (!difference_.empty()) return nullptr;
    for (; next_ < plans_.size() && plans_[next_].at == index && !is_full_ && !pool_.is_stopped(); ++next_) {
        if (!pool_.begin(next_)) continue;
        begin_child(*plans_[next_].what);
        return plans_[next_].what;
    }
    return nullptr;
}

void trunk::begin_child(const perturbation& first) {
    if (!what_.pairs || first.lasts) return;
    second_ = std::make_unique<fork_pool>(
        1, what_.cpu_limit, [this](std::size_t i, const std::string& text, const std::string& death) {
            for (report& one : decode(text, death).all) {
                one.second = seconds_[i];
                reports_.push_back(std::move(one));
            }
        });
}

const perturbation* trunk::second_fault(const story_point& p) {
    if (!second_ || second_->is_child()) return nullptr;
    const perturbation* chosen = nullptr;
    for_each_perturbation([&](const perturbation& one) {
        if (chosen || !is_paired(one) || !one.applies || !one.applies(p)) return;
        seconds_.push_back(fmt::format("{}@{}", one.name, p.p.text));
        if (second_->begin(seconds_.size() - 1)) chosen = &one;
    });
    return chosen;
}

void trunk::idle(world& w) {
    if (pool_.is_child() && ends_early(w, what_, reference_)) finish(w, true);
}

void trunk::finish(world& w, bool is_early) {
    if (!is_early) check_end_of_plan(w, reference_);
    const std::string own = encode(report_of(w, is_early));
    if (second_ && second_->is_child()) second_->finish(own);
    if (second_) second_->wait();
    pool_.send(own);
    for (const report& one : reports_) pool_.send(encode(one));
    pool_.finish("");
}

}  // namespace setpoint::inline v0::sim
