#include "apiserver/server/control/fault_list.hpp"

#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

std::string fault_effect::text() const {
    switch (what) {
        case kind::refuse:
            return fmt::format("refused with {} {}", status, reason);
        case kind::delay:
            return "delayed by " + go_duration(wait).to_string();
        case kind::lose_request:
            return "lost before it is executed";
        case kind::lose_answer:
            return "executed, and the answer lost";
        case kind::hold_watches:
            return "watches held back";
        case kind::pass:
            break;
    }
    return "passed on";
}

namespace {

bool is_spent(const fault_list::entry& one) {
    return one.fault.times > 0 && one.applied >= one.fault.times && !holds_watches(one.fault);
}

}  // namespace

bool holds_watches(const request_fault& f) {
    return f.effect.what == fault_effect::kind::hold_watches;
}

std::uint64_t fault_list::add(request_fault f, std::uint64_t applied) {
    if (all_.size() >= request_faults::most) {
        const auto spent =
            std::ranges::find_if(all_, [](const auto& numbered) { return is_spent(numbered.second); });
        if (spent == all_.end()) return 0;
        all_.erase(spent);
    }
    all_.emplace(++last_, entry{std::move(f), applied, applied});
    return last_;
}

bool fault_list::needs_names() const {
    return std::ranges::any_of(
        all_, [](const auto& numbered) { return numbered.second.fault.requests.name.has_value(); });
}

fault_effect fault_list::next(const request_traits& r) {
    for (auto& [number, one] : all_) {
        if (holds_watches(one.fault) && r.verb != "watch") continue;
        if (!matches(one.fault.requests, r)) continue;
        ++one.matched;
        if (holds_watches(one.fault)) {
            ++one.applied;
            continue;
        }
        if (one.matched <= one.fault.skip || is_spent(one)) continue;
        ++one.applied;
        return one.fault.effect;
    }
    return {};
}

bool fault_list::holds(const request_traits& watch) const {
    return std::ranges::any_of(all_, [&](const auto& numbered) {
        const request_fault& f = numbered.second.fault;
        return holds_watches(f) && matches(f.requests, watch);
    });
}

}}}  // namespace setpoint::v0::apiserver
