#pragma once
// clang-format off
// EventSource (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct event_source {
    interned_string component{};
    interned_string host{};

    template <class Self = event_source>
    static constexpr auto describe() {
        return schema::object(
            "EventSource contains information for an event.",
            schema::field(&Self::component, "component", "Component from which the event is generated."),
            schema::field(&Self::host, "host", "Node name on which the event is generated."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::event_source);
