#pragma once
// The parts of a context.

#include "framework/controller/own_answers.hpp"
#include "framework/controller/owner_guard.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/controller.hpp"
#include "setpoint/controller/problem.hpp"

#include <algorithm>
#include <deque>
#include <optional>

namespace setpoint { inline namespace v0 { namespace detail {

// All references must outlive the context.
struct context_parts {
    setpoint::loop& loop;
    const logger& log;
    recorder& events;
    cached_client& reads;
    client& live;
    owner_guard& guard;
    reconcile_flight& flight;
    const std::deque<watch>& watches;  // of the controller
    std::string_view field_manager;
    std::string_view reason;
    unsigned attempt;
    const std::optional<problem>* cycle = nullptr;  // of the loop breaker
    bool refused = false;                           // a child was foreign or refused

    bool is_watched(const kind_info& kind) const {
        return std::ranges::any_of(watches, [&](const watch& w) { return w.kind == &kind; });
    }
};

}}}  // namespace setpoint::v0::detail
