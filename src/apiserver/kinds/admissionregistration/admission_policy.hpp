#pragma once
// What validating and mutating admission policies and their bindings have in common
// (pkg/apis/admissionregistration/validation).

#include "apiserver/kinds/admissionregistration/policy_expressions.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/resources/kind_code.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

bool is_blank(std::string_view s);
void validate_match_resources(const bj::object& match, const std::string& path, field_errors& to);
// Nothing can be mutated in a delete.
void validate_mutating_operations(const bj::object& match, const std::string& path, field_errors& to);
policies::expression_scope scope_of(const bj::object& spec);
// The rules that validating and mutating policies share, before those of their variables. `old`: the spec
// before an update; null for a create. `compiler` knows the variables afterwards.
void validate_policy_head(const bj::object& spec, const bj::object* old, bool mutates,
                          policies::expression_compiler& compiler, field_errors& to);
void warn_of_policy(const bj::object& o, const bj::object* old, std::string_view sub, texts& to);

// The length of a list in the spec.
std::int64_t count_of_items(const bj::object& o, const char* key);
bj::value param_kind_cell(const bj::object& o, wall_time now);

}}}  // namespace setpoint::v0::apiserver
