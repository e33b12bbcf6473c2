#pragma once
// Plans the garbage collection of one object. A pure function.

#include "apiserver/controllers/garbage/object_graph.hpp"
#include "setpoint/client/client.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// The state of one owner of an object.
enum class owner_state : std::uint8_t {
    solid,     // it exists
    dangling,  // it does not exist (any more)
    waiting,   // it is being deleted and waits for its dependents
    unknown,   // its kind is not served (yet)
    misplaced  // a namespaced owner of a cluster-scoped object: not a reason to delete
};

// `found`: the object that the reference names, if it exists.
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
        retry,               // later: an owner's kind is unknown
        drop_owners,         // remove `owners` from its owner references
        remove,              // delete it, with policy `how`
        unblock_and_remove,  // first make its references non-blocking, to break a cycle
        process_dependents,  // process each dependent
        // Remove it from the owner references of all dependents, then the finalizer.
        orphan_dependents,
        release  // remove the finalizer foregroundDeletion
    } what = action::none;
    std::vector<std::string> owners;  // UIDs
    propagation how = propagation::background;
};
// `owners`: the states of meta.owner_references, in the same order.
garbage_plan plan_garbage(const object_meta& meta, const std::vector<owner_state>& owners,
                          const std::vector<dependent_state>& dependents);

// The message about an owner in another namespace. `ns`: of the dependent, "" if cluster-scoped.
std::string wrong_namespace_text(const owner_reference& reference, std::string_view ns);

// Merge patches that change metadata only while the object is at this version.
boost::json::object without_owners(const object_meta& meta, const std::vector<std::string>& uids);
boost::json::object without_blocking(const object_meta& meta);
boost::json::object without_finalizer(const object_meta& meta, std::string_view name);

}}}  // namespace setpoint::v0::apiserver
