#pragma once
// The steps that bring the pods of a Redis to the desired state, as a pure function of the observed
// state.

#include "operators/redis/pods.hpp"
#include "setpoint/controller/problem.hpp"
#include "setpoint/core/clock.hpp"

#include <optional>
#include <string>
#include <vector>

namespace redis {

// Keeps a deleted Redis until its pods are gone.
inline constexpr std::string_view finalizer = "myapp.demo.kubebuilder.io/pods";
// Set by `kubectl delete --cascade=orphan` (metav1.FinalizerOrphanDependents).
inline constexpr std::string_view orphan_finalizer = "orphan";
// No watch reports that a derived name (child_name.hpp) is free again.
inline constexpr setpoint::duration retry_taken = std::chrono::seconds(30);
// An ended or outdated pod is replaced when it is at least this old, so that a node that evicts at once, or
// admission that changes pods and drops annotations, causes no hot loop.
inline constexpr setpoint::duration least_age = std::chrono::seconds(10);

struct step {
    enum class kind : std::uint8_t { create, repair, adopt, remove } what;
    int index;
    setpoint::snapshot<setpoint::kinds::pod> live;  // null for create
    std::string why;
};
// "creating", "repairing", "adopting", "deleting".
std::string_view to_string(step::kind k) noexcept;

struct plan {
    bool hold = false;        // add the finalizer before the steps
    std::vector<step> steps;  // in this order
    bool release = false;     // no pod is left: remove the finalizer
    std::optional<setpoint::duration> again;
    std::optional<setpoint::problem> why;  // a name is taken
    // True if a step deletes or adopts a pod: plan again from the server's state before executing it.
    bool must_be_certain() const;
};

// `seen` as for classify().
//   - All missing pods are created at once; excess pods are deleted from the highest index down.
//   - Outdated pods are replaced one at a time, and only while all others are ready: first those that are not
//   ready anyway, then from the highest index down.
//   - The pods of a deleted Redis are deleted, then the finalizer is removed; with the finalizer `orphan` the
//   pods stay.
plan make_plan(const redis& self, const pods& seen, setpoint::wall_time now);

}  // namespace redis
