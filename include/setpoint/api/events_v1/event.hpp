#pragma once
// clang-format off
// Event (events.k8s.io/v1) and what only it uses.
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

namespace setpoint { inline namespace v0 { namespace events_v1 {

struct event_series {
    std::optional<std::int32_t> count{};
    micro_timestamp last_observed_time{};

    template <class Self = event_series>
    static constexpr auto describe() {
        return schema::object(
            "EventSeries contain information on series of events, i.e. thing that was/is happening "
            "continuously for some time.",
            schema::field(&Self::count, "count",
                          "count is the number of occurrences in this series up to the last heartbeat "
                          "time.", schema::required),
            schema::field(&Self::last_observed_time, "lastObservedTime",
                          "lastObservedTime is the time when last Event from the series was seen before "
                          "last heartbeat.", schema::required));
    }
};

struct event {
    object_meta metadata{};
    micro_timestamp event_time{};
    boxed<event_series> series{};
    interned_string reporting_controller{};
    interned_string reporting_instance{};
    interned_string action{};
    interned_string reason{};
    core_v1::object_reference regarding{};
    boxed<core_v1::object_reference> related{};
    interned_string note{};
    interned_string type{};
    core_v1::event_source deprecated_source{};
    timestamp deprecated_first_timestamp{};
    timestamp deprecated_last_timestamp{};
    std::optional<std::int32_t> deprecated_count{};

    static constexpr auto kind() { return builtin_kind("events.k8s.io", "v1", "Event", "events"); }
    template <class Self = event>
    static constexpr auto describe() {
        return schema::object(
            "Event is a report of an event somewhere in the cluster.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object's metadata."),
            schema::field(&Self::event_time, "eventTime",
                          "eventTime is the time when this Event was first observed."),
            schema::field(&Self::series, "series",
                          "series is data about the Event series this event represents or nil if it's a "
                          "singleton Event."),
            schema::field(&Self::reporting_controller, "reportingController",
                          "reportingController is the name of the controller that emitted this Event, "
                          "e.g. `kubernetes.io/kubelet`."),
            schema::field(&Self::reporting_instance, "reportingInstance",
                          "reportingInstance is the ID of the controller instance, e.g. `kubelet-xyzf`."),
            schema::field(&Self::action, "action",
                          "action is what action was taken/failed regarding to the regarding object."),
            schema::field(&Self::reason, "reason", "reason is why the action was taken."),
            schema::field(&Self::regarding, "regarding",
                          "regarding contains the object this Event is about."),
            schema::field(&Self::related, "related",
                          "related is the optional secondary object for more complex actions."),
            schema::field(&Self::note, "note",
                          "note is a human-readable description of the status of this operation.",
                          schema::unique),
            schema::field(&Self::type, "type",
                          "type is the type of this event (Normal, Warning), new types could be added in "
                          "the future."),
            schema::field(&Self::deprecated_source, "deprecatedSource",
                          "deprecatedSource is the deprecated field assuring backward compatibility with "
                          "core.v1 Event type."),
            schema::field(&Self::deprecated_first_timestamp, "deprecatedFirstTimestamp",
                          "deprecatedFirstTimestamp is the deprecated field assuring backward "
                          "compatibility with core.v1 Event type."),
            schema::field(&Self::deprecated_last_timestamp, "deprecatedLastTimestamp",
                          "deprecatedLastTimestamp is the deprecated field assuring backward "
                          "compatibility with core.v1 Event type."),
            schema::field(&Self::deprecated_count, "deprecatedCount",
                          "deprecatedCount is the deprecated field assuring backward compatibility with "
                          "core.v1 Event type.", schema::omitzero));
    }
};

}}}  // namespace setpoint::v0::events_v1

SETPOINT_BUILT_IN_KIND(setpoint::events_v1::event);
