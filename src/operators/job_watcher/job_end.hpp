#pragma once
// The cached part of a Job: its metadata, and whether and when it ended.

#include "setpoint/api/batch_v1.hpp"
#include "setpoint/client/client.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace job_watcher {

struct job_end {
    struct meta : setpoint::basic_meta {
        setpoint::timestamp deletion_timestamp;

        static constexpr auto describe() {
            using namespace setpoint::schema;
            return object("", fields_of<setpoint::basic_meta>,
                          field(&meta::deletion_timestamp, "deletionTimestamp", ""));
        }
    };
    struct job_condition {
        setpoint::interned_string type;
        setpoint::condition_status status = setpoint::condition_status::unknown;
        setpoint::timestamp since;

        static constexpr auto describe() {
            using namespace setpoint::schema;
            return object("", field(&job_condition::type, "type", ""),
                          field(&job_condition::status, "status", ""),
                          field(&job_condition::since, "lastTransitionTime", ""));
        }
    };
    struct state {
        setpoint::timestamp completion_time;
        std::vector<job_condition> conditions;

        static constexpr auto describe() {
            using namespace setpoint::schema;
            return object("", field(&state::completion_time, "completionTime", ""),
                          field(&state::conditions, "conditions", ""));
        }
    };
    meta metadata;
    state status;

    static constexpr auto kind() { return setpoint::partial<setpoint::kinds::job>(); }
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("", field(&job_end::metadata, "metadata", ""), field(&job_end::status, "status", ""));
    }
};

enum class ending : std::uint8_t { completed, failed };
std::string_view to_string(ending e) noexcept;  // "Completed", "Failed"

struct finish {
    ending how;
    setpoint::timestamp when;  // unset if unknown
    friend bool operator==(const finish&, const finish&) = default;
};
// Returns nullopt while the Job has not ended. Only the conditions Complete and Failed count, so a
// suspended Job, or one about to end, has not ended.
std::optional<finish> finish_of(const job_end& j);

}  // namespace job_watcher
