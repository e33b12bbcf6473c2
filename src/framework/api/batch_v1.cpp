#include "setpoint/api/batch_v1.hpp"

namespace setpoint::inline v0 {

timestamp finished_at(const job& j) noexcept {
    for (const std::string_view type : {"Complete", "Failed"}) {
        if (is_true(j.status.conditions, type))
            return find_condition(j.status.conditions, type)->last_transition_time;
    }
    return {};
}

}  // namespace setpoint::inline v0
