#pragma once
// Parts of the kinds of resource.k8s.io (pkg/apis/resource/validation).

#include "apiserver/kinds/shared/field_errors.hpp"

#include <set>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

// --- names of resource.k8s.io ---

void validate_pool_name(std::string_view name, const std::string& path, field_errors& to);
// "example.com/name"; the domain may be missing.
void validate_device_qualified_name(std::string_view name, const std::string& path, field_errors& to);

// --- kinds; `path` is that of the given object ---

// A ResourceClaimSpec.
void validate_claim_spec(const bj::object& spec, const std::string& path, field_errors& to);
// The status of a ResourceClaim, against the status before the update.
void validate_claim_status(const bj::object& claim, const bj::object& old, field_errors& to);
void validate_device_class_spec(const bj::object& spec, field_errors& to);
// `old` is null for a create.
void validate_resource_slice_spec(const bj::object& spec, const bj::object* old, field_errors& to);
// bindingConditions and bindingFailureConditions of a device or of an allocation result.
void validate_binding_conditions(const bj::object& device, const std::string& path, field_errors& to);

// "driver/pool/device", with the share after it if there is one: what identifies an allocated device.
std::string allocated_device_id(const bj::object& device);
// The same as Kubernetes prints it in messages.
bj::value shown_device_id(const bj::object& device);
// An element of status.devices of a claim; `allocated`: the identities of the devices that the claim has.
void validate_device_status(const bj::object& device, const std::set<std::string>& allocated,
                            const std::string& path, field_errors& to);
// Parameters that only drivers know: an object whose text has at most `longest` bytes.
void validate_raw_object(const bj::value& v, std::size_t longest, const std::string& path, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
