#pragma once
// Fields of a schema that a definition names by a path: fieldPath of rules, and selectable fields.

#include "apiserver/schema/schema.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The place that a path means in a schema.
struct field_place {
    std::string path;   // as in messages: "spec.map[key]"
    std::string first;  // the first name
    const schema_node* node = nullptr;
    std::string error;  // "does not refer to a valid field"; "" if the path is valid
};

// Resolves a path as ValidFieldPath of apiextensions-apiserver does (pkg/apiserver/schema/cel). This is not a
// JSON path: a backslash outside of brackets is part of a name. `brackets`: whether ['name'] is allowed.
field_place find_field(const schema_node& root, std::string_view path, bool brackets);

}}}  // namespace setpoint::v0::apiserver
