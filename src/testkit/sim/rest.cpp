// Whether a run is at rest, and in which state.

#include "testkit/sim/world.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>

namespace setpoint { inline namespace v0 { namespace sim {

bool world::is_fault_over() {
    return event_loop().now() >= busy_until_;
}

bool world::is_over() {
    return is_fault_over() && tasks_->size() == 0;
}

bool world::is_quiet() {
    return is_over() && std::all_of(processes_.begin(), processes_.end(),
                                    [](const operator_process& p) { return p.is_settled(); });
}

std::size_t world::unfinished_keys() const {
    std::size_t n = 0;
    for (const operator_process& p : processes_) n += p.unfinished_keys();
    return n;
}

std::uint64_t world::state_key() {
    std::string rest =
        fmt::format("{} {} {} {} {}", user_writes_, unfinished_keys(), is_internal_, shows_old_, reorders_);
    for (const operator_process& p : processes_) rest.append("\n").append(p.memory());
    if (is_internal_) {
        for (const auto* counts : {&writes_.created, &writes_.deleted}) {
            rest += '\n';
            for (const auto& [name, times] : *counts) rest += fmt::format("{} {},", name, times);
        }
        std::multiset<std::string_view> made;
        for (const std::string& uid : made_under_fault_)
            if (const std::string_view name = state_->name_of(uid); !name.empty()) made.insert(name);
        rest += fmt::format("\n{}", fmt::join(made, ","));
    }
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
    return state_->hash() * odd + std::hash<std::string>()(rest);
}

}}}  // namespace setpoint::v0::sim
