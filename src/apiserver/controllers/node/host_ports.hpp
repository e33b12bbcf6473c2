#pragma once
// Host ports of pods: a node has each of them once. Pure functions.

#include "apiserver/controllers/pod/partial_types.hpp"

#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct host_port {
    std::int32_t port = 0;
    interned_string protocol{}, ip{};  // "" and 0.0.0.0: each address of the node
};

// Those of containers, and of init containers that run as long as the pod.
std::vector<host_port> host_ports(const partial_pod_spec& spec);

// Whether pods with these ports cannot be on the same node.
bool ports_conflict(const std::vector<host_port>& a, const std::vector<host_port>& b);

// Why a node does not fit, in the words of kube-scheduler and of the kubelet.
inline constexpr std::string_view no_free_ports =
    "node(s) didn't have free ports for the requested pod ports";

}}}  // namespace setpoint::v0::apiserver
