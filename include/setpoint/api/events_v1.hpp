#pragma once
// Events as objects (events.k8s.io/v1): what controllers tell people about the objects they work on.

#include <setpoint/api/core_v1/object_reference.hpp>
#include <setpoint/api/kind_info.hpp>
#include <setpoint/api/time.hpp>

namespace setpoint {

// Repetitions of an event. The server needs both fields.
struct event_series {
    std::int32_t count = 0;
    micro_timestamp last_observed_time{};

    static constexpr auto describe() {
        using namespace schema;
        using self = event_series;
        return object("", field(&self::count, "count", "Occurrences up to last_observed_time.", required),
                      field(&self::last_observed_time, "lastObservedTime", "", required));
    }
};

// The kind Event; setpoint::event is something to wait for. Limits: reason and action 128 characters, note 1
// kB (Kubernetes API reference, Event v1 events.k8s.io).
struct event_record {
    object_meta metadata{};
    micro_timestamp event_time{};  // of the first occurrence
    std::optional<event_series> series{};
    text reporting_controller{};  // a name with a domain: my.domain/webserver-operator
    text reporting_instance{};    // the pod
    text action{}, reason{};      // CamelCase words
    object_reference regarding{};
    std::optional<object_reference> related{};
    text note{};
    text type{};  // Normal, Warning

    static constexpr auto kind() { return builtin_kind("events.k8s.io", "v1", "Event", "events"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = event_record;
        return object("Something that happened to an object.", field(&self::metadata, "metadata", ""),
                      field(&self::event_time, "eventTime", ""), field(&self::series, "series", ""),
                      field(&self::reporting_controller, "reportingController", ""),
                      field(&self::reporting_instance, "reportingInstance", ""),
                      field(&self::action, "action", ""), field(&self::reason, "reason", ""),
                      field(&self::regarding, "regarding", ""), field(&self::related, "related", ""),
                      field(&self::note, "note", "", unique),
                      field(&self::type, "type", "Normal or Warning."));
    }
};

}  // namespace setpoint
