#pragma once
// A child object as context::ensure() left it.

#include "setpoint/client/client.hpp"
#include "setpoint/controller/problem.hpp"
#include "setpoint/json/compare.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace setpoint {

enum class ensured : std::uint8_t {
    unchanged,  // it was as desired; no call was made
    created,
    updated,
    replacing,  // it is being deleted; the reconcile after that creates it
    foreign,    // an object of that name exists and `owner` does not control it; nothing was written
    refused     // the server refused the write, and will until somebody acts: child::problem
};
// "unchanged", "created", "updated", "replacing", "foreign", "refused".
std::string_view to_string(ensured what) noexcept;

template <class T>
struct child {
    ensured what;
    // As the server has it. When it does not exist, or is another's, as desired: without a UID and a status.
    // Never null.
    snapshot<T> object;
    // updated and replacing: what was not as desired; empty when only a field was dropped. Values of a
    // setpoint::secret or of a Secret's data are "(secret)"; those of other fields are shown.
    std::vector<json::difference> changes{};
    // foreign and refused: why, for a condition.
    std::optional<setpoint::problem> problem{};
    // foreign: the object that has the name.
    snapshot<T> in_the_way{};

    bool exists() const { return !object->metadata.uid.empty(); }
};

// What happens to an object of ours that exists and is not as desired.
enum class ensure_mode : std::uint8_t {
    // It is changed. Fields that the server lets nobody change (the template of a Job, the clusterIP of a
    // Service, most of the spec of a StatefulSet or PersistentVolumeClaim) make it `refused`.
    update,
    // It is left alone: created when it is missing and never written again. For generated passwords, one-shot
    // Jobs, claims, and what users may edit.
    create_once,
    // It is changed; if the server refuses that for immutable fields alone (is_refused_as_immutable), the
    // object is deleted and created again. See context::ensure().
    replace_when_immutable
};

struct ensure_options {
    ensure_mode mode = ensure_mode::update;
    // What happens to the dependents of an object that is replaced. foreground: the Pods of a Job or
    // StatefulSet are gone before its successor is created, so old and new ones never run side by side; needs
    // the garbage collector. background: the name is free at once, and the old Pods end beside the new ones.
    // orphan: they stay; a StatefulSet adopts the Pods of its predecessor, a Job does not.
    propagation how = propagation::foreground;
    // Reads and writes the child instead of context::client(). Outlives the call.
    setpoint::client* through = nullptr;
};

// The first problem among children.
template <class... T>
std::optional<problem> first_problem(const child<T>&... children) {
    return first_problem(children.problem...);
}
template <class... T>
condition_state explain(const child<T>&... children) {
    return explain(first_problem(children.problem...));
}

}  // namespace setpoint
