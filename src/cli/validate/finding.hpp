#pragma once
// What is wrong with a manifest.

#include "setpoint/json/located_manifest.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

struct finding {
    enum class severity : std::uint8_t { error, warning };
    severity what = severity::error;
    std::string file;
    json::text_position place;
    std::string object;   // "Deployment shop/web"; "" if the file could not be read
    std::string field;    // "spec.replicas"; "" if it is not about one
    std::string message;  // as kubectl prints it, without the object
};

struct validation_summary {
    std::size_t files = 0, objects = 0, invalid = 0;
    std::vector<finding> findings;
    std::vector<std::string> unchecked;  // what the files contain and nobody looked at
};

enum class report_format : std::uint8_t { text, json, github };

// The whole output of `setpoint validate`.
std::string report(const validation_summary& of, report_format format);

}}}  // namespace setpoint::v0::cli
