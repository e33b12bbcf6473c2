#pragma once
// The endpoints of a Service: pure functions of its pods.

#include "apiserver/controllers/pod/partial_types.hpp"
#include "apiserver/controllers/service/partial_endpoints.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

inline constexpr const char* service_name_label = "kubernetes.io/service-name";
inline constexpr const char* slice_manager_label = "endpointslice.kubernetes.io/managed-by";
inline constexpr const char* slice_manager = "endpointslice-controller.k8s.io";
inline constexpr std::size_t slice_limit = 100;  // endpoints in a slice

// Pods that have an address and have not finished; a slice marks the terminating ones.
std::vector<pod_ptr> endpoints_of(const partial_service& s, const std::vector<pod_ptr>& pods);

using slice_ptr = std::shared_ptr<const endpoint_slice>;
// The desired slices: at most 100 endpoints each, one group for each set of ports that the pods'
// named ports resolve to; at least one. Names are left empty. The first ones replace those of `live`, in its
// order: an endpoint stays in its slice, since readers would miss it while it moves. They may be without
// endpoints.
std::vector<endpoint_slice> desired_slices(const partial_service& s, const std::vector<pod_ptr>& pods,
                                           const std::vector<slice_ptr>& live = {});
// The same as one Endpoints object; at most 1,000 addresses.
partial_endpoints desired_endpoints(const partial_service& s, const std::vector<pod_ptr>& pods);
bool is_headless(const partial_service& s);

}}}  // namespace setpoint::v0::apiserver
