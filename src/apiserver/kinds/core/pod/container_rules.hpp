#pragma once
// Parts of a container's validation (pkg/apis/core/validation): devices, mounts, resizing, restarts.

#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

void validate_volume_devices(const bj::object& container, const pod_validation_context& context,
                             const std::string& path, field_errors& to);
// mountPropagation and recursiveReadOnly. `list`: the path of volumeMounts, which upstream reports.
void validate_mount_modes(const bj::object& mount, const bj::object& container, const std::string& list,
                          field_errors& to);
// `path`: of the container.
void validate_resize_policy(const bj::object& container, std::string_view pod_restart_policy,
                            const std::string& path, field_errors& to);
// `init`: of an init container, whose rules count only beside a policy.
void validate_restart_policy(const bj::object& container, bool init, const std::string& path,
                             field_errors& to);

}}}  // namespace setpoint::v0::apiserver
