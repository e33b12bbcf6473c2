#pragma once
// The spec of a Job, and of the template of a CronJob (pkg/apis/batch/validation, validateJobSpec).

#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/kinds/shared/warnings.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Everything but the selector. `path`: "spec", or "spec.jobTemplate.spec".
void validate_job_spec(const bj::object& spec, const std::string& path, field_errors& to);

// `path`: as for validate_job_spec().
void warn_of_job_spec(const bj::object& spec, const std::string& path, texts& to);

// The parts of validate_job_spec() about spec.podFailurePolicy and spec.successPolicy.
void validate_pod_failure_policy(const bj::object& spec, const std::string& path, field_errors& to);
void validate_success_policy(const bj::object& spec, const std::string& path, field_errors& to);

// A list of indexes such as "1,3-5" below `completions`: how many there are, or an empty optional with the
// reason in `wrong`.
std::optional<std::int64_t> count_indexes(std::string_view text, std::int64_t completions,
                                          std::string& wrong);
// "failedIndexes and completedIndexes overlap at index: 3"; "" if they do not. Skips intervals that cannot be
// read.
std::string overlap_of_indexes(std::string_view completed, std::string_view failed, std::int64_t completions);

// Everything about a new status (pkg/registry/batch/job, getStatusValidationOptions).
void validate_job_status_update(const bj::object& job, const bj::object& old, field_errors& to);
bool job_condition_is(const bj::object& job, std::string_view type, std::string_view status);

}}}  // namespace setpoint::v0::apiserver
