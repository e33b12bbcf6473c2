#pragma once
// What the claims of a pod mean for the choice of its node (kube-scheduler's plugin VolumeBinding). Pure
// functions.

#include "apiserver/controllers/pod/partial_types.hpp"
#include "apiserver/controllers/storage/volume_match.hpp"

#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct claims_seen {
    std::map<std::string, claim_ptr, std::less<>> claims;  // of the pod's namespace, by name
    std::vector<volume_ptr> volumes;
    std::vector<class_ptr> classes;
};

struct pod_claims {
    std::vector<volume_ptr> bound;
    std::vector<claim_ptr> delayed;  // wait for the pod's node: WaitForFirstConsumer
    std::string why;                 // why the pod cannot be scheduled yet; "": it can
};
bool uses_claims(const partial_pod& p);
pod_claims claims_of(const partial_pod& p, const claims_seen& seen);
// Why the node does not fit: it cannot reach a volume, or volumes are made for another node; "" if it fits.
std::string claim_mismatch(const pod_claims& claims, const partial_node& n);

}}}  // namespace setpoint::v0::apiserver
