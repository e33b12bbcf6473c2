#pragma once
// YAML in and out, as trees: kubeconfigs, manifests, printed CRDs.

#include <setpoint/core/error.hpp>

#include <boost/json/value.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace setpoint::json {

// All documents of a YAML (or JSON) text; one without content is null. Scalars follow the YAML 1.2 core
// schema (true/false, null, integers, floats; everything quoted is a string), but for 0644, which is octal as
// in every Kubernetes tool. Refused: keys that are not scalars or that repeat, merge keys (<<), unknown tags,
// .inf and .nan, and what is not UTF-8. Error: errc::bad_data with `name`, line and column; errc::too_large
// over 16 MiB. Other limits: depth 64; what anchors and aliases repeat, 100,000 nodes. `repeated`, when
// given: keys that repeat are taken, the last one counts, and each is told there: `line 3: key "name" already
// set in map`.
result<std::vector<boost::json::value>> parse_yaml(std::string_view text, std::string_view name,
                                                   std::vector<std::string>* repeated = nullptr);

// One document in block style, keys in the order of the object, strings quoted only where a reader of
// YAML 1.1 or 1.2 would take them for something else. The same value gives the same text.
std::string to_yaml(const boost::json::value& value);

}  // namespace setpoint::json
