#pragma once
// The JobWatcher API: which ended Jobs are deleted and when (spec), and the deletions so far (status).

#include "setpoint/api/condition.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/api/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace job_watcher {

// Go's syntax of durations, below a hundred years and never negative: "0", "90s", "1h30m", "720h0m0s".
inline constexpr std::string_view duration_pattern =
    R"(^(0|([0-9]{1,5}(\.[0-9]{1,3})?h)?([0-9]{1,7}(\.[0-9]{1,3})?m)?)"
    R"(([0-9]{1,9}(\.[0-9]{1,3})?s)?([0-9]{1,9}ms)?)$)";

struct job_watcher_spec {
    std::optional<setpoint::go_duration> completed_ttl, failed_ttl;
    std::vector<std::string> namespace_patterns, job_name_patterns;
    setpoint::go_duration delay = std::chrono::seconds(30);

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = job_watcher_spec;
        constexpr auto ttl = pattern(duration_pattern);
        return object("Which ended Jobs are deleted, and when.",
                      field(&self::completed_ttl, "completedTTL",
                            "How long a Job stays after it has completed, for example "
                            "1h30m. 0: it is deleted at once. Unset: completed Jobs are kept.",
                            ttl, min_length(1)),
                      field(&self::failed_ttl, "failedTTL",
                            "How long a Job stays after it has failed. 0: it is deleted "
                            "at once. Unset: failed Jobs are kept.",
                            ttl, min_length(1)),
                      field(&self::namespace_patterns, "namespacePatterns",
                            "Regular expressions (RE2). One must match the whole name of "
                            "the Job's namespace. Empty list: the JobWatcher's own namespace.",
                            max_items(16), min_length(1), max_length(256)),
                      field(&self::job_name_patterns, "jobNamePatterns",
                            "Regular expressions (RE2). One must match the whole name of "
                            "the Job. Empty list: all names.",
                            max_items(16), min_length(1), max_length(256)),
                      field(&self::delay, "delay",
                            "Minimum time between two deletion passes; values below 1s count as 1s.", ttl,
                            min_length(1)));
    }
};

struct deleted_job {
    std::string ns, name, result;
    setpoint::timestamp finished, deleted;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = deleted_job;
        return object("A deleted Job.", field(&self::ns, "namespace", "Its namespace."),
                      field(&self::name, "name", "Its name."),
                      field(&self::result, "result", "How it ended: Completed or Failed."),
                      field(&self::finished, "finished", "When it ended."),
                      field(&self::deleted, "deleted", "When it was deleted."));
    }
};

struct job_counts {
    std::int64_t completed = 0, failed = 0, last_pass = 0, waiting = 0;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = job_counts;
        return object(
            "Numbers of Jobs.",
            field(&self::completed, "completed", "Completed Jobs that this JobWatcher deleted."),
            field(&self::failed, "failed", "Failed Jobs that this JobWatcher deleted."),
            field(&self::last_pass, "lastPass", "Jobs that the last pass deleted."),
            field(&self::waiting, "waiting", "Jobs that were not due when this status was written."));
    }
};

struct job_watcher_status {
    std::int64_t observed_generation = 0;
    setpoint::timestamp start, end;
    std::optional<deleted_job> last_deleted;
    job_counts counts;
    std::vector<setpoint::condition> conditions;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = job_watcher_status;
        return object("The deletions so far.",
                      field(&self::observed_generation, "observedGeneration",
                            "The generation of the spec that this status describes."),
                      field(&self::start, "start", "When the last deletion pass began."),
                      field(&self::end, "end", "When the last deletion pass ended."),
                      field(&self::last_deleted, "lastDeleted", "The last deleted Job."),
                      field(&self::counts, "counts", "Numbers of Jobs."),
                      field(&self::conditions, "conditions", "Ready and Degraded.", list_map("type")));
    }
};

struct job_watcher : setpoint::custom_resource<job_watcher_spec, job_watcher_status> {
    static constexpr auto kind() {
        return setpoint::custom_kind("batch.my.github.com", "v1", "JobWatcher",
                                     "Deletes Jobs, and their pods, some time after they have ended.")
            .plural("jobwatchers")
            .short_name("jw")
            .column("Completed TTL", "string", ".spec.completedTTL")
            .column("Failed TTL", "string", ".spec.failedTTL")
            .column("Completed", "integer", ".status.counts.completed", "Completed Jobs deleted.")
            .column("Failed", "integer", ".status.counts.failed", "Failed Jobs deleted.")
            .column("Last pass", "date", ".status.end")
            .column("Ready", "string", ".status.conditions[?(@.type==\"Ready\")].status")
            .column("Age", "date", ".metadata.creationTimestamp");
    }
};

// The sample that --print-sample prints.
job_watcher sample();

}  // namespace job_watcher
