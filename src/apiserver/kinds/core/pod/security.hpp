#pragma once
// Security contexts of pods and containers (pkg/apis/core/validation).

#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

// `path`: of the context. `host_users`: of the pod.
void validate_security_context(const bj::object& context, const std::string& path, bool host_users,
                               field_errors& to);
// `any_host_sysctl`: accepts sysctls of namespaces that the pod shares with the host, as an update does if
// the pod had one before.
void validate_pod_security_context(const bj::object& spec, bool any_host_sysctl, const std::string& path,
                                   field_errors& to);
bool has_host_sysctl(const bj::object& pod_spec);
// WindowsOptions of a pod or a container.
void validate_windows_options(const bj::object& options, const std::string& path, field_errors& to);
// If one container is a host process, all are, and the pod is in the host's network.
void validate_host_processes(const bj::object& spec, const std::string& path, field_errors& to);
// What a pod without the host's users may not have.
// `old`: the spec before an update, whose host network and block devices may stay; or empty.
void validate_host_users(const bj::object& spec, const bj::object& old, const std::string& path,
                         field_errors& to);
// The operating system, and what it has no use for.
void validate_operating_system(const bj::object& spec, const std::string& path, field_errors& to);

// Calls f(container, path) for each container of a pod, in upstream's order (VisitContainersWithPath).
template <class F>
void for_each_container(const bj::object& spec, const std::string& path, F f) {
    for (const char* list : {"initContainers", "containers", "ephemeralContainers"})
        for_each_object(list_of(spec, list),
                        [&](const bj::object& c, std::size_t i) { f(c, indexed(child(path, list), i)); });
}

}}}  // namespace setpoint::v0::apiserver
