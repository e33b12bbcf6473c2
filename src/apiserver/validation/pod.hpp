#pragma once
// Validation of pods and pod templates (pkg/apis/core/validation).

#include "apiserver/validation/field_errors.hpp"

#include <set>

namespace setpoint::inline v0::apiserver {

// What a container may refer to.
struct pod_validation_context {
    bool is_pod = false;  // false for templates
    std::set<std::string, std::less<>> volumes;
    std::set<std::string, std::less<>> claim_volumes;  // those that can be block devices
    std::set<std::string, std::less<>> claims;         // spec.resourceClaims
    std::int64_t grace = 0;
    bool host_users = true;
    std::string_view restart_policy;
    std::string_view os;  // spec.os.name
};

// Includes labels and annotations of the template. `path` is "spec.template".
void validate_pod_template(const bj::object& pod_template, const std::string& path, field_errors& to);
void validate_pod_spec(const bj::object& spec, const bj::object* pod_metadata, const std::string& path,
                       field_errors& to);
void validate_pod_update(const bj::object& pod, const bj::object& old, field_errors& to);

// Adds the names of valid volumes to `names`.
void validate_volumes(const bj::array& volumes, const std::string& path, field_errors& to,
                      std::set<std::string, std::less<>>& names);
void validate_path_stays_inside(std::string_view target, const std::string& path, field_errors& to);
void validate_containers(const bj::object& spec, const pod_validation_context& context,
                         const std::string& path, field_errors& to);
void validate_environment(const bj::object& container, const std::string& path, field_errors& to);
void validate_probes(const bj::object& container, const pod_validation_context& context,
                     const std::string& path, field_errors& to);
// A port number, or the name of a port, as in httpGet.port.
void validate_port_or_name(const bj::value* port, const std::string& path, field_errors& to);
void validate_resources(const bj::object& resources, const pod_validation_context& context,
                        const std::string& path, field_errors& to);
// The name of a resource: a standard one, or one with a domain.
void validate_resource_name(std::string_view name, const std::string& path, field_errors& to);
// The same for requests and limits of a container.
void validate_container_resource_name(std::string_view name, const std::string& path, field_errors& to);
// The amount of a resource: not negative; whole, if the resource is counted.
void validate_resource_amount(std::string_view name, const bj::value& amount, const std::string& path,
                              field_errors& to);
void validate_tolerations(const bj::array& tolerations, const std::string& path, field_errors& to);
void validate_affinity(const bj::object& affinity, const std::string& path, field_errors& to);
void validate_spread(const bj::array& constraints, const std::string& path, field_errors& to);

}  // namespace setpoint::inline v0::apiserver
