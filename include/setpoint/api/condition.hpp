#pragma once
// Conditions of an object's status, one per type (metav1.Condition).

#include "setpoint/api/meta.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

// True, False, Unknown in JSON. `unknown` is the value of a condition whose status has not been
// determined, and comes first, so that a new condition starts with it.
enum class condition_status : std::uint8_t { unknown, true_, false_ };
constexpr auto describe_enum(condition_status) {
    return schema::names(schema::value(condition_status::true_, "True"),
                         schema::value(condition_status::false_, "False"),
                         schema::value(condition_status::unknown, "Unknown"));
}
// Never `unknown`.
constexpr condition_status to_status(bool holds) {
    return holds ? condition_status::true_ : condition_status::false_;
}
// Views a literal. A value that is not an enumerator is "Unknown".
std::string_view to_string(condition_status status) noexcept;  // "True", "False", "Unknown"

// A status has a `std::vector<condition>` described with list_map("type"), so that several controllers may
// each own some conditions. Types in use: Available, Progressing, Degraded, Ready; choose names whose True
// is the normal state, or document it.
struct condition {
    // Unique in its list, which list_map("type") makes the API server enforce.
    interned_string type{};
    condition_status status = condition_status::unknown;
    // metadata.generation when the condition was determined; a lower number means that it may be outdated.
    // 0: not known.
    generation_number observed_generation{};
    // When `status` last changed, not when it was last determined. In seconds; set_condition() sets it.
    timestamp last_transition_time{};
    // Required by the schema: the API server refuses an empty reason. Part of the API: clients compare it.
    interned_string reason{};   // one CamelCase word for programs
    interned_string message{};  // a sentence for people

    // Limits: Kubernetes API reference, Condition v1 meta.
    // The patterns and limits are those of metav1.Condition, so that a custom kind accepts exactly what
    // built-in kinds do. `reason` and `status` are required; decode() accepts objects without them.
    template <class Self = condition>
    static constexpr auto describe() {
        using namespace schema;
        return object("One aspect of the state of the object.",
                      field(&Self::type, "type", "What the condition is about, in CamelCase.", required,
                            max_length(316),
                            pattern("^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?"
                                    "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$")),
                      field(&Self::status, "status", "Whether it holds.", required),
                      field(&Self::observed_generation, "observedGeneration",
                            "The generation of the spec that the condition is about.", minimum(0)),
                      field(&Self::last_transition_time, "lastTransitionTime",
                            "When the status last changed.", required),
                      field(&Self::reason, "reason", "Why, as one CamelCase word.", required, min_length(1),
                            max_length(1024), pattern("^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$")),
                      field(&Self::message, "message", "Why, as a sentence. May be empty.", required,
                            max_length(32768)));
    }
};

// Returns null if there is none of that type. Valid while the list is unchanged.
// Compares the type as it is written. Linear; statuses have a handful of conditions.
const condition* find_condition(const std::vector<condition>& conditions, std::string_view type) noexcept;
// Whether there is a condition of that type with status True.
// False also for a condition that is missing or Unknown.
bool is_true(const std::vector<condition>& conditions, std::string_view type) noexcept;

// Adds `desired` or updates the condition of its type. Its last_transition_time, or `now` if that
// is unset, is used only if the condition is new or its status changes. Returns true if anything
// changed.
// Takes `now` as an argument, since only the loop knows the time, also in simulations. If only reason,
// message or observed_generation differ, the condition is replaced and its time kept. Write the status
// only if this returns true for a condition: an unconditional write triggers watches, also one's own.
//     const bool changed = set_condition(status.conditions,
//         {.type = "Available", .status = to_status(ready), .reason = "PodsReady"}, timestamp::from(now));
bool set_condition(std::vector<condition>& conditions, condition desired, timestamp now);
// Returns true if there was one.
// Removes all entries of that type, if a client has written several.
bool remove_condition(std::vector<condition>& conditions, std::string_view type);

}}  // namespace setpoint::v0

SETPOINT_COMPILED_TABLE(setpoint::condition);
