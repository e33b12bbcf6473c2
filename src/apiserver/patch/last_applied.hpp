#pragma once
// kubectl's annotation of client-side apply, where it meets server-side apply.

#include "apiserver/patch/updater.hpp"

namespace setpoint::apiserver::patching {

// Conflicts over these are no conflicts for kubectl: client-side apply set them, and they still are as it
// did. Empty when there is no such annotation, or it is of another version.
field_set last_applied_fields(const bj::object& live, const std::string& api_version, const field_type& t);
// After an apply by kubectl: where the annotation is, it becomes what was applied; it goes when that is too
// large.
void sync_last_applied(bj::object& object, const bj::object& config);

}  // namespace setpoint::apiserver::patching
