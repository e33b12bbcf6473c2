#pragma once
// What is to be done about the pods of a Redis: a pure function of what was observed.

#include "operators/redis/pods.hpp"
#include "setpoint/controller/problem.hpp"
#include "setpoint/core/clock.hpp"

#include <optional>
#include <string>
#include <vector>

namespace redis {

// Keeps a deleted Redis until its pods are gone.
inline constexpr std::string_view finalizer = "myapp.demo.kubebuilder.io/pods";
// Put there by `kubectl delete --cascade=orphan` (metav1.FinalizerOrphanDependents).
inline constexpr std::string_view orphan_finalizer = "orphan";
// A changed name (child_name.hpp) that was taken may be free again, which no watch reports.
inline constexpr setpoint::duration retry_taken = std::chrono::seconds(30);
// A pod that has ended is replaced when it is at least that old: a node that evicts at once makes no hot
// loop.
inline constexpr setpoint::duration least_age = std::chrono::seconds(10);

struct step {
    enum class kind : std::uint8_t { create, repair, adopt, remove } what;
    int index;
    setpoint::snapshot<setpoint::pod> live;  // null for create
    std::string why;
};
// "creating", "repairing", "adopting", "deleting".
std::string_view to_string(step::kind k) noexcept;

struct plan {
    bool hold = false;        // the finalizer must be put on before anything else
    std::vector<step> steps;  // in this order
    bool release = false;     // no pod is left: the finalizer comes off
    std::optional<setpoint::duration> again;
    std::optional<setpoint::problem> why;  // a name is taken
    // It takes something away, or over: not to be done on what a cache says.
    bool must_be_certain() const;
};

// `seen` as for classify().
//   - All pods that are missing are created at once; what is beyond num is removed from the highest index
//   down.
//   - Outdated pods are replaced one at a time, and only while all others are up to date and ready: first
//   those that are not ready anyway, then from the highest index down.
//   - A deleted Redis loses its pods, then the finalizer; with the finalizer `orphan` it keeps them.
plan make_plan(const redis& self, const pods& seen, setpoint::wall_time now);

}  // namespace redis
