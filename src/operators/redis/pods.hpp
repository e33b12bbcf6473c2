#pragma once
// The pods of a Redis: what each should be, and what each is. Pure functions.
//
// A pod is known by its name and by its controller reference: never by its labels, which anybody may change.

#include "operators/redis/types.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/client/client.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace redis {

inline constexpr const char* image = "redis:5-alpine";
inline constexpr const char* container_name = "redis";

using pods = std::vector<setpoint::snapshot<setpoint::pod>>;

// "<name>-<index>"; a name that leaves no room for the index is changed (child_name.hpp).
std::string pod_name(const redis& self, int index);
// "cache-2": {"cache", 2}, or what the Redis' name was changed to. Nothing for a name that no pod of ours
// has: no number, a leading zero, or one beyond what num allows.
std::optional<std::pair<std::string_view, int>> split_pod_name(std::string_view name);
// The labels that say whose pods these are: for Services and for adoption.
setpoint::string_map pod_labels(const redis& self);
// With the controller reference. Precondition: `self` has been stored (a UID).
setpoint::pod desired_pod(const redis& self, int index);

// It ran and will not run again, for example because it was evicted.
bool has_ended(const setpoint::pod& p);

enum class pod_state : std::uint8_t {
    missing,
    foreign,   // of that name, and somebody else's or nobody's
    orphaned,  // nobody's, but with all our labels: released by mistake, or left by an orphaning deletion
    deleting,
    ended,
    outdated,  // made from another spec, in what a pod cannot change
    drifted,   // labels or image were changed: repaired in place
    starting,
    ready
};

struct slot {
    int index = 0;
    pod_state state = pod_state::missing;
    setpoint::snapshot<setpoint::pod> live;  // null: missing
    bool is_ready() const;                   // it answers, whatever else is to be done about it
    bool is_ours() const;                    // it exists and this Redis controls it
};

struct pod_set {
    std::vector<slot> wanted;  // 0 .. num-1
    std::vector<slot> excess;  // ours, from the highest index down
    int count(pod_state s) const;
    int count_ready() const;  // of those that are wanted
};
// `seen`: every pod that `self` controls, and every other one of a wanted name.
pod_set classify(const redis& self, const pods& seen);

// Why a pod is outdated, for people: "port 6379 -> 6380".
std::string difference_of(const redis& self, const slot& s);

}  // namespace redis
