#pragma once
// Reads members of JSON objects. A member that is missing and one of another type read alike.

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli {

namespace bj = boost::json;

inline bj::string_view chars(std::string_view s) {
    return {s.data(), s.size()};
}
inline std::string_view view(bj::string_view s) {
    return {s.data(), s.size()};
}
inline std::string_view view(const bj::string& s) {
    return {s.data(), s.size()};
}

// The results refer to `o`; null if there is no such member.
inline const bj::value* member(const bj::object& o, std::string_view name) {
    return o.if_contains(chars(name));
}
inline const bj::object* object_in(const bj::object& o, std::string_view name) {
    const bj::value* const v = member(o, name);
    return v ? v->if_object() : nullptr;
}
inline const bj::array* array_in(const bj::object& o, std::string_view name) {
    const bj::value* const v = member(o, name);
    return v ? v->if_array() : nullptr;
}
// "" if there is no such member.
inline std::string_view text_in(const bj::object& o, std::string_view name) {
    const bj::value* const v = member(o, name);
    const bj::string* const s = v ? v->if_string() : nullptr;
    return s ? view(*s) : std::string_view();
}
inline bool is_true_in(const bj::object& o, std::string_view name) {
    const bj::value* const v = member(o, name);
    const bool* const b = v ? v->if_bool() : nullptr;
    return b && *b;
}

}}}  // namespace setpoint::v0::cli
