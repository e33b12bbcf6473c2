#pragma once
// Nodes from the definitions of the built-in types in an OpenAPI document.

#include "apiserver/schema/schema.hpp"

#include <boost/json/object.hpp>

#include <functional>

namespace setpoint::apiserver {

// How the document refers to a definition, before its name.
inline constexpr std::string_view component_reference = "#/components/schemas/";

// Finds or makes the node of a definition; null when there is none.
using definition_lookup = std::function<schema_node*(std::string_view name)>;

// Fills `node` from the definition called `name`; makes the nodes of its fields in `set`.
void read_definition(const bj::object& definition, std::string_view name, schema_node& node, schema_set& set,
                     const definition_lookup& lookup);

}  // namespace setpoint::apiserver
