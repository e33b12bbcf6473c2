#include "setpoint/api/condition.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

std::string_view to_string(condition_status status) noexcept {
    switch (status) {
        case condition_status::true_:
            return "True";
        case condition_status::false_:
            return "False";
        case condition_status::unknown:
            break;
    }
    return "Unknown";
}

const condition* find_condition(const std::vector<condition>& conditions, std::string_view type) noexcept {
    const auto at = std::find_if(conditions.begin(), conditions.end(),
                                 [&](const condition& c) { return c.type == type; });
    return at == conditions.end() ? nullptr : &*at;
}

bool is_true(const std::vector<condition>& conditions, std::string_view type) noexcept {
    const condition* c = find_condition(conditions, type);
    return c && c->status == condition_status::true_;
}

bool set_condition(std::vector<condition>& conditions, condition desired, timestamp now) {
    if (!desired.last_transition_time.is_set()) desired.last_transition_time = now;
    const auto at = std::find_if(conditions.begin(), conditions.end(),
                                 [&](const condition& c) { return c.type == desired.type; });
    if (at == conditions.end()) {
        conditions.push_back(std::move(desired));
        return true;
    }
    if (at->status == desired.status) {
        if (at->reason == desired.reason && at->message == desired.message &&
            at->observed_generation == desired.observed_generation) {
            return false;
        }
        desired.last_transition_time = at->last_transition_time;
    }
    *at = std::move(desired);
    return true;
}

bool remove_condition(std::vector<condition>& conditions, std::string_view type) {
    return std::erase_if(conditions, [&](const condition& c) { return c.type == type; }) > 0;
}

}}  // namespace setpoint::v0
