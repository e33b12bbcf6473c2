#include "apiserver/controllers/deployment/workload_view.hpp"

#include <algorithm>

namespace setpoint::apiserver {

const workload_condition* find_condition(const workload_conditions& conditions, std::string_view type) {
    const auto at =
        std::find_if(conditions.begin(), conditions.end(), [&](const auto& c) { return c.type == type; });
    return at == conditions.end() ? nullptr : &*at;
}

void remove_condition(workload_conditions& conditions, std::string_view type) {
    std::erase_if(conditions, [&](const auto& c) { return c.type == type; });
}

}  // namespace setpoint::apiserver
