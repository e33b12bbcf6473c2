#pragma once
// References to objects, as status fields and events have them.

#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/gvk.hpp"
#include "setpoint/api/meta.hpp"

namespace setpoint { inline namespace v0 {

// Returns a reference with the kind, the name and the UID, and without a resourceVersion.
// For references in a status or an event, where the UID tells which object of that name was meant. The
// namespace is "" for cluster-scoped objects. Copies share the texts.
//     event.involved_object = make_reference(kind_of<site>().gvk, site.metadata);
// No resourceVersion, because it would change the reference, and so the status that contains it, with
// every write of the object.
inline core_v1::object_reference make_reference(const group_version_kind& kind, const basic_meta& to) {
    core_v1::object_reference r;
    r.api_version = kind.api_version();
    r.kind = kind.kind;
    r.ns = to.ns;
    r.name = to.name;
    r.uid = to.uid;
    return r;
}

}}  // namespace setpoint::v0
