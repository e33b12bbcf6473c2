#pragma once
// Field errors with text values.

#include "apiserver/schema/api_error.hpp"
#include "apiserver/validation/names.hpp"

#include <boost/json/value.hpp>

#include <concepts>

namespace setpoint::apiserver::kinds {

namespace bj = boost::json;

using apiserver::duplicate;
using apiserver::forbidden;
using apiserver::invalid;
using apiserver::not_supported;
using apiserver::required;
using apiserver::too_long;
using apiserver::too_many;

// Prints a built-in object with its fields in Go's order, as set by shape(), instead of sorted.
void invalid_shown(field_errors& to, std::string path, const bj::value& value, std::string detail);
void duplicate_shown(field_errors& to, std::string path, const bj::value& value, std::string detail = {});
void not_supported_shown(field_errors& to, std::string path, const bj::value& value,
                         const std::vector<std::string>& allowed);

template <class S>
concept texty = std::convertible_to<const S&, std::string_view> && !std::same_as<S, bj::value>;

template <texty S>
void invalid(field_errors& to, std::string path, const S& value, std::string detail) {
    apiserver::invalid(to, std::move(path), bj::value(bj::string(std::string_view(value))),
                       std::move(detail));
}
template <texty S>
void duplicate(field_errors& to, std::string path, const S& value) {
    apiserver::duplicate(to, std::move(path), bj::value(bj::string(std::string_view(value))));
}
template <texty S>
void not_supported(field_errors& to, std::string path, const S& value,
                   const std::vector<std::string>& allowed) {
    apiserver::not_supported(to, std::move(path), bj::value(bj::string(std::string_view(value))), allowed);
}

// Adds one "Invalid value" per message.
inline void add_invalid(field_errors& to, const std::string& path, const bj::value& value,
                        const complaints& c) {
    for (const std::string& detail : c) invalid(to, path, value, detail);
}
template <texty S>
void add_invalid(field_errors& to, const std::string& path, const S& value, const complaints& c) {
    for (const std::string& detail : c) {
        apiserver::invalid(to, path, bj::value(bj::string(std::string_view(value))), detail);
    }
}
// "Not found: \"x\"".
void not_found(field_errors& to, std::string path, std::string_view value);

}  // namespace setpoint::apiserver::kinds
