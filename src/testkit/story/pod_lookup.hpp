#pragma once
// Finds pods by the addresses and names by which the operator connects to them. No I/O.

#include "apiserver/state/server_state.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

namespace bj = boost::json;

// A port of a pod.
struct pod_port {
    bj::object pod;
    std::uint16_t port;
};

class pod_lookup {
public:
    // `ns`: of names without a namespace. `s` must outlive it.
    pod_lookup(const apiserver::server_state& s, std::string ns) : state_(s), ns_(std::move(ns)) {}

    // What a connection to this address and port reaches: a running pod; or, through a Service, one of its
    // ready pods.
    std::optional<pod_port> at(std::string_view address, std::uint16_t port) const;
    // The addresses of "NAME.NAMESPACE.svc.cluster.local" and shorter forms of it: of a Service, of the pods
    // of a headless Service, or of one of these pods by its host name.
    std::vector<std::string> addresses_of(const std::string& name) const;
    // The ports of Services that lead to a port for which `is_wanted`, of some pod, running or not.
    std::vector<std::uint16_t> service_ports(const std::function<bool(const pod_port& to)>& is_wanted) const;

private:
    std::vector<bj::object> all(const char* storage) const;
    std::vector<bj::object> pods_of(const bj::object& service, bool only_ready) const;

    const apiserver::server_state& state_;
    std::string ns_;
};

}}}  // namespace setpoint::v0::story
