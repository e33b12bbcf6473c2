#pragma once
// YAML as the real server takes it: converted to JSON, which is then read.

#include "setpoint/core/error.hpp"

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace setpoint::apiserver {

struct converted_yaml {
    boost::json::value tree;
    std::string json;      // what `tree` was read from; keys in the order of their bytes
    std::string repeated;  // what strict reading says of keys that repeat; "" when none does
};

// The first document of the text. Error: in the real server's words.
result<converted_yaml> convert_yaml(std::string_view text);

}  // namespace setpoint::apiserver
