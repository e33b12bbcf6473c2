#pragma once
// From what a client sent to an object of a kind: unknown and repeated fields, types, defaults.

#include "apiserver/registry/registry.hpp"
#include "apiserver/rest/body.hpp"
#include "apiserver/rest/object_metadata.hpp"
#include "apiserver/rest/options.hpp"

namespace setpoint::apiserver {

// Group, version and kind are those of `r`, or are filled in where the real server does so. Of a custom
// resource only that it has a kind: its version is looked at with its fields, its kind by what writes it.
// `known`: which kinds there are at all. `body`: what `object` was read from, for the words.
api_result<> check_kind(const registry& known, const resource& r, bj::object& object,
                        const request_body& body, field_validation validation);
// Why an object that says so is none of that built-in kind; "" when it is, or says nothing.
std::string kind_complaint(const registry& known, const resource& r, const bj::object& object);
// Of ObjectMeta, as built-in kinds have it; null when there are none.
const schema_node* metadata_type(const registry& known);
struct settled {
    std::string wrong;  // types that do not fit, in the real server's words; "" when all is well
    std::vector<std::string> unknown;  // `unknown field "spec.foo"`
    reshaped metadata;  // of a custom resource: where it came in another form than it is read in
};
// Gives a decoded object the form that the kind stores: defaults, and without what the kind does not know.
// `keep_nulls`: those that may not be are left for validation to complain of, as apply does.
settled settle(const registry& known, const resource& r, bj::object& object, bool keep_nulls = false);
// Drops what the kind does not know; complains, or adds warnings, as `validation` says. `text`: what was
// sent, for repeated fields; "" when there is none. `repeated`: a complaint that comes first. Then defaults.
// A custom resource of another version than `r` is refused.
api_result<> take_fields(const registry& known, const resource& r, bj::object& object, std::string_view text,
                         field_validation validation, std::vector<std::string>& warnings,
                         std::string repeated = {});
// Names, URL and body agree. `name` of the URL, "" for a create.
api_result<> check_names(const resource& r, bj::object& object, std::string_view ns, std::string_view name);
void fill_defaults(const resource& r, bj::object& object, bool keep_nulls = false);
// What is warned of where strict reading would complain: a YAML reader's complaints are one warning each.
std::vector<std::string> yaml_warnings(std::string_view complaint);

}  // namespace setpoint::apiserver
