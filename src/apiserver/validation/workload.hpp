#pragma once
// Checks that workloads share (pkg/apis/apps/validation).

#include "apiserver/validation/field_errors.hpp"

#include <initializer_list>

namespace setpoint::apiserver::kinds {

// spec.selector: there, well-formed, not empty ("empty selector is invalid for deployment").
void check_workload_selector(const bj::object& spec, std::string_view kind, field_errors& to);
// spec.template: matched by the selector, well-formed, restarted always. `kind`: in "activeDeadlineSeconds in
// ReplicaSet is not Supported"; empty: that is not looked at.
void check_workload_template(const bj::object& spec, std::string_view kind, field_errors& to);
// No selector matches nothing.
void check_template_matches(const bj::object* selector, const bj::object& pod_template, field_errors& to);
// An update strategy as the real server's internal type prints it.
bj::value shown_strategy(const bj::object& strategy);
// "spec.<key>" is not negative.
void check_counts(const bj::object& spec, std::initializer_list<const char*> keys, field_errors& to);
// Of status: none negative, and `bounded` no larger than replicas.
void check_status_counts(const bj::object& status, std::initializer_list<const char*> keys,
                         std::initializer_list<const char*> bounded, field_errors& to);
// A whole number or "25%".
void check_int_or_percent(const bj::value* v, const std::string& path, field_errors& to);
void check_at_most_100_percent(const bj::value* v, const std::string& path, field_errors& to);
std::int64_t int_or_percent(const bj::value* v);

}  // namespace setpoint::apiserver::kinds
