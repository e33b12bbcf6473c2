#pragma once
// kubectl's last-applied annotation of client-side apply, in server-side apply.

#include "apiserver/patch/updater.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

// Fields set by client-side apply and unchanged since. kubectl's server-side apply has no conflicts
// over them. Empty if there is no annotation or it is of another version.
field_set last_applied_fields(const bj::object& live, const std::string& api_version, const field_type& t);
// After a server-side apply by kubectl, updates an existing annotation to the applied
// configuration, or removes it if that is too large.
void sync_last_applied(bj::object& object, const bj::object& config);

}}}  // namespace setpoint::v0::apiserver::patching
