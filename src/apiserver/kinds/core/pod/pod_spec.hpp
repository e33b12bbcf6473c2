#pragma once
// Validation of pods and pod templates (pkg/apis/core/validation).

#include "apiserver/kinds/shared/field_errors.hpp"

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

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
    bool has_os = false;  // spec.os is set, even if its name is empty
};

// Includes labels and annotations of the template. `path` is "spec.template". `old`: the template before an
// update, whose faults may stay (GetValidationOptionsFromPodTemplate of pkg/api/pod); null for a create.
void validate_pod_template(const bj::object& pod_template, const std::string& path, field_errors& to,
                           const bj::object* old = nullptr);
// Labels and annotations, which a StatefulSet validates again.
void validate_template_labels(const bj::object& pod_template, const std::string& path, field_errors& to);
// `pod_metadata` is null for templates; `old`: the spec before an update.
void validate_pod_spec(const bj::object& spec, const bj::object* pod_metadata, const std::string& path,
                       field_errors& to, const bj::object* old = nullptr);
void validate_pod_changes(const bj::object& pod, const bj::object& old, field_errors& to);

void validate_containers(const bj::object& spec, const pod_validation_context& context,
                         const std::string& path, field_errors& to);
// "must not have leading or trailing whitespace", of Unicode, too: in pods, not in templates.
void validate_image_padding(const bj::object& container, const std::string& path, field_errors& to);
void validate_environment(const bj::object& container, const std::string& path, field_errors& to);
// fileKeyRef of variables: the volume exists and is an emptyDir.
void validate_variable_files(const bj::object& spec, const std::string& path, field_errors& to);
// A fieldRef or resourceFieldRef: of a variable, or of a file of the downward API.
enum class reference_use : bool { variable, file };
void validate_field_reference(const bj::object& ref, reference_use use, const std::string& path,
                              field_errors& to);
void validate_resource_reference(const bj::object& ref, reference_use use, const std::string& path,
                                 field_errors& to);
void validate_probes(const bj::object& container, const pod_validation_context& context,
                     const std::string& path, field_errors& to);
// A port number, or the name of a port, as in httpGet.port.
void validate_port_or_name(const bj::value* port, const std::string& path, field_errors& to);
void validate_resources(const bj::object& resources, const pod_validation_context& context,
                        const std::string& path, field_errors& to);
// spec.resources, also against the containers' resources. `path`: of the spec.
void validate_pod_resources(const bj::object& spec, const pod_validation_context& context,
                            const std::string& path, field_errors& to);
// The name of a resource: a standard one, or one with a domain.
void validate_resource_name(std::string_view name, const std::string& path, field_errors& to);
// The same for requests and limits of a container.
void validate_container_resource_name(std::string_view name, const std::string& path, field_errors& to);
// The amount of a resource: not negative; whole, if the resource is counted.
void validate_resource_amount(std::string_view name, const bj::value& amount, const std::string& path,
                              field_errors& to);
// `old`: the tolerations before an update, which may have numeric operators, or empty.
void validate_tolerations(const bj::array& tolerations, const bj::array& old, const std::string& path,
                          field_errors& to);
// `old`: the affinity before an update, or empty.
void validate_affinity(const bj::object& affinity, const bj::object& old, const std::string& path,
                       field_errors& to);
// A v1.NodeSelector, as in ValidateNodeSelector of pkg/apis/core/validation.
void validate_node_selector(const bj::object& selector, const std::string& path, field_errors& to);
void validate_spread(const bj::array& constraints, const std::string& path, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
