#pragma once
// A served resource: one plural of one group and version, with everything the REST layer needs to
// know about it. Built-in resources are made from tables, custom ones from their definitions.

#include "apiserver/resources/conversion_webhook.hpp"
#include "apiserver/resources/lazy.hpp"
#include "apiserver/schema/api_error.hpp"
#include "apiserver/schema/schema.hpp"
#include "setpoint/api/gvk.hpp"
#include "setpoint/api/object_key.hpp"
#include "setpoint/core/clock.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace setpoint::inline v0::apiserver {

class collection;
class json_path;
class schema_rules;

// What a strategy may ask about the rest of the server.
struct strategy_context {
    wall_time now;
    // Reads the current state of another object; null if it does not exist. Not for custom
    // resources.
    std::function<std::shared_ptr<const bj::object>(std::string_view group_resource, const object_key&)> read;
    std::function<std::string(std::size_t)> random_suffix;  // in generateName's alphabet
    std::string subresource;                                // "" for the object itself
    // On create: whether the client sent labels (false: they are defaults).
    bool labels_sent = true;
};

// The code that the real server has for a kind: pure functions over JSON. Each may be null.
struct strategy {
    void (*defaults)(bj::object& object) = nullptr;
    // Why Kubernetes cannot convert the decoded object to its internal type; "" if it can.
    std::string (*conversion_error)(const bj::object& object) = nullptr;
    // prepare_create clears what clients may not set (status) and fills in what the server decides.
    // prepare_update does the same against the old object, and keeps fields that this endpoint does
    // not write.
    void (*prepare_create)(bj::object& object, const strategy_context& c) = nullptr;
    void (*prepare_update)(bj::object& object, const bj::object& old, const strategy_context& c) = nullptr;
    void (*validate)(const bj::object& object, const strategy_context& c, field_errors& errors) = nullptr;
    void (*validate_update)(const bj::object& object, const bj::object& old, const strategy_context& c,
                            field_errors& errors) = nullptr;
    // Creates a response without storing anything (reviews).
    api_result<bj::object> (*answer)(bj::object request, const strategy_context& c) = nullptr;
    // Grace period in seconds for a delete that specifies none; 0: immediately.
    std::int64_t (*grace)(const bj::object& object) = nullptr;
    // metadata.generation counts changes outside metadata and status.
    bool has_generation = true;
    bool generation_from_one = true;      // false: from what the client sent with the create, or from 0
    bool updates_bump_generation = true;  // false: only prepare_update changes it
    // Changes of annotations increment it too, if written to the object itself.
    bool annotations_bump_generation = false;
    // PUT of a missing object creates it (Lease, Event, ...).
    bool create_on_update = false;
    bool unconditional_update = true;  // PUT without resourceVersion is accepted
    bool schemaless_list = false;
};

struct column {
    std::string name, type = "string", format, description;
    std::int32_t priority = 0;
    std::shared_ptr<const json_path> path;  // for custom resources
    // For built-in kinds: prints the cell; `now` is for ages.
    bj::value (*cell)(const bj::object& object, wall_time now) = nullptr;
};

struct scale_paths {
    std::string spec_replicas = ".spec.replicas", status_replicas = ".status.replicas",
                selector = ".status.selector";
};

// Immutable once registered; a change to a definition creates a new one.
struct resource {
    group_version_resource gvr;
    std::string kind, list_kind, singular;
    std::vector<std::string> short_names, categories;
    bool namespaced = true, custom = false;
    // Sorted; of discovery: create delete deletecollection get list patch update watch.
    std::vector<std::string> verbs;
    std::string storage;              // name of the collection: "deployments.apps"
    std::string storage_version;      // "apps/v1": the apiVersion of the stored text
    std::string storage_folder;       // in the paths of the real server's etcd: "deployments"
    bool returns_deleted = false;     // a delete answers with the object
    bool orphans_dependents = false;  // unless the client asks for something else
    // Convert a stored object into this version and back; null if only apiVersion differs.
    void (*from_storage)(bj::object& object) = nullptr;
    void (*to_storage)(bj::object& object) = nullptr;
    // For custom resources: converts between versions; null if only apiVersion differs.
    conversion_webhook_ptr webhook;
    // For custom resources: the versions of the definition that are not served; null if all are.
    // Objects may be stored in them, and managers may have written with them.
    std::shared_ptr<const std::vector<std::shared_ptr<const resource>>> unserved;
    kind_schema type;
    lazy<std::shared_ptr<const schema_rules>> rules;  // null if the schema has none
    std::shared_ptr<const schema_set> owns;           // keeps the nodes of `type` alive
    const strategy* kind_strategy = nullptr;          // never null once registered
    bool has_status = false;
    std::unique_ptr<scale_paths> scale;
    std::vector<std::string> other_subresources;  // "binding", "eviction": see write/subresources
    lazy<std::vector<column>> columns;
    // Field selectors in addition to metadata.name and metadata.namespace.
    std::vector<std::string> selectable;
    // For custom resources: the parsed paths of `selectable`, in the same order; null if client-go
    // cannot parse one.
    std::vector<std::shared_ptr<const json_path>> selectable_paths;
    std::string deprecation_warning;  // sent with each response unless empty
    // Appends warnings about a valid object; `old` is null for a create. May be null.
    void (*warn)(const bj::object& object, const bj::object* old, std::string_view subresource,
                 std::vector<std::string>& to) = nullptr;

    group_resource gr() const { return {gvr.group, gvr.resource}; }
    group_kind gk() const { return {gvr.group, kind}; }
    bool allows(std::string_view verb) const;
    bool has_subresource(std::string_view name) const;
};
using resource_ptr = std::shared_ptr<const resource>;

}  // namespace setpoint::inline v0::apiserver
