#pragma once
// Reads the definitions of built-in types in an OpenAPI document into schema nodes.

#include "apiserver/schema/schema.hpp"

#include <boost/json/object.hpp>

#include <functional>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Prefix of a reference to a definition.
inline constexpr std::string_view component_reference = "#/components/schemas/";

// Finds or creates the node of a definition; null if unknown.
using definition_lookup = std::function<schema_node*(std::string_view name)>;

// Fills `node` from the definition `name`. Nodes of its fields are created in `set`.
void read_definition(const bj::object& definition, std::string_view name, schema_node& node, schema_set& set,
                     const definition_lookup& lookup);

}}}  // namespace setpoint::v0::apiserver
