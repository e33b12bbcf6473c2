#pragma once
// From what a client sent to an object of a kind: unknown and repeated fields, types, defaults.

#include <apiserver/kinds/resource.hpp>
#include <apiserver/rest/body.hpp>
#include <apiserver/rest/options.hpp>

namespace setpoint::apiserver {

// Group, version and kind are those of `r`, or are filled in where the real server does so.
api_result<> check_kind(const resource& r, bj::object& object, std::string_view text);
// Drops what the kind does not know; complains, or adds warnings, as `validation` says. `text`: what was
// sent, for repeated fields; "" when there is none. Then defaults.
api_result<> take_fields(const resource& r, bj::object& object, std::string_view text,
                         field_validation validation, std::vector<std::string>& warnings);
// Names, URL and body agree. `name` of the URL, "" for a create.
api_result<> check_names(const resource& r, bj::object& object, std::string_view ns, std::string_view name);
void fill_defaults(const resource& r, bj::object& object);

}  // namespace setpoint::apiserver
