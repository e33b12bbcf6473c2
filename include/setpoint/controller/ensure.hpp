#pragma once
// The result of context::ensure(), and its options.
//
//     auto d = co_await ctx.ensure(*self, desired_deployment(*self));
//     if (!d) co_return d.error();  // transient: retried with back-off
//     ctx.conditions(*self, next).set("Degraded", explain(*d));  // foreign or refused: for the user

#include "setpoint/client/client.hpp"
#include "setpoint/controller/problem.hpp"
#include "setpoint/json/compare.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

// Only `foreign` and `refused` need someone to act; they come with child::problem.
enum class ensured : std::uint8_t {
    unchanged,  // it matched, and no call was made; or an apply changed nothing, since admission restores the
                // differences in child::changes
    created,
    updated,
    replacing,  // it is being deleted; a later reconcile creates it
    foreign,    // an object of that name exists and `owner` does not control it; nothing was written
    refused     // the server refuses the write until someone acts: see child::problem
};
// Returns the enumerator's name: "unchanged".
std::string_view to_string(ensured what) noexcept;

// What context::ensure() found or made. Copies share the objects.
template <class T>
struct child {
    ensured what;
    // The object as the server has it. If it does not exist or `owner` does not control it, the desired
    // object, without a UID and a status. Never null.
    snapshot<T> object;
    // unchanged, updated and replacing: the differences from the desired state; empty if only a field was
    // dropped.
    // Values of a setpoint::secret or of a Secret's data are shown as "(secret)".
    std::vector<json::difference> changes{};
    // foreign and refused: the cause, for a condition.
    std::optional<setpoint::problem> problem{};
    // foreign: the object that has the name.
    snapshot<T> in_the_way{};

    // Whether the object exists and belongs to `owner`, also if it is being replaced.
    bool exists() const { return !object->metadata.uid.empty(); }
};

// What ensure() does with an existing child that differs from the desired state.
enum class ensure_mode : std::uint8_t {
    // Changes it. If an immutable field differs (the template of a Job, the clusterIP of a Service, most of
    // the spec of a StatefulSet or PersistentVolumeClaim), the result is `refused`.
    update,
    // Leaves it alone: the child is created if it is missing and never written again. For generated
    // passwords, one-shot Jobs, claims, and objects that users may edit.
    create_once,
    // Changes it; if the server refuses only because of immutable fields (is_refused_as_immutable()), deletes
    // the object and creates it again. See docs/children.md.
    replace_when_immutable
};

struct ensure_options {
    ensure_mode mode = ensure_mode::update;
    // What happens to the dependents of a replaced object. foreground: the Pods of a Job or StatefulSet are
    // gone before its successor is created, so old and new Pods never run side by side; needs the garbage
    // collector. background: the name is free immediately, and the old Pods terminate next to the new Pods.
    // orphan: the Pods stay; a StatefulSet adopts the Pods of its predecessor, a Job does not.
    propagation how = propagation::foreground;
    // Reads and writes the child instead of context::client(). Must outlive the call.
    setpoint::client* through = nullptr;
    // The child stays when its owner is deleted, as a claim with data or a final backup. It gets no owner
    // reference but the annotation "<group of the owner>/kept-for", which also makes it belong to a later
    // owner of that name. It may be in any namespace. Its changes reconcile the owner as those of other
    // children; children() does not find it, and child_named() only in the owner's namespace.
    bool outlives_owner = false;
};

// Returns the first problem among the children, if there is one.
// In the order of the arguments: pass the most important child first.
//     ctx.conditions(*self, next).set("Degraded", explain(deployment, service));
template <class... T>
std::optional<problem> first_problem(const child<T>&... children) {
    return first_problem(children.problem...);
}
// True with the first child's problem, or False with the reason "AsExpected".
template <class... T>
condition_state explain(const child<T>&... children) {
    return explain(first_problem(children.problem...));
}

}}  // namespace setpoint::v0
