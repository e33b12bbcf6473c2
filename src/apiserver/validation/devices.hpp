#pragma once
// Validation of the kinds of resource.k8s.io (pkg/apis/resource/validation), and names and node
// selectors that other kinds have in common with them. CEL expressions are not compiled.

#include "apiserver/validation/field_errors.hpp"

#include <set>
#include <string>

namespace setpoint::inline v0::apiserver {

// The name of a CSI or DRA driver, as ValidateCSIDriverName of pkg/apis/core/validation.
void validate_driver_name(std::string_view name, const std::string& path, field_errors& to);
// A v1.NodeSelector, as in ValidateNodeSelector of pkg/apis/core/validation.
void validate_node_selector(const bj::object& selector, const std::string& path, field_errors& to);
// A list of metav1.Condition.
void validate_conditions(const bj::array& conditions, const std::string& path, field_errors& to);

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

// --- lists ---

// An item that is null, as Go reads it: empty.
const bj::object& struct_of(const bj::value& item);

// A list that is too long gets one error; its items are then not validated.
template <class Check>
void validate_list_items(const bj::array& list, std::size_t most, const std::string& path, field_errors& to,
                         Check check) {
    if (list.size() > most) {
        too_many(to, path, static_cast<std::int64_t>(list.size()), static_cast<std::int64_t>(most));
        return;
    }
    for (std::size_t i = 0; i < list.size(); ++i) check(list[i], indexed(path, i));
}

}  // namespace setpoint::inline v0::apiserver
