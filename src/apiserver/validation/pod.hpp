#pragma once
// Validation of pods and pod templates (pkg/apis/core/validation).

#include "apiserver/validation/field_errors.hpp"

#include <set>

namespace setpoint::apiserver::kinds {

// What a container may refer to.
struct pod_surroundings {
    bool is_pod = false;  // false for templates
    std::set<std::string, std::less<>> volumes;
    std::set<std::string, std::less<>> claims;  // spec.resourceClaims
    std::int64_t grace = 0;
    std::string_view restart_policy;
};

// Includes labels and annotations of the template. `path` is "spec.template".
void check_pod_template(const bj::object& pod_template, const std::string& path, field_errors& to);
void check_pod_spec(const bj::object& spec, const bj::object* pod_metadata, const std::string& path,
                    field_errors& to);
void check_pod_update(const bj::object& pod, const bj::object& old, field_errors& to);

// Adds the names of valid volumes to `names`.
void check_volumes(const bj::array& volumes, const std::string& path, field_errors& to,
                   std::set<std::string, std::less<>>& names);
void check_path_stays_inside(std::string_view target, const std::string& path, field_errors& to);
void check_containers(const bj::object& spec, const pod_surroundings& around, const std::string& path,
                      field_errors& to);
void check_environment(const bj::object& container, const std::string& path, field_errors& to);
void check_probes(const bj::object& container, const pod_surroundings& around, const std::string& path,
                  field_errors& to);
// A port number, or the name of a port, as in httpGet.port.
void check_port_or_name(const bj::value* port, const std::string& path, field_errors& to);
void check_resources(const bj::object& resources, const pod_surroundings& around, const std::string& path,
                     field_errors& to);
void check_tolerations(const bj::array& tolerations, const std::string& path, field_errors& to);
void check_affinity(const bj::object& affinity, const std::string& path, field_errors& to);
void check_spread(const bj::array& constraints, const std::string& path, field_errors& to);
// "must be a valid IP address ..."
void check_ip(std::string_view ip, const std::string& path, field_errors& to);
// "Unsupported value" if not allowed; "Required value" if empty.
void check_one_of(std::string_view value, const std::vector<std::string>& allowed, const std::string& path,
                  field_errors& to);
// The field must be present and a DNS label.
void check_label_name(const bj::object& o, std::string_view key, const std::string& path, field_errors& to);

}  // namespace setpoint::apiserver::kinds
