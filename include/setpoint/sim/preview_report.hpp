#pragma once
// What an operator would write to a cluster, and what follows from it: the result of `setpoint preview` and
// of sim::preview(). docs/preview.md introduces it.

#include "setpoint/api/object_key.hpp"

#include <boost/json/object.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

// An object that the operator would create, change or delete. Several writes of one object are one change.
struct object_change {
    std::string api_version, kind;
    std::string resource;  // "deployments.apps"
    object_key key;
    // As the API returns it, without managedFields, resourceVersion and generation, and without a status that
    // the operator did not write. Values of Secrets are placeholders. Absent: it did not exist, or is gone.
    std::optional<boost::json::object> before, after;
    std::vector<std::string> writes;  // "apply", "patch status (3 times)"
    std::string propagation;          // of a deletion: "Background", "Foreground" or "Orphan"
    bool is_replaced = false;         // deleted and created again

    // The object is gone, or is gone once its finalizers are.
    bool is_deleted() const;
    std::string name() const;  // "Deployment shop/web"
};

struct consequence {
    // In the order in which a report lists them. Those before `scales_up` stop containers or delete objects.
    enum class kind : std::uint8_t { loses_data, deletes, restarts, stops, scales_up, changes_owner, notice };
    kind what = kind::notice;
    std::string object;    // "Deployment shop/web"
    std::string text;      // "restarts 3 pods of Deployment shop/web (image of webserver: a -> b)"
    std::size_t pods = 0;  // how many pods restart or stop

    bool disrupts() const { return what < kind::scales_up; }
};
// "data-loss", "deletion", "restart", "stop", "scale-up", "ownership", "notice"
std::string name_of(consequence::kind k);

// A write that the API did not accept.
struct refused_write {
    std::string what;  // "apply Deployment shop/web"
    int status = 0;
    std::string message;  // of the server
    std::size_t times = 1;
};

struct preview_report {
    std::vector<object_change> changes;     // sorted by namespace, kind and name
    std::vector<consequence> consequences;  // the worst ones first
    std::vector<refused_write> refused;
    std::vector<std::string> notes;  // what was left out of the snapshot, and the like
    std::string incomplete;          // why the preview does not show everything; "" if it does
    std::size_t objects = 0;         // that were loaded
    std::size_t writes = 0;          // of the operator, without Events and Leases

    // Whether a pod restarts or stops, or an object is deleted.
    bool disrupts() const;
    // The consequences, refused writes and notes, one a line; "" if there are none. For messages of tests.
    std::string text() const;
};

}}}  // namespace setpoint::v0::sim
