#pragma once
// What a schema does to an object that arrives: unknown fields, types, defaults, limits.

#include "apiserver/schema/api_error.hpp"
#include "apiserver/schema/schema.hpp"

#include <functional>

namespace setpoint::apiserver {

// What stands deeper in an object is not looked into.
inline constexpr int deepest_value = 128;

// Removes fields that the schema does not know (x-kubernetes-preserve-unknown-fields and additionalProperties
// heeded; apiVersion, kind and metadata of the object and of embedded resources always stay and are not
// looked into). Returns their paths as the real server names them in `unknown field "spec.foo"`, sorted. Of
// built-in kinds (is_root false: metadata is looked into) it takes away what Go's types do not have.
// `object_meta`, when given: the schema of metadata, which is then pruned, too; paths in the object's own
// come first, those in embedded resources' last.
std::vector<std::string> prune(const schema_node& s, bj::object& object, bool is_root = true,
                               const schema_node* object_meta = nullptr);

// Fills in defaults where a property is absent, or null and not nullable, parents before children, and drops
// nulls of fields that are not nullable as the real server does, unless `keep_nulls`.
void apply_defaults(const schema_node& s, bj::value& value, bool keep_nulls = false);
// Drops nulls of fields that are not nullable and have no default.
void drop_disallowed_nulls(const schema_node& s, bj::value& value);

// Types and limits, with the texts of the real server for custom resources, for example
//   spec.replicas: Invalid value: -1: spec.replicas in body should be greater than or equal to 0
// in its order. Types come first: "spec.replicas: Invalid value: "string": spec.replicas in body must be of
// type integer: "string"". `path`: "" for the root.
void validate(const schema_node& s, const bj::value& value, const std::string& path, field_errors& errors);
// The same for an update: errors of what has not changed since `old` are left out, where old and new values
// of a place can be told (fields, keys of maps, items of map lists). Null: none are.
void validate_update(const schema_node& s, const bj::value& value, const bj::value* old,
                     const std::string& path, field_errors& errors);
// List types of an object: entries of sets and keys of map lists must not repeat ("Duplicate value").
void validate_lists(const schema_node& s, const bj::value& value, const std::string& path,
                    field_errors& errors);
// Embedded resources (x-kubernetes-embedded-resource) have an apiVersion and a kind. `metadata`: looks at the
// metadata of one, which is at the given path; empty: nobody does.
using metadata_check = std::function<void(const bj::value& metadata, const std::string& path, field_errors&)>;
void validate_embedded(const schema_node& s, const bj::value& value, const std::string& path,
                       field_errors& errors, const metadata_check& metadata = {});

// Built-in kinds are decoded into Go structs by the real server; this finds what that would refuse, in its
// words
// (`json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32`). "" when
// fine.
std::string decode_error(const schema_node& s, const bj::value& value);
// The same where the real server has a tree already, as after a strategic merge patch or an apply: its
// converter takes 2.0 for an integer, cuts off what does not fit into 32 bits, and has words of its own
// ("cannot convert int64 to string"). `value` is then as converted.
std::string go_convert(const schema_node& s, bj::value& value);

// What strict decoding complains of, in its words and in document order: `unknown field "spec.foo"`,
// `duplicate field "spec.foo"`; at most 100, each once. Null schema: of duplicates only, as for custom
// resources, whose unknown fields prune() finds. Empty, too, when the text is no JSON.
std::vector<std::string> strict_errors(const schema_node* s, std::string_view json_text);

// Whether a double stands for a whole number, rounding errors allowed for.
bool is_whole(double d);

}  // namespace setpoint::apiserver
