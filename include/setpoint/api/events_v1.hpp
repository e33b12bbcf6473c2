#pragma once
// Events as objects (events.k8s.io/v1): reports of controllers about the objects they work on.

#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint {

// Repetitions of an event. The server requires both fields.
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

struct event_source {
    interned_string component{}, host{};

    static constexpr auto describe() {
        using namespace schema;
        using self = event_source;
        return object("Information for an event.",
                      field(&self::component, "component", "Component from which the event is generated."),
                      field(&self::host, "host", "Node name on which the event is generated."));
    }
};

// The kind Event; setpoint::event is a synchronisation primitive. Limits: reason and action 128
// characters, note 1 kB (Kubernetes API reference, Event v1 events.k8s.io).
struct event_record {
    object_meta metadata{};
    micro_timestamp event_time{};  // of the first occurrence
    std::optional<event_series> series{};
    interned_string reporting_controller{};  // a qualified name: my.domain/webserver-operator
    interned_string reporting_instance{};    // the pod
    interned_string action{}, reason{};      // CamelCase words
    object_reference regarding{};
    std::optional<object_reference> related{};
    interned_string note{};
    interned_string type{};  // Normal, Warning
    event_source deprecated_source{};
    timestamp deprecated_first_timestamp{}, deprecated_last_timestamp{};
    std::optional<std::int32_t> deprecated_count{};

    static constexpr auto kind() { return builtin_kind("events.k8s.io", "v1", "Event", "events"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = event_record;
        return object(
            "Something that happened to an object.", field(&self::metadata, "metadata", ""),
            field(&self::event_time, "eventTime", ""), field(&self::series, "series", ""),
            field(&self::reporting_controller, "reportingController", ""),
            field(&self::reporting_instance, "reportingInstance", ""), field(&self::action, "action", ""),
            field(&self::reason, "reason", ""), field(&self::regarding, "regarding", ""),
            field(&self::related, "related", ""), field(&self::note, "note", "", unique),
            field(&self::type, "type", "Normal or Warning."),
            field(&self::deprecated_source, "deprecatedSource",
                  "The deprecated field assuring backward compatibility with core.v1 Event type."),
            field(&self::deprecated_first_timestamp, "deprecatedFirstTimestamp",
                  "The deprecated field assuring backward compatibility with core.v1 Event type."),
            field(&self::deprecated_last_timestamp, "deprecatedLastTimestamp",
                  "The deprecated field assuring backward compatibility with core.v1 Event type."),
            field(&self::deprecated_count, "deprecatedCount",
                  "The deprecated field assuring backward compatibility with core.v1 Event type.", omitzero));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::event_record);
