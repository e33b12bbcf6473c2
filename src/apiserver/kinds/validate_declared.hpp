#pragma once
// Evaluates Kubernetes' declarative validation (declared_rules.hpp).

#include "apiserver/kinds/feature_gates.hpp"
#include "apiserver/schema/api_error.hpp"

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct declared_request {
    std::string_view type;         // of the object: "storage.v1.StorageClass"
    std::string_view subresource;  // "" for the object itself
    const bj::object& object;
    const bj::object* old;  // null for a create
    const feature_gates& features;
};

// Appends the errors of an object to those of the kind's code, as the real server does
// (ValidateDeclarativelyWithMigrationChecks): errors in `to` that a beta rule reports as well, of the same
// kind and for the same field, are removed, and so are repeated errors in `to`. Does nothing for types and
// subresources that the catalogue does not list.
//
// Precondition: apply_go_encoding() was called on the objects.
void validate_declared(const declared_request& q, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
