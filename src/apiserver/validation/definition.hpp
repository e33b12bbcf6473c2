#pragma once
// Checks of CustomResourceDefinitions (apiextensions-apiserver, pkg/apis/apiextensions/validation).

#include "apiserver/schema/schema.hpp"
#include "apiserver/validation/field_errors.hpp"

namespace setpoint::apiserver::kinds {

void check_definition_spec(const bj::object& spec, field_errors& to);
void check_definition_names(const bj::object& names, const std::string& path, field_errors& to);
void check_stored_versions(const bj::object& definition, field_errors& to);

// The first of those versions of a ConversionReview that is known: v1 or v1beta1; "" when none is.
std::string review_version_of(const std::vector<std::string>& versions);
// Whether all versions have the same value there; messages then name it at the top: "spec.validation".
bool same_in_all_versions(const bj::object& spec, std::string_view key);
// Where a version's part stands in messages, for example "spec.validation.openAPIV3Schema" or
// "spec.versions[1].schema.openAPIV3Schema".
std::string schema_path(const bj::object& spec, std::size_t version);
std::string part_path(const bj::object& spec, std::size_t version, std::string_view part);

}  // namespace setpoint::apiserver::kinds
