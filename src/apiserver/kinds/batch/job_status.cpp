// The status of a Job (pkg/apis/batch/validation, ValidateJobStatusUpdate, with the options of
// pkg/registry/batch/job, getStatusValidationOptions). Most rules apply only if the fields that they read
// change.

#include "apiserver/kinds/batch/job_spec.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// A job before or after the update.
struct job_state {
    const bj::object& job;
    const bj::object& spec = object_of(job, "spec");
    const bj::object& status = object_of(job, "status");
    bool complete = is("Complete"), failed = is("Failed"), finished = complete || failed;
    bool failure_target = is("FailureTarget"), success = is("SuccessCriteriaMet");

    bool is(std::string_view type) const { return job_condition_is(job, type, "True"); }
    std::int64_t count(std::string_view key) const { return number_at(status, key).value_or(0); }
    bool has(std::string_view key) const { return value_at(status, key) != nullptr; }
    bool is_indexed() const { return text_at(spec, "completionMode") == "Indexed"; }
};

struct job_change {
    job_state now, old;
    field_errors& to;

    bool of(std::string_view key) const { return !same_field(now.status, old.status, key); }
    bool of(bool job_state::* condition) const { return now.*condition != old.*condition; }
    void refuse(std::string_view key, std::string detail) const {
        const bj::value* v = value_at(now.status, key);
        invalid_unsorted(to, child("status", key), v == nullptr ? bj::value() : *v, std::move(detail));
    }
    void refuse_conditions(std::string detail) const {
        invalid_without_value(to, "status.conditions", std::move(detail));
    }
};

// The counters have no omitempty in Go's internal type, so that an absent one prints as 0.
void refuse_counter(const job_change& c, std::string_view key, std::string detail) {
    invalid(c.to, child("status", key), bj::value(c.now.count(key)), std::move(detail));
}

void validate_uncounted(const job_change& c) {
    std::set<std::string_view> seen;
    for (const char* key : {"succeeded", "failed"}) {
        const bj::array& uids = list_of(object_of(c.now.status, "uncountedTerminatedPods"), key);
        for (std::size_t i = 0; i < uids.size(); ++i) {
            const std::string path = indexed(fmt::format("status.uncountedTerminatedPods.{}", key), i);
            const std::string_view uid = text_of(uids[i]);
            if (uid.empty()) {
                invalid(c.to, path, uid, "must not be empty");
            } else if (!seen.insert(uid).second) {
                duplicate(c.to, path, uid);
            }
        }
    }
}

bool is_before(std::string_view a, std::string_view b) {
    const auto first = timestamp::parse(a), second = timestamp::parse(b);
    return first && second && first->to_wall_time() < second->to_wall_time();
}

void validate_completion(const job_change& c) {
    const job_state& now = c.now;
    const bool changed = c.of(&job_state::complete);
    if ((changed || c.of(&job_state::failed)) && now.complete && now.failed)
        c.refuse_conditions("cannot set Complete=True and Failed=true conditions");
    if ((changed || c.of(&job_state::failure_target)) && now.complete && now.failure_target)
        c.refuse_conditions("cannot set Complete=True and FailureTarget=true conditions");
    const bool timed = c.of("completionTime");
    if ((changed || timed) && now.has("completionTime") && !now.complete)
        c.refuse("completionTime", "cannot set completionTime when there is no Complete=True condition");
    if ((changed || timed) && !now.has("completionTime") && now.complete)
        required(c.to, "status.completionTime", "completionTime is required for Complete jobs");
    if ((timed || c.of("startTime")) && now.has("startTime") && now.has("completionTime") &&
        is_before(text_at(now.status, "completionTime"), text_at(now.status, "startTime")))
        c.refuse("completionTime", "must be equal to or after `startTime`");
    if ((c.of(&job_state::failed) || c.of("failedIndexes")) && now.failed && !now.failure_target)
        c.refuse_conditions("cannot set Failed=True condition without the FailureTarget=true condition");
    if ((changed || c.of(&job_state::success)) && now.complete && !now.success)
        c.refuse_conditions(
            "cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
}

void validate_finished(const job_change& c) {
    const job_state& now = c.now;
    if (!now.finished) return;
    const bool changed = c.of(&job_state::finished);
    if ((changed || c.of("active")) && now.count("active") > 0)
        c.refuse("active", "active>0 is invalid for finished job");
    const bool never_ran = true_at(now.spec, "suspend") && number_at(now.spec, "completions") == 0;
    if ((changed || c.of("startTime")) && !never_ran && !now.has("startTime"))
        required(c.to, "status.startTime", "startTime is required for finished job");
    const bj::object& uncounted = object_of(now.status, "uncountedTerminatedPods");
    const bool some = !list_of(uncounted, "failed").empty() || !list_of(uncounted, "succeeded").empty();
    if ((changed || c.of("uncountedTerminatedPods")) && some)
        c.refuse("uncountedTerminatedPods", "must be empty for finished job");
}

void validate_index_format(const job_change& c, std::string_view key) {
    std::string wrong;
    count_indexes(text_at(c.now.status, key), *number_at(c.now.spec, "completions"), wrong);
    if (!wrong.empty()) c.refuse(key, fmt::format("error parsing {}: {}", key, wrong));
}

void validate_indexes(const job_change& c) {
    const job_state& now = c.now;
    const bool completed_changed = c.of("completedIndexes"), failed_changed = c.of("failedIndexes");
    const auto completions = number_at(now.spec, "completions");
    const bool per_index = value_at(now.spec, "backoffLimitPerIndex") != nullptr;
    if (completed_changed && completions) validate_index_format(c, "completedIndexes");
    if (failed_changed && completions && per_index && now.has("failedIndexes"))
        validate_index_format(c, "failedIndexes");
    if (completed_changed && !text_at(now.status, "completedIndexes").empty() && !now.is_indexed())
        c.refuse("completedIndexes",
                 "cannot set non-empty completedIndexes when non-indexed completion mode");
    if (failed_changed && !per_index && now.has("failedIndexes"))
        c.refuse("failedIndexes", "cannot set non-null failedIndexes when backoffLimitPerIndex is null");
    if ((failed_changed || completed_changed) && completions) {
        const std::string overlap = overlap_of_indexes(text_at(now.status, "completedIndexes"),
                                                       text_at(now.status, "failedIndexes"), *completions);
        if (!overlap.empty()) c.refuse("failedIndexes", overlap);
    }
}

void validate_pods_and_success(const job_change& c) {
    const job_state& now = c.now;
    if ((c.of(&job_state::finished) || c.of("terminating")) && now.finished && now.count("terminating") > 0)
        c.refuse("terminating", "terminating>0 is invalid for finished job");
    if ((c.of("ready") || c.of("active")) && now.has("ready") && now.count("ready") > now.count("active"))
        c.refuse("ready", "cannot set more ready pods than active");
    if (now.success && now.failed)
        c.refuse_conditions("cannot set SuccessCriteriaMet=True and Failed=true conditions");
    if (now.success && now.failure_target)
        c.refuse_conditions("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
    if (value_at(now.spec, "successPolicy") != nullptr && !now.success && now.complete)
        c.refuse_conditions(
            "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True");
}

void validate_transition(const job_change& c) {
    const job_state &now = c.now, &old = c.old;
    for (const char* type : {"Failed", "Complete", "FailureTarget"}) {
        if (old.is(type) && !now.is(type))
            c.refuse_conditions(fmt::format("cannot disable the terminal {}=True condition", type));
    }
    if (now.count("failed") < old.count("failed"))
        refuse_counter(c, "failed", "cannot decrease the failed counter");
    // Indexed jobs with as many completions as parallelism can be scaled down.
    const bool elastic =
        now.is_indexed() && same(value_at(now.spec, "completions"), value_at(now.spec, "parallelism"));
    if (!elastic && now.count("succeeded") < old.count("succeeded"))
        refuse_counter(c, "succeeded", "cannot decrease the succeeded counter");
    if (now.has("completionTime") && old.has("completionTime") && c.of("completionTime"))
        c.refuse("completionTime", "field is immutable");
    const bool resumes =
        job_condition_is(old.job, "Suspended", "True") && job_condition_is(now.job, "Suspended", "False");
    if (!resumes && old.has("startTime") && c.of("startTime") && !true_at(now.spec, "suspend"))
        c.refuse("startTime", "field is immutable for unsuspended job once set");
    if (old.success && !now.success)
        c.refuse_conditions("cannot disable the SuccessCriteriaMet=True condition");
    if (old.complete && !old.success && now.success)
        c.refuse_conditions(
            "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions");
}

}  // namespace

bool job_condition_is(const bj::object& job, std::string_view type, std::string_view status) {
    bool found = false;
    for_each_object(list_of(object_of(job, "status"), "conditions"), [&](const bj::object& c, std::size_t) {
        found = found || (text_at(c, "type") == type && text_at(c, "status") == status);
    });
    return found;
}

void validate_job_status_update(const bj::object& job, const bj::object& old, field_errors& to) {
    const job_change change{{job}, {old}, to};
    validate_fields("batch.v1.JobStatus", change.now.status, nullptr, "status", to);
    validate_uncounted(change);
    validate_completion(change);
    validate_finished(change);
    validate_indexes(change);
    validate_pods_and_success(change);
    validate_transition(change);
}

}}}  // namespace setpoint::v0::apiserver
