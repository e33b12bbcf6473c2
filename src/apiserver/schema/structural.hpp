#pragma once
// The schema of a custom resource, from spec.versions[i].schema.openAPIV3Schema of its definition.

#include "apiserver/schema/api_error.hpp"
#include "apiserver/schema/schema.hpp"

namespace setpoint::apiserver {

// Reads it; adds errors where it is not structural, or uses what this server does not have (CEL rules:
// x-kubernetes-validations, with a message that says so), with the texts of the real server where it has
// them. `path`: "spec.versions[0].schema.openAPIV3Schema". Depth is limited to 64. Null when there were
// errors.
const schema_node* read_structural(const bj::value& json_schema, const std::string& path, schema_set& set,
                                   field_errors& errors);

// What else holds for the root of a schema when its version has the status subresource; path as above.
void check_status_root(const bj::value& json_schema, const std::string& path, field_errors& errors);

}  // namespace setpoint::apiserver
