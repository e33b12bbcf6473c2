#pragma once
// Specs of PersistentVolumeClaims, and parts that PersistentVolumes share with them
// (pkg/apis/core/validation).

#include "apiserver/kinds/shared/field_errors.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// spec.accessModes of a volume or of a claim, if there are any.
void validate_access_modes(const bj::object& spec, const std::string& path, field_errors& to);

// `old`: the spec before an update, which relaxes some rules; null for a create.
void validate_volume_claim_spec(const bj::object& spec, const bj::object* old, const std::string& path,
                                field_errors& to);
// A template in a pod's ephemeral volume: metadata and spec.
void validate_volume_claim_template(const bj::object& claim, const std::string& path, field_errors& to);

// A quantity that is not positive, or not a whole number of bytes.
void validate_storage_amount(const bj::value& amount, const std::string& path, field_errors& to);
// "must be a valid resource quantity" for a negative one.
void validate_basic_amount(const bj::value& amount, const std::string& path, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
