#pragma once
// Which admission plugins and features the embedded API server has, as kube-apiserver's flags
// --enable-admission-plugins, --disable-admission-plugins, --admission-control-config-file and
// --feature-gates state it. docs/apiserver.md lists the plugins and the features.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The plugin PodSecurity: PodSecurityConfiguration of pod-security.admission.config.k8s.io/v1.
struct pod_security_options {
    // For namespaces without the label: "privileged", "baseline" or "restricted".
    std::string enforce = "privileged", audit = "privileged", warn = "privileged";
    std::string enforce_version = "latest", audit_version = "latest", warn_version = "latest";  // or "v1.30"
    // Never checked. Without access control every client is the user `kubernetes-admin`.
    std::vector<std::string> exempt_namespaces, exempt_usernames, exempt_runtime_classes;
};

struct admission_options {
    // Names of plugins, beyond those that are on by default; a name in neither list keeps its default.
    std::vector<std::string> enable, disable;
    pod_security_options pod_security;
    // Names of features and whether they are on, in the order given; "AllAlpha" and "AllBeta" are names too.
    std::vector<std::pair<std::string, bool>> feature_gates;
};

}}}  // namespace setpoint::v0::apiserver
