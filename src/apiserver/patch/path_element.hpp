#pragma once
// Path elements in serialized form, as in the keys of field_set.

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace bj = boost::json;

std::string field_element(std::string_view name);    // f:name
std::string value_element(const bj::value& scalar);  // v:"x"
std::string key_element(const bj::object& keys);     // k:{"name":"web"}, sorted by name
// "name" for "f:name"; nothing for other kinds of elements.
std::optional<std::string_view> field_name(std::string_view element);

// Canonical form of an element sent by a client: "" if its kind is unknown; nothing if malformed,
// with the reason in `why`.
std::optional<std::string> canonical_element(std::string_view text, std::string& why);
// Order: fields, keys, values, indexes; then by name or value.
bool element_less(std::string_view a, std::string_view b);
// .name  [name="web"]  [="x"]  [0]
std::string element_text(std::string_view element);

}}}  // namespace setpoint::v0::apiserver::patching
