#pragma once
// Decodes a client's object as a kind: unknown and repeated fields, types, defaults.

#include "apiserver/registry/registry.hpp"
#include "apiserver/rest/body.hpp"
#include "apiserver/rest/object_metadata.hpp"
#include "apiserver/rest/options.hpp"

namespace setpoint::apiserver {

// Checks that the object's group, version and kind are those of `r`, and fills them in where the
// real server does. For a custom resource, only that it has a kind: its version is checked with its
// fields, its kind when it is written. `resources`: all served kinds. `body`: the source of `object`,
// for messages.
api_result<> check_kind(const registry& resources, const resource& r, bj::object& object,
                        const request_body& body, field_validation validation);
// Why the object is not of that built-in kind; "" if it is, or names no kind.
std::string kind_error(const registry& resources, const resource& r, const bj::object& object);
// The schema of a built-in kind's ObjectMeta; null if no built-in kind is served.
const schema_node* metadata_type(const registry& resources);
struct decoded_object {
    // Type errors, in the real server's words; "" if there are none.
    std::string wrong;
    std::vector<std::string> unknown;  // `unknown field "spec.foo"`
    // For a custom resource: where reading its metadata changed it.
    reshaped metadata;
};
// Brings a decoded object into stored form: applies defaults and prunes unknown fields.
// `keep_nulls`: keep invalid nulls for validation to report, as apply does.
decoded_object decode_object(const registry& resources, const resource& r, bj::object& object,
                             bool keep_nulls = false);
// Prunes unknown fields, and reports them as errors or warnings according to `validation`; then
// applies defaults. `text`: the body as sent, for repeated fields; "" if there is none. `repeated`:
// an error reported first. A custom resource in a version other than that of `r` is rejected.
api_result<> decode_fields(const registry& resources, const resource& r, bj::object& object,
                           std::string_view text, field_validation validation,
                           std::vector<std::string>& warnings, std::string repeated = {});
// Checks that names, URL and body agree. `name`: from the URL, "" for a create.
api_result<> check_names(const resource& r, bj::object& object, std::string_view ns, std::string_view name);
void fill_defaults(const resource& r, bj::object& object, bool keep_nulls = false);
// The warnings that replace a strict decoding error of a YAML reader: one for each of its errors.
std::vector<std::string> yaml_warnings(std::string_view complaint);

}  // namespace setpoint::apiserver
