#pragma once
// Conversion to Boost.JSON's string views.

#include <boost/json/string_view.hpp>

#include <string_view>

namespace setpoint { inline namespace v0 { namespace json {

inline boost::json::string_view chars(std::string_view s) {
    return {s.data(), s.size()};
}

}}}  // namespace setpoint::v0::json
