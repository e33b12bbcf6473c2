#pragma once
// Reads the schema of a custom resource from spec.versions[i].schema.openAPIV3Schema of its
// definition.

#include "apiserver/schema/api_error.hpp"
#include "apiserver/schema/schema.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Which checks of rules (x-kubernetes-validations) are made: none, all, or all but the cost of each rule,
// which is not a reason to refuse a schema that does not change.
enum class rule_checks : std::uint8_t { none, all, totals };

// Returns the root node, or null after adding errors. A schema is rejected if it is not structural,
// or nested more than 64 levels deep. Messages are those of kube-apiserver where it has them. `path` is
// "spec.versions[0].schema.openAPIV3Schema".
const schema_node* read_structural(const bj::value& json_schema, const std::string& path, schema_set& set,
                                   field_errors& errors, rule_checks checks = rule_checks::none);

// Validates the root of a schema whose version has the status subresource.
void validate_status_root(const bj::value& json_schema, const std::string& path, field_errors& errors);

}}}  // namespace setpoint::v0::apiserver
