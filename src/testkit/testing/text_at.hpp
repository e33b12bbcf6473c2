#pragma once
// Texts of objects as they come over the wire.

#include <boost/json/object.hpp>

#include <string_view>

namespace setpoint::testing {

// "" when it is not there, or no text.
inline std::string_view text_at(const boost::json::object& o, std::string_view key) {
    const boost::json::value* v = o.if_contains(key);
    return v && v->is_string() ? std::string_view(v->get_string()) : std::string_view();
}

}  // namespace setpoint::testing
