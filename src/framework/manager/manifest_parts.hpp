#pragma once
// All objects that a cluster needs to run an operator, by the files that they stand in. Pure.

#include "framework/manager/manifest_objects.hpp"
#include "setpoint/manager/manager.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

struct manifest_part {
    std::string folder, file;  // as in kubebuilder's config/: "rbac", "role.yaml"
    std::vector<boost::json::object> objects;
};

// Only for several replicas.
inline constexpr std::string_view budget_file = "pod_disruption_budget.yaml";

struct manifest_file {
    std::string path;  // "rbac/role.yaml"
    std::string text;
};

// `m`: with the operator's declarations, and options as in the Deployment, for namespace_mark. The parts of
// one folder follow one another, in an order in which each object finds what it needs.
std::vector<manifest_part> manifest_parts(const manager& m, const deployment_settings& s,
                                          const std::vector<boost::json::object>& samples);

// Several documents as one YAML text, in the order of `objects`.
std::string manifest_text(const std::vector<boost::json::object>& objects);

// Puts `ns` where namespace_mark is.
std::vector<boost::json::object> in_namespace(std::vector<boost::json::object> objects, std::string_view ns);

std::string replaced(std::string text, std::string_view from, std::string_view to);

}}  // namespace setpoint::v0
