#pragma once
// Decodes a client's object as a kind: unknown and repeated fields, types, defaults.

#include "apiserver/registry/registry.hpp"
#include "apiserver/request/body.hpp"
#include "apiserver/request/object_metadata.hpp"
#include "apiserver/request/options.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Decodes the body of a request as an object of `r`, with its defaults. `resources`: all served
// kinds. Unknown and repeated fields are pruned, and are errors or warnings according to
// `validation`. The version and kind must be those of `r`, and are filled in where the real server
// does that. Of a custom resource the kind is checked when it is written.
api_result<bj::object> decode_body(const registry& resources, const resource& r, request_body body,
                                   field_validation validation, std::vector<std::string>& warnings);
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
// Checks that names, URL and body agree. `name`: from the URL, "" for a create.
api_result<> check_names(const resource& r, bj::object& object, std::string_view ns, std::string_view name);
void fill_defaults(const resource& r, bj::object& object, bool keep_nulls = false);
// The warnings that replace a strict decoding error of a YAML reader: one for each of its errors.
std::vector<std::string> yaml_warnings(std::string_view message);

}}}  // namespace setpoint::v0::apiserver
