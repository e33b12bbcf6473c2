#pragma once
// What a context is made of, for controllers and for tests.

#include "framework/controller/own_answers.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/owner_guard.hpp"

#include <functional>

namespace setpoint::detail {

// Everything outlives the context.
struct context_parts {
    setpoint::loop& loop;
    logger log;
    recorder& events;
    client& reads;
    client& live;
    std::string_view field_manager;
    std::string_view reason = {};
    unsigned attempt = 0;
    cached_client* cached = nullptr;     // null: nothing is cached, so there are no indexes
    owner_guard* guard = nullptr;        // null: owners are taken to exist
    reconcile_flight* flight = nullptr;  // null: echoes of own writes are reconciled
    std::function<bool(const kind_info&)> watches = {};
    bool refused = false;  // a child was foreign or refused
};

}  // namespace setpoint::detail
