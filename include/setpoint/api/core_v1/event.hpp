#pragma once
// clang-format off
// Event (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/event_source.hpp"
#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct event_series {
    std::optional<std::int32_t> count{};
    micro_timestamp last_observed_time{};

    template <class Self = event_series>
    static constexpr auto describe() {
        return schema::object(
            "EventSeries contain information on series of events, i.e. thing that was/is happening "
            "continuously for some time.",
            schema::field(&Self::count, "count",
                          "Number of occurrences in this series up to the last heartbeat time",
                          schema::omitzero),
            schema::field(&Self::last_observed_time, "lastObservedTime",
                          "Time of the last occurrence observed"));
    }
};

struct event {
    object_meta metadata{};
    object_reference involved_object{};
    interned_string reason{};
    interned_string message{};
    event_source source{};
    timestamp first_timestamp{};
    timestamp last_timestamp{};
    std::optional<std::int32_t> count{};
    interned_string type{};
    micro_timestamp event_time{};
    boxed<event_series> series{};
    interned_string action{};
    boxed<object_reference> related{};
    interned_string reporting_component{};
    interned_string reporting_instance{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Event", "events"); }
    template <class Self = event>
    static constexpr auto describe() {
        return schema::object(
            "Event is a report of an event somewhere in the cluster.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::involved_object, "involvedObject", "The object that this event is about."),
            schema::field(&Self::reason, "reason",
                          "This should be a short, machine understandable string that gives the reason "
                          "for the transition into the object's current status."),
            schema::field(&Self::message, "message",
                          "A human-readable description of the status of this operation.", schema::unique),
            schema::field(&Self::source, "source", "The component reporting this event."),
            schema::field(&Self::first_timestamp, "firstTimestamp",
                          "The time at which the event was first recorded."),
            schema::field(&Self::last_timestamp, "lastTimestamp",
                          "The time at which the most recent occurrence of this event was recorded."),
            schema::field(&Self::count, "count", "The number of times this event has occurred.",
                          schema::omitzero),
            schema::field(&Self::type, "type",
                          "Type of this event (Normal, Warning), new types could be added in the future"),
            schema::field(&Self::event_time, "eventTime", "Time when this Event was first observed."),
            schema::field(&Self::series, "series",
                          "Data about the Event series this event represents or nil if it's a singleton "
                          "Event."),
            schema::field(&Self::action, "action",
                          "What action was taken/failed regarding to the Regarding object."),
            schema::field(&Self::related, "related", "Optional secondary object for more complex actions."),
            schema::field(&Self::reporting_component, "reportingComponent",
                          "Name of the controller that emitted this Event, e.g. `kubernetes.io/kubelet`."),
            schema::field(&Self::reporting_instance, "reportingInstance",
                          "ID of the controller instance, e.g. `kubelet-xyzf`."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::event);
