#pragma once
// Access to strings in JSON objects.

#include <boost/json/object.hpp>

#include <string_view>

namespace setpoint::apiserver::patching {

namespace bj = boost::json;

// "" if absent or not a string.
inline std::string_view text_at(const bj::object& o, std::string_view key) {
    const bj::value* v = o.if_contains(key);
    return v && v->is_string() ? std::string_view(v->get_string()) : std::string_view();
}

}  // namespace setpoint::apiserver::patching
