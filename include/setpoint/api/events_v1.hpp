#pragma once
// Events as objects (events.k8s.io/v1): reports of controllers about the objects they work on.

#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint::inline v0 {

// Repetitions of an event. The server requires both fields.
struct event_series {
    std::int32_t count = 0;
    micro_timestamp last_observed_time{};

    template <class Self = event_series>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::count, "count", "Occurrences up to last_observed_time.", required),
                      field(&Self::last_observed_time, "lastObservedTime", "", required));
    }
};

struct event_source {
    interned_string component{}, host{};

    template <class Self = event_source>
    static constexpr auto describe() {
        using namespace schema;
        return object("Information for an event.",
                      field(&Self::component, "component", "Component from which the event is generated."),
                      field(&Self::host, "host", "Node name on which the event is generated."));
    }
};

// The kind Event; setpoint::event is a synchronization primitive. Limits: reason and action 128
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
    template <class Self = event_record>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Something that happened to an object.", field(&Self::metadata, "metadata", ""),
            field(&Self::event_time, "eventTime", ""), field(&Self::series, "series", ""),
            field(&Self::reporting_controller, "reportingController", ""),
            field(&Self::reporting_instance, "reportingInstance", ""), field(&Self::action, "action", ""),
            field(&Self::reason, "reason", ""), field(&Self::regarding, "regarding", ""),
            field(&Self::related, "related", ""), field(&Self::note, "note", "", unique),
            field(&Self::type, "type", "Normal or Warning."),
            field(&Self::deprecated_source, "deprecatedSource",
                  "The deprecated field assuring backward compatibility with core.v1 Event type."),
            field(&Self::deprecated_first_timestamp, "deprecatedFirstTimestamp",
                  "The deprecated field assuring backward compatibility with core.v1 Event type."),
            field(&Self::deprecated_last_timestamp, "deprecatedLastTimestamp",
                  "The deprecated field assuring backward compatibility with core.v1 Event type."),
            field(&Self::deprecated_count, "deprecatedCount",
                  "The deprecated field assuring backward compatibility with core.v1 Event type.", omitzero));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::event_record);
