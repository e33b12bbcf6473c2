#include "testkit/story/fault_schedule.hpp"

#include <utility>

namespace setpoint { inline namespace v0 { namespace story {

const fault* fault_schedule::due(const sim::story_point& at) {
    if (!plan_ || begun_ == plan_->steps.size() || is_misfit_) return nullptr;
    const plan_step& next = plan_->steps[begun_];
    if (at.p.text != next.point) return nullptr;
    // The first one is at a point of the run without faults, of which more is known.
    is_misfit_ = begun_ != 0 && !next.what->applies(at);
    if (is_misfit_) return nullptr;
    ++begun_;
    return next.what;
}

void fault_schedule::impose(int times, predicate which, sim::effect e) {
    imposed_.push_back({times, never, std::move(which), std::move(e)});
}

void fault_schedule::impose_until(time_point end, predicate which, sim::effect e) {
    imposed_.push_back({std::numeric_limits<int>::max(), end, std::move(which), std::move(e)});
}

std::optional<sim::effect> fault_schedule::imposed_on(const sim::point& p, time_point now) {
    if (!p.is_request()) return std::nullopt;
    for (imposed& i : imposed_)
        if (i.times > 0 && now < i.end && i.which(p)) {
            --i.times;
            return i.e;
        }
    return std::nullopt;
}

}}}  // namespace setpoint::v0::story
