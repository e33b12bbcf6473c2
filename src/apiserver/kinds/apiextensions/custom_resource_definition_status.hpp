#pragma once
// How the API server processes a stored CustomResourceDefinition: accepted names and conditions in
// its status (apiextensions-apiserver, pkg/controller/{status,establish}).

#include "setpoint/core/clock.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

inline constexpr std::string_view definitions_storage = "customresourcedefinitions.apiextensions.k8s.io";

enum class approval_state { missing, invalid, unapproved, approved };
struct approval {
    approval_state state;
    std::string_view annotation;
};
// Whether the Kubernetes project approved a definition in one of its groups; nothing for other groups
// (GetAPIApprovalState of apiextensions-apiserver).
std::optional<approval> approval_of(const boost::json::object& definition);
inline constexpr std::string_view approval_key = "api-approved.kubernetes.io";
inline constexpr std::string_view approval_is_missing =
    "protected groups must have approval annotation \"api-approved.kubernetes.io\", see "
    "https://github.com/kubernetes/enhancements/pull/1111";
inline constexpr std::string_view approval_is_invalid =
    "protected groups must have approval annotation \"api-approved.kubernetes.io\" with either a URL or a "
    "reason starting with \"unapproved\", see https://github.com/kubernetes/enhancements/pull/1111";

// Accepts the names that no other definition of the group has, and sets the conditions
// NamesAccepted and Established. `others`: all other definitions. Returns true if status changed.
bool update_definition_status(boost::json::object& definition,
                              const std::vector<const boost::json::object*>& others, wall_time now);
// Whether the condition Established is true, so that the resource is served.
bool is_established(const boost::json::object& definition);

}}}  // namespace setpoint::v0::apiserver
