#pragma once
// One step of a path in its serialized form, as the keys of a field_set.

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace setpoint::apiserver::patching {

namespace bj = boost::json;

std::string field_element(std::string_view name);    // f:name
std::string value_element(const bj::value& scalar);  // v:"x"
std::string key_element(const bj::object& keys);     // k:{"name":"web"}; sorted by name
// "name" of "f:name"; nothing for other kinds.
std::optional<std::string_view> field_name(std::string_view element);

// The canonical form of what a client sent. Empty: of a kind that is not known. Nothing: broken, `why` says
// how.
std::optional<std::string> canonical_element(std::string_view text, std::string& why);
// Fields, keys, values, indexes; each by name or value.
bool element_less(std::string_view a, std::string_view b);
// .name  [name="web"]  [="x"]  [0]
std::string element_text(std::string_view element);

}  // namespace setpoint::apiserver::patching
