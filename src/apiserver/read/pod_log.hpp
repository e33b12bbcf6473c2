#pragma once
// The log of a pod. Its containers do not run: what they would have written is in annotations of the pod.

#include "apiserver/request/query.hpp"
#include "apiserver/resources/resource.hpp"
#include "apiserver/state/server_state.hpp"

#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The log of all containers; with "." and a container's name behind it, of that one.
inline constexpr const char* log_annotation = "setpoint.dev/log";

// `pods`: their kind. `query`: as of PodLogOptions; a `follow` ends with the text. Nothing if the pod has no
// node yet, for which kube-apiserver sends 204. Errors: 400 for invalid options and containers, and if the
// pod has no such annotation; 422 for values out of range; 404 for a pod or a node that does not exist.
api_result<std::optional<std::string>> read_pod_log(server_state& w, const resource& pods,
                                                    const object_key& key, const query_parameters& query);

}}}  // namespace setpoint::v0::apiserver
