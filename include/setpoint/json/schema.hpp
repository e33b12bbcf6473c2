#pragma once
// OpenAPI v3 structural schema and merge patch from a description.

#include "setpoint/json/detail/type_table.hpp"

#include <boost/json/object.hpp>

#include <string_view>

namespace setpoint::inline v0::json {

// Returns the structural schema of a type for a CustomResourceDefinition (apiextensions/v1): types,
// formats, descriptions, limits, enum, pattern, required, nullable, x-kubernetes-list-type and
// -map-keys, int-or-string, preserve-unknown-fields, and with `with_defaults` (for a spec, not a
// status) defaults from the member initializers.
boost::json::object openapi_schema(const type_info& type, bool with_defaults);

// "FieldValueForbidden"; "" for the usual reason, that the value is invalid.
std::string_view text_of(schema::rule_reason reason);
// Returns the value of schema::server_default. Throws fault: invalid if it is not JSON; `owner` and the field
// are named.
boost::json::value server_default_of(std::string_view owner, const field_info& field);
// Adds a rule in CEL to the x-kubernetes-validations of a schema.
void add_rule(boost::json::object& schema, const schema::rule& r);

// RFC 7386: returns the patch that turns `from` into `to`; an empty object if they are equal.
boost::json::value merge_patch(const boost::json::value& from, const boost::json::value& to);
// RFC 7386: applies `patch` to `target`.
void apply_merge_patch(boost::json::value& target, const boost::json::value& patch);

}  // namespace setpoint::inline v0::json
