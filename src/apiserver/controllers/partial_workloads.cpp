#include "apiserver/controllers/partial_workloads.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

const workload_condition* find_condition(const workload_conditions& conditions, std::string_view type) {
    const auto at =
        std::find_if(conditions.begin(), conditions.end(), [&](const auto& c) { return c.type == type; });
    return at == conditions.end() ? nullptr : &*at;
}

void remove_condition(workload_conditions& conditions, std::string_view type) {
    std::erase_if(conditions, [&](const auto& c) { return c.type == type; });
}

workload_condition new_condition(std::string_view type, condition_status status, std::string_view reason,
                                 std::string_view message, wall_time now) {
    workload_condition c;
    c.type = type;
    c.status = status;
    c.last_transition_time = timestamp::from(now);
    c.reason = reason;
    c.message = message;
    return c;
}

void replace_condition(workload_conditions& conditions, workload_condition c) {
    remove_condition(conditions, c.type.view());
    conditions.push_back(std::move(c));
}

}}}  // namespace setpoint::v0::apiserver
