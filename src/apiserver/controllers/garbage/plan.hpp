#pragma once
// What the garbage collector does with one object: a pure function of what it found.

#include "apiserver/controllers/garbage/object_graph.hpp"
#include "setpoint/client/client.hpp"

namespace setpoint::apiserver {

// What became of one owner of an object.
enum class owner_state : std::uint8_t {
    solid,     // it is there
    dangling,  // it is not there (any more)
    waiting,   // it is being deleted once its dependents are gone
    unknown,   // no such kind is served (yet)
    misplaced  // a namespaced owner of a cluster-scoped object: never deleted for it
};

// `found`: the object that the reference names, if there is one.
owner_state classify(const owner_reference& reference, const std::optional<graph_resource>& kind,
                     const std::optional<graph_object>& found, bool dependent_is_namespaced);

// An object that names this one as an owner.
struct dependent_state {
    bool blocks = false;              // blockOwnerDeletion
    bool deletes_dependents = false;  // it is itself being deleted in the foreground
};

struct garbage_plan {
    enum class action : std::uint8_t {
        none,
        retry,               // later: an owner's kind is not known
        drop_owners,         // take `owners` off its owner references
        remove,              // delete it, `how`
        unblock_and_remove,  // first make its references not block, for a circle
        look_at_dependents,  // each of them must be looked at
        orphan_dependents,   // take it off all dependents, then the finalizer
        release              // take off the finalizer foregroundDeletion
    } what = action::none;
    std::vector<std::string> owners;  // UIDs
    propagation how = propagation::background;
};
// `owners`: the states of meta.owner_references, in order.
garbage_plan plan_garbage(const object_meta& meta, const std::vector<owner_state>& owners,
                          const std::vector<dependent_state>& dependents);

// What is said of an owner that is in another namespace. `ns`: of the dependent, "" when it has none.
std::string wrong_namespace_text(const owner_reference& reference, std::string_view ns);

// The merge patches that change metadata only as long as the object is at this version.
boost::json::object without_owners(const object_meta& meta, const std::vector<std::string>& uids);
boost::json::object without_blocking(const object_meta& meta);
boost::json::object without_finalizer(const object_meta& meta, std::string_view name);

}  // namespace setpoint::apiserver
