#pragma once
// Applies a schema to an object: pruning, defaults, validation, decode errors.

#include "apiserver/schema/api_error.hpp"
#include "apiserver/schema/schema.hpp"

#include <functional>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Deeper values are not examined.
inline constexpr int max_value_depth = 128;

// Removes fields that the schema does not declare, and returns their paths as in the message
// `unknown field "spec.foo"`, sorted. Fields allowed by x-kubernetes-preserve-unknown-fields and
// additionalProperties stay. At the root and in embedded resources, apiVersion, kind and metadata
// stay and are not examined; is_root is false for built-in kinds, whose metadata is pruned like
// other fields. If `object_meta` is not null, metadata is pruned with that schema; paths in the
// metadata of the object come first, those of embedded resources last.
std::vector<std::string> prune(const schema_node& s, bj::object& object, bool is_root = true,
                               const schema_node* object_meta = nullptr);

// Fills in defaults, parents before children, where a property is absent, or null and not nullable.
// Unless `keep_nulls`, drops nulls of fields that are not nullable, as kube-apiserver does.
void apply_defaults(const schema_node& s, bj::value& value, bool keep_nulls = false);
// Drops nulls of fields that are not nullable and have no default.
void drop_disallowed_nulls(const schema_node& s, bj::value& value);

// Validates types and limits of a custom resource, with the messages of kube-apiserver in its
// order. Examples:
//   spec.replicas: Invalid value: "string": spec.replicas in body must be of type integer: "string"
//   spec.replicas: Invalid value: -1: spec.replicas in body should be greater than or equal to 0
// Type errors come first. `path` is "" for the root.
void validate(const schema_node& s, const bj::value& value, const std::string& path, field_errors& errors);
// Validates an update (ratcheting): errors of values that equal those in `old` are omitted, where
// the two can be matched (fields, keys of maps, items of map lists). If `old` is null, every error
// is reported.
void validate_update(const schema_node& s, const bj::value& value, const bj::value* old,
                     const std::string& path, field_errors& errors);
// Validates list types: items of sets and keys of map lists must be unique ("Duplicate value").
void validate_lists(const schema_node& s, const bj::value& value, const std::string& path,
                    field_errors& errors);
// Validates that embedded resources (x-kubernetes-embedded-resource) have an apiVersion and a kind.
// `metadata` validates their metadata, if not empty; the path is that of the metadata.
using metadata_validator =
    std::function<void(const bj::value& metadata, const std::string& path, field_errors&)>;
void validate_embedded(const schema_node& s, const bj::value& value, const std::string& path,
                       field_errors& errors, const metadata_validator& metadata = {});

// Returns the error of decoding a built-in kind into its Go struct, such as `json: cannot unmarshal
// string into Go struct field DeploymentSpec.spec.replicas of type int32`, or "" if it succeeds.
std::string decode_error(const schema_node& s, const bj::value& value);
// The same for trees, as after a strategic merge patch or an apply, where kube-apiserver uses its
// unstructured converter: it accepts 2.0 as an integer, truncates to 32 bits, and has its own
// messages ("cannot convert int64 to string"). Converts `value` in place.
std::string go_convert(const schema_node& s, bj::value& value);

// Returns the errors of strict decoding, in document order: `unknown field "spec.foo"`, `duplicate
// field "spec.foo"`; at most 100, without repetitions. If the schema is null, only duplicates are
// reported, as for custom resources, whose unknown fields prune() returns. Returns nothing if the
// text is not valid JSON.
std::vector<std::string> strict_errors(const schema_node* s, std::string_view json_text);

// Whether `d` is a whole number, with the tolerance of kube-openapi for rounding errors.
bool is_whole_number(double d);

}}}  // namespace setpoint::v0::apiserver
