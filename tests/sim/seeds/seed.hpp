#pragma once
// The operators of the tutorials that this repository began with, as their authors wrote them in Go, line by
// line. Their faults are known (docs/exploring-results.md lists them), and the explorer must find them.

#include "setpoint/operator.hpp"
#include "setpoint/sim/explore.hpp"

#include <string>
#include <vector>

namespace seeds {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

// controller-runtime's Result{Requeue: true}.
inline outcome requeue() {
    return outcome::requeue_after(5ms);
}

template <class T>
T named(std::string name) {
    T o;
    o.metadata.name = std::move(name);
    o.metadata.ns = "default";
    return o;
}

// As client.Update() in Go: it fails if the object has changed since it was read.
template <class T>
write_options unchanged(const T& read) {
    write_options o;
    o.resource_version = read.metadata.resource_version.str();
    return o;
}

struct expected_finding {
    std::string oracle, plan;  // `plan`: a prefix, such as "P11" or "none"
};

struct seed {
    std::string name, fault;
    sim::exploration what;
    std::vector<expected_finding> expected;  // each of them is found
};

std::vector<seed> web_server_seeds();
std::vector<seed> redis_seeds();
std::vector<seed> podroute_seeds();
std::vector<seed> job_watcher_seeds();

}  // namespace seeds
