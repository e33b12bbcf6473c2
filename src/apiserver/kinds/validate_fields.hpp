#pragma once
// Evaluates the one-field rules of field_rules.hpp.

#include "apiserver/kinds/shared/field_errors.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Appends the errors of `value`, which has the Go type `type` ("batch.v1.JobSpec") and is located at `path`
// ("spec"; "" for the object itself). Fields are visited in the order of the Go struct, parents before
// children; structs, and structs in lists and maps, are entered only if the tables list their type. `old`:
// the value before the update, for immutable fields; null for a create and inside of lists and maps.
//
// Precondition: apply_go_encoding() was called on the object.
void validate_fields(std::string_view type, const bj::object& value, const bj::object* old,
                     const std::string& path, field_errors& to);

// The same for a whole object: its type is that of apiVersion and kind.
void validate_object_fields(const bj::object& object, const bj::object* old, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
