#pragma once
// A served resource: one plural of one group and version, with everything the server needs to
// know about it. Built-in resources are made from tables, custom ones from their definitions.

#include "apiserver/resources/conversion_webhook.hpp"
#include "apiserver/resources/kind_code.hpp"
#include "apiserver/resources/lazy.hpp"
#include "apiserver/schema/schema.hpp"
#include "setpoint/api/gvk.hpp"

#include <boost/json/object.hpp>

#include <memory>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

class collection;
class json_path;
class schema_rules;

struct column {
    std::string name, type = "string", format, description;
    std::int32_t priority = 0;
    std::shared_ptr<const json_path> path;  // for custom resources
    cell_function cell = nullptr;           // for built-in kinds
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
    // For custom resources: converts between versions; null if only apiVersion differs.
    conversion_webhook_ptr webhook;
    // For custom resources: the versions of the definition that are not served; null if all are.
    // Objects may be stored in them, and managers may have written with them.
    std::shared_ptr<const std::vector<std::shared_ptr<const resource>>> unserved;
    kind_schema type;
    lazy<std::shared_ptr<const schema_rules>> rules;  // null if the schema has none
    std::shared_ptr<const schema_set> owns;           // keeps the nodes of `type` alive
    const kind_code* code = nullptr;                  // never null once registered
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

    group_resource gr() const { return {gvr.group, gvr.resource}; }
    group_kind gk() const { return {gvr.group, kind}; }
    bool allows(std::string_view verb) const;
    bool has_subresource(std::string_view name) const;
};
using resource_ptr = std::shared_ptr<const resource>;

}}}  // namespace setpoint::v0::apiserver
