#pragma once
// Access to strings in JSON objects.

#include <boost/json/object.hpp>

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

// "" if not a string.
inline std::string_view text_of(const bj::value& v) {
    const bj::string* s = v.if_string();
    return s == nullptr ? std::string_view() : std::string_view(s->data(), s->size());
}

// "" if absent or not a string.
inline std::string_view text_at(const bj::object& o, std::string_view key) {
    const bj::value* v = o.if_contains(key);
    return v == nullptr ? std::string_view() : text_of(*v);
}

}}}  // namespace setpoint::v0::apiserver
