#pragma once
// Validation shared by workloads (pkg/apis/apps/validation).

#include "apiserver/kinds/shared/field_errors.hpp"

#include <initializer_list>

namespace setpoint { inline namespace v0 { namespace apiserver {

// spec.selector must be present, valid and not empty ("empty selector is invalid for deployment").
void validate_workload_selector(const bj::object& spec, std::string_view kind, field_errors& to);
// The restart policy must be Always, and there is no deadline. `kind` is printed in "activeDeadlineSeconds in
// ReplicaSet is not Supported"; empty: activeDeadlineSeconds is allowed.
void validate_template_policy(const bj::object& pod_template, std::string_view kind, field_errors& to);
// spec.template must match the selector, be valid, and pass validate_template_policy().
void validate_workload_template(const bj::object& spec, std::string_view kind, field_errors& to,
                                const bj::object* old_template = nullptr);
// A null selector matches nothing.
void validate_template_matches(const bj::object* selector, const bj::object& pod_template, field_errors& to);
// An update strategy as Go prints the internal type.
bj::value internal_strategy(const bj::object& strategy);
// Each "spec.<key>" must not be negative.
void validate_counts(const bj::object& spec, std::initializer_list<const char*> keys, field_errors& to);
// Status counts must not be negative, and `bounded` must not exceed replicas. `ready_name`: what the message
// calls the count of ready replicas.
void validate_status_counts(const bj::object& status, std::initializer_list<const char*> keys,
                            std::initializer_list<const char*> bounded, field_errors& to,
                            const char* ready_name = "readyReplicas");
// The status of a ReplicaSet or ReplicationController.
void validate_replica_status(const bj::object& o, field_errors& to);
// status.collisionCount may not decrease or vanish.
void validate_collision_count(const bj::object& status, const bj::object& old, field_errors& to);
// An integer or a percentage such as "25%".
void validate_int_or_percent(const bj::value* v, const std::string& path, field_errors& to);
void validate_at_most_100_percent(const bj::value* v, const std::string& path, field_errors& to);
std::int64_t int_or_percent(const bj::value* v);

}}}  // namespace setpoint::v0::apiserver
