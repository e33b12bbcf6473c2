#pragma once
// Which fault is due at which point of a run, and what requests are refused meanwhile. No I/O.

#include "setpoint/core/clock.hpp"
#include "testkit/story/plan.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

class fault_schedule {
public:
    using predicate = std::function<bool(const sim::point&)>;

    // Null: no fault. It must outlive this.
    explicit fault_schedule(const story_plan* plan) : plan_(plan) {}

    // The fault that happens at this point; null: none. A later fault of a plan happens after the one before
    // it, and only where it makes sense.
    const fault* due(const sim::story_point& at);
    std::size_t begun() const { return begun_; }

    // Requests for which `which` holds have this effect the next `times` times, or until then.
    void impose(int times, predicate which, sim::effect e);
    void impose_until(time_point end, predicate which, sim::effect e);
    std::optional<sim::effect> imposed_on(const sim::point& p, time_point now);

private:
    struct imposed {
        int times;
        time_point end;
        predicate which;
        sim::effect e;
    };
    const story_plan* plan_;
    std::size_t begun_ = 0;
    bool is_misfit_ = false;
    std::vector<imposed> imposed_;
};

}}}  // namespace setpoint::v0::story
