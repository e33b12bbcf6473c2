#pragma once
// OpenAPI v3 structural schema and merge patch from a description.

#include "setpoint/json/detail/type_table.hpp"

#include <boost/json/object.hpp>

#include <string_view>

namespace setpoint { inline namespace v0 { namespace json {

// Returns the structural schema of a type for a CustomResourceDefinition (apiextensions/v1): types,
// formats, descriptions, limits, enum, pattern, required, nullable, x-kubernetes-list-type and
// -map-keys, int-or-string, preserve-unknown-fields, and with `with_defaults` (for a spec, not a
// status) defaults from the member initializers.
// Throws fault: invalid for a default that is outside its own limits, where the compiler could not
// evaluate it, and for an initializer that contradicts server_default; the message is "type.field: ...".
// Types that contain themselves end with x-kubernetes-preserve-unknown-fields, since structural schemas
// have no references. The result is a copy without references to the table.
//
// The spec of describe.hpp's example, with defaults:
//     type: object
//     description: What a web server should look like.
//     properties:
//       replicas: {type: integer, description: Number of pods., default: 1, format: int32, minimum: 0}
//       image: {type: string, description: Container image., minLength: 1}
//     required: [image]
boost::json::object openapi_schema(const type_info& type, bool with_defaults);

// "FieldValueForbidden"; "" for the usual reason, that the value is invalid.
// Views a literal.
std::string_view text_of(schema::rule_reason reason);
// Returns the value of schema::server_default. Throws fault: invalid if it is not JSON; `owner` and the
// field are named. Precondition: the field has a server_default.
boost::json::value server_default_of(std::string_view owner, const field_info& field);
// Adds a rule in CEL to the x-kubernetes-validations of a schema.
// Creates the list if the schema has none; keeps the order of the calls, which is that of evaluation.
void add_rule(boost::json::object& schema, const schema::rule& r);

// RFC 7386: returns the patch that turns `from` into `to`; an empty object if they are equal.
// Lists are replaced whole. Members of `to` that are null are absent in the result of an application: a
// merge patch cannot set null. For patches to the API server that depend on a version, add
// metadata.resourceVersion.
//
//     from               to                 patch
//     {"a":1,"b":2}      {"a":1,"b":3}      {"b":3}
//     {"a":1,"b":2}      {"a":1}            {"b":null}
//     {"a":[1,2]}        {"a":[1]}          {"a":[1]}
//     {"a":{"b":1}}      {"a":{}}           {"a":{"b":null}}
//     {"a":1}            [1]                [1]
boost::json::value merge_patch(const boost::json::value& from, const boost::json::value& to);
// RFC 7386: applies `patch` to `target`.
// In place, in time linear in the sizes; `patch` may not be a part of `target`. A target or member that is
// not an object becomes one where the patch has an object.
void apply_merge_patch(boost::json::value& target, const boost::json::value& patch);

}}}  // namespace setpoint::v0::json
