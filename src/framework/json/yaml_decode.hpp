#pragma once
// Converts the nodes of a YAML document to the tree that sigs.k8s.io/yaml creates.

#include "framework/json/yaml_nodes.hpp"

#include <boost/json/value.hpp>

namespace setpoint { inline namespace v0 { namespace json {

// Expands merge keys and aliases; keys become strings in byte order. The last of duplicate keys
// wins; each is reported in `repeated`, if set. Nesting is limited to `max_depth`; the expansion of
// aliases is limited as in go-yaml, and to 64 MiB of text. Throws yaml_refusal.
boost::json::value decode_yaml(const yaml_nodes& nodes, std::size_t max_depth,
                               std::vector<std::string>* repeated);

}}}  // namespace setpoint::v0::json
