#pragma once
// Rules that the sources of pods' volumes and of PersistentVolumes share (pkg/apis/core/validation). `path`
// is the path of the source. Fields that are only required are left to the callers.

#include "apiserver/kinds/shared/field_errors.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

void validate_host_path_type(const bj::object& source, const std::string& path, field_errors& to);
void validate_flocker_source(const bj::object& source, const std::string& path, field_errors& to);
void validate_nfs_path(const bj::object& source, const std::string& path, field_errors& to);
void validate_quobyte_registry(const bj::object& source, const std::string& path, field_errors& to);
void validate_fibre_channel(const bj::object& source, const std::string& path, field_errors& to);
void validate_flex_options(const bj::object& source, const std::string& path, field_errors& to);
void validate_azure_disk_uri(const bj::object& source, const std::string& path, field_errors& to);
// "iqn.2001-04.com.example:storage", "eui.*" or "naa.*"; a name without one of these prefixes is invalid.
bool is_iscsi_name(std::string_view name);

// "example.com/signer-name" (ValidateSignerName).
void validate_signer_name(std::string_view name, const std::string& path, field_errors& to);
// Whether the signer is one of the Kubernetes project's (IsKubernetesSignerName).
bool is_kubernetes_signer(std::string_view name);
// What pods tell a signer: annotations whose keys have a domain (ValidateUserAnnotations).
void validate_user_annotations(const bj::object& annotations, const std::string& path, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
