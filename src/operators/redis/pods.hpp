#pragma once
// The desired pods of a Redis, and the state of the existing ones. Pure functions.
//
// A pod is identified by name and controller reference, never by labels, which anyone may change.

#include "operators/redis/types.hpp"
#include "setpoint/api/core_v1/pod.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/workload_state.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace redis {

inline constexpr const char* image = "redis:5-alpine";
inline constexpr const char* container_name = "redis";
// A hash of the spec that a pod was requested with, except the image. Admission may have changed the spec
// since; it would change that of the next pod too.
inline constexpr std::string_view spec_hash_annotation = "myapp.demo.kubebuilder.io/spec-hash";
// When the operator created the pod, by the operator's clock. The server's clock may be ahead of it.
inline constexpr std::string_view created_annotation = "myapp.demo.kubebuilder.io/created";

using pods = std::vector<setpoint::snapshot<setpoint::kinds::pod>>;

// Returns "<name>-<index>", with a derived name (child_name.hpp) if <name> leaves no room for the index.
std::string pod_name(const redis& self, int index);
// Returns {"cache", 2} for "cache-2"; the first part may be a derived name. Returns nullopt for a name
// that our pods never have: without an index, with a leading zero, or with an index beyond the maximum of
// num.
std::optional<std::pair<std::string_view, int>> split_pod_name(std::string_view name);
// The labels that identify the pods of a Redis, for Services and for adoption.
setpoint::string_map pod_labels(const redis& self);
// Includes the controller reference and the hash of the spec. Precondition: `self` has a UID.
setpoint::kinds::pod desired_pod(const redis& self, int index);
// The part of desired_pod() that the API server lets a client change: metadata and image.
setpoint::kinds::pod mutable_part(const setpoint::kinds::pod& desired);
// The pod to create at this time.
setpoint::kinds::pod new_pod(const redis& self, int index, setpoint::wall_time now);
// The time since the operator created the pod; by the server's creation time if the pod does not show it.
// Returns nullopt if the time is unknown or in the future.
std::optional<setpoint::duration> age_of(const setpoint::kinds::pod& p, setpoint::wall_time now);

enum class pod_state : std::uint8_t {
    missing,
    foreign,   // has the name, but another owner or none
    orphaned,  // no owner, but all our labels: released by mistake, or left by an orphaning deletion
    deleting,
    ended,
    outdated,  // was requested with another spec, and differs in an immutable field
    drifted,   // metadata or image were changed; can be repaired in place
    starting,
    ready
};

struct slot {
    int index = 0;
    pod_state state = pod_state::missing;
    setpoint::snapshot<setpoint::kinds::pod> live;  // null if missing
    bool is_ready() const;                          // ours, Ready, and neither deleting nor ended
    bool is_ours() const;                           // exists and is controlled by this Redis
};

struct pod_set {
    std::vector<slot> wanted;  // 0 .. num-1
    std::vector<slot> excess;  // ours, from the highest index down
    int count(pod_state s) const;
    int count_ready() const;  // of `wanted`
};
// `seen`: all pods that `self` controls, and all other pods with a wanted name.
pod_set classify(const redis& self, const pods& seen);

// Describes why a pod is outdated: "port 6379 -> 6380".
std::string difference_of(const redis& self, const slot& s);

}  // namespace redis
