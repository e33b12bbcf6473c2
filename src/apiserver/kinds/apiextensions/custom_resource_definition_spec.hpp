#pragma once
// Validation of CustomResourceDefinitions (apiextensions-apiserver,
// pkg/apis/apiextensions/validation).

#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/schema/schema.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// `old`: the spec before an update; null for a create.
void validate_definition_spec(const bj::object& spec, const bj::object* old, field_errors& to);
void validate_definition_names(const bj::object& names, const std::string& path, field_errors& to);
void validate_stored_versions(const bj::object& definition, field_errors& to);

// The first supported version of ConversionReview (v1 or v1beta1); "" if there is none.
std::string review_version_of(const std::vector<std::string>& versions);
// Whether all versions have the same value. Messages then refer to the top-level field:
// "spec.validation".
bool same_in_all_versions(const bj::object& spec, std::string_view key);
// The path of a version's schema in messages: "spec.validation.openAPIV3Schema" or
// "spec.versions[1].schema.openAPIV3Schema".
std::string schema_path(const bj::object& spec, std::size_t version);
std::string part_path(const bj::object& spec, std::size_t version, std::string_view part);

}}}  // namespace setpoint::v0::apiserver
