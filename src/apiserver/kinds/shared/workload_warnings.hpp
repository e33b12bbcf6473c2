#pragma once
// Warnings about kinds that create pods.

#include "apiserver/kinds/shared/warnings.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

inline constexpr std::string_view host_name_use = "Pod names and hostnames";
inline constexpr const char* pod_template_path = "spec.template";

// Warns if the pods, or the object itself, have no valid host name.
void warn_of_host_name(const bj::object& object, std::string_view use, texts& to);
// Whether a create or an update of the object itself may change its template.
bool changes_template(const bj::object& o, const bj::object* old, std::string_view subresource);
const bj::object& pod_template_of(const bj::object& o);
// The warnings of Deployments and ReplicaSets.
void warn_of_workload(const bj::object& o, const bj::object* old, std::string_view sub, texts& to);

}}}  // namespace setpoint::v0::apiserver
