#pragma once
// The objects that the kubelet reads for a pod or a volume (pkg/api/v1/pod and persistentvolume).

#include <boost/json/object.hpp>

#include <compare>
#include <set>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace bj = boost::json;

// Names in the pod's namespace.
struct pod_references {
    std::set<std::string> secrets{};
    std::set<std::string> config_maps{};
    std::set<std::string> volume_claims{};    // also those of ephemeral volumes
    std::set<std::string> resource_claims{};  // those that exist, by the pod's status
    std::string service_account{};            // may be empty
    friend bool operator==(const pod_references&, const pod_references&) = default;
};
pod_references references_of_pod(const bj::object& pod);

struct secret_reference {
    std::string namespace_name{}, name{};
    friend auto operator<=>(const secret_reference&, const secret_reference&) = default;
};
// Those that nodes need; secrets for controllers of CSI drivers are left out.
std::set<secret_reference> node_secrets_of_volume(const bj::object& volume);

}}}  // namespace setpoint::v0::apiserver::authorization
