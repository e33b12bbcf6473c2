#pragma once
// YAML as the real server reads it: converted to JSON, which is then parsed.

#include "setpoint/core/error.hpp"

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace setpoint::apiserver {

struct converted_yaml {
    boost::json::value tree;
    std::string json;      // the JSON that `tree` was parsed from; keys in byte order
    std::string repeated;  // the strict decoding error about repeated keys; "" if there are none
};

// Converts the first document of the text. Error: in the real server's words.
result<converted_yaml> convert_yaml(std::string_view text);

}  // namespace setpoint::apiserver
