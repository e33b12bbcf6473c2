#pragma once
// Validation of spec.versions[].selectableFields of a CustomResourceDefinition.

#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/schema/schema.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// `list` is the path of the field in messages. `root` is the schema of the version, or null if it
// is invalid: then only missing paths are reported.
void validate_selectable_fields(const bj::array& fields, const schema_node* root, const std::string& list,
                                field_errors& to);

}}}  // namespace setpoint::v0::apiserver
