#pragma once
// YAML in and out, as trees: kubeconfigs, manifests, printed CRDs.

#include <setpoint/core/error.hpp>

#include <boost/json/value.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace setpoint::json {

// All documents of a YAML (or JSON) text. Scalars follow the YAML 1.2 core schema (true/false, null,
// integers, floats; everything quoted is a string). Error: errc::bad_data with `name`, line and column.
// Limits: 16 MiB, depth 64, aliases expanded to at most 100,000 nodes.
result<std::vector<boost::json::value>> parse_yaml(std::string_view text, std::string_view name);

// One document, keys in the order of the object, strings quoted only where YAML would read them otherwise.
std::string to_yaml(const boost::json::value& value);

}  // namespace setpoint::json
