#pragma once
// The JSON of request and response bodies. No I/O.

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::audit {

namespace bj = boost::json;

// The object in a response body of JSON, YAML or protobuf; nothing for other types.
std::optional<bj::object> object_in(std::string_view content_type, std::string_view body);
// Whether such a body may be a Status, without parsing it.
bool may_be_status(std::string_view content_type, std::string_view body);
// JSON without the white space between its tokens.
std::string compact(std::string_view json);
// A patch as JSON; "" if it is neither JSON nor YAML.
std::string patch_text(std::string_view content_type, std::string_view body);
// Removes metadata.managedFields of an object, of the items of a list, and of the objects in a Table.
void remove_managed_fields(bj::object& object);

}}}  // namespace setpoint::v0::apiserver::audit
