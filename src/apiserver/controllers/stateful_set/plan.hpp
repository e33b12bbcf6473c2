#pragma once
// Plans the next step of a StatefulSet: a pure function of the set, its two revisions, pods and claims
// (kubernetes' pkg/controller/statefulset/stateful_set_control.go).

#include "apiserver/controllers/stateful_set/claims.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

// The revision that pods have, and the one that they get. Equal unless an update is going on.
struct set_revisions {
    std::string current, update;  // names
    std::int32_t collisions = 0;
};

struct set_seen {
    set_revisions revisions;
    std::vector<pod_ptr> pods;  // its own
    claims_by_name claims;
};

struct set_step {
    enum class kind : std::uint8_t {
        create,           // the pod and its claims
        remove,           // the pod
        complete_claims,  // of a pending pod: those that are missing, and their owners
        restore,          // identity, storage and owners of claims
        keep_claims       // owners of the claims
    };
    kind what = kind::create;
    std::int32_t ordinal = 0;
    pod_ptr pod;           // null: create
    std::string revision;  // create: its name
};

// Steps that may run in parallel; an error ends the plan after its phase.
using set_phase = std::vector<set_step>;

struct set_plan {
    std::vector<set_phase> phases;
    // Of the pods as they are before the plan, except for those that an update deletes.
    partial_stateful_set_status status;
};
set_plan plan_stateful_set(const partial_stateful_set& set, const set_seen& seen, wall_time now);

// When a pod becomes available because minReadySeconds have passed; empty: none waits.
std::optional<duration> next_available_member(const partial_stateful_set& set,
                                              const std::vector<pod_ptr>& pods,
                                              const partial_stateful_set_status& status, wall_time now);

}}}  // namespace setpoint::v0::apiserver
