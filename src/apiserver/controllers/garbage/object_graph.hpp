#pragma once
// What garbage collection, namespace deletion and storage migration need to know about objects of all kinds.
// The holder of the objects implements it; only an index of owners is copied.

#include "setpoint/api/gvk.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/object_key.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// A resource, in the version to use in requests.
struct graph_resource {
    std::string collection;  // "deployments.apps": the same for all versions of a kind
    group_version_resource gvr;
    std::string kind;
    bool namespaced = true;
    bool deletable = true;   // it has the verbs list and delete
    bool migratable = true;  // it has the verbs list, patch and update
    friend bool operator==(const graph_resource&, const graph_resource&) = default;
};

// The current state of an object.
struct graph_object {
    object_meta meta;                   // names, owner references, finalizers, deletion timestamp
    std::optional<std::int64_t> grace;  // pods: spec.terminationGracePeriodSeconds
    std::string phase;                  // pods: status.phase
};

// A change of an object.
struct graph_event {
    std::string_view collection;
    const object_key& key;
    std::string_view uid;
    const std::vector<std::string>& owners;  // UIDs of its owner references
    bool gone = false;                       // it was removed
    // It is being deleted and has the finalizer foregroundDeletion or orphan: its dependents are
    // processed first.
    bool waiting = false;
};

class object_graph {
public:
    virtual ~object_graph() = default;
    // All served resources, one for each collection, sorted by group and name.
    virtual std::vector<graph_resource> resources() const = 0;
    virtual std::optional<graph_resource> find_collection(std::string_view collection) const = 0;
    // By its plural, in the preferred version; also one whose objects cannot be listed.
    virtual std::optional<graph_resource> find_resource(std::string_view group,
                                                        std::string_view plural) const = 0;
    // For an owner reference; empty if no such kind is served in that version.
    virtual std::optional<graph_resource> find_kind(std::string_view api_version,
                                                    std::string_view kind) const = 0;
    virtual std::optional<graph_object> get(const graph_resource& r, const object_key& key) const = 0;
    // The namespaces of the objects with these UIDs, "" if cluster-scoped, by UID; without those that
    // do not exist. Scans everything once: not for frequent use.
    virtual std::map<std::string, std::string> namespaces_of(const std::set<std::string>& uids) const = 0;
    // The objects in a namespace, in order.
    virtual std::vector<object_key> keys(const graph_resource& r, std::string_view ns) const = 0;
    // Calls `listener` for every existing object (as if it were new), then after each change. The
    // listener must not suspend or write. Replaces an earlier listener; an empty one unsubscribes.
    virtual void subscribe(std::function<void(const graph_event&)> listener) = 0;
};

}}}  // namespace setpoint::v0::apiserver
