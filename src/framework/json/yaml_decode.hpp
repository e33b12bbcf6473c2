#pragma once
// The nodes of a YAML document as the tree that sigs.k8s.io/yaml makes of them.

#include "framework/json/yaml_nodes.hpp"

#include <boost/json/value.hpp>

namespace setpoint::json {

// Merge keys and aliases are carried out, keys become strings and stand in the order of their bytes. Of keys
// that repeat the last one counts; each is reported in `repeated`, when given. Throws yaml_refusal. Nesting
// is limited to `max_depth`; what aliases may repeat, as go-yaml limits it, and to 64 MiB of text.
boost::json::value decode_yaml(const yaml_nodes& nodes, std::size_t max_depth,
                               std::vector<std::string>* repeated);

}  // namespace setpoint::json
