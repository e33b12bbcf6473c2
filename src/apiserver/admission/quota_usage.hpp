#pragma once
// What objects count towards ResourceQuotas (pkg/quota/v1/evaluator/core). No I/O.

#include "apiserver/objects/resource_amounts.hpp"
#include "apiserver/resources/resource.hpp"

#include <set>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

// For example pods 1, requests.cpu 500m, count/deployments.apps 1. A pod that has ended counts only towards
// count/pods, and so does one that is_past_grace().
amounts quota_usage(const resource& r, const boost::json::object& o, bool past_grace = false);
// Whether a pod that is being deleted has taken longer than its grace period.
bool is_past_grace(const boost::json::object& pod, wall_time now);
// Which of the names in `hard` objects of this kind can use.
std::set<std::string> quota_names_of(const resource& r, const amounts& hard);
// Whether each of them counts 1 for every object of the kind, whatever is in it.
bool count_objects_only(const resource& r, const std::set<std::string>& names);
// Whether the object is in all scopes of the quota; only pods and claims are in any.
bool is_in_scopes(const boost::json::object& quota_spec, const resource& r, const boost::json::object& o);
// Why a pod is refused that leaves out amounts which a quota limits: "must specify ..."; "" if it is not.
std::string missing_amounts(const boost::json::object& pod, const std::set<std::string>& limited);

}}}  // namespace setpoint::v0::apiserver
