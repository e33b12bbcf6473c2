#pragma once
// Interprets a rejected write: a short text, and whether re-creating the object would help.

#include "setpoint/core/error.hpp"

#include <cstddef>
#include <string>

namespace setpoint { inline namespace v0 {

// Returns the server's text within `limit` bytes, for conditions and events. For an invalid object
// (422) that is the first field with its reason ("spec.template: Invalid value: ...: field is
// immutable"), then as many other causes as fit, and "; and 2 more". Otherwise it is the beginning
// of the server's text or, without one, of the message.
std::string brief(const error& e, std::size_t limit = 256);

// Whether the server rejected a creation (404) because the object's namespace does not exist.
// A namespace that is being deleted still exists: creations in it are refused with errc::forbidden.
bool is_missing_namespace(const error& refused);

// Whether the server rejected a write (422) only because of fields that are immutable, or have
// become so: a newly created object may have them. True for kube-apiserver's messages about its own
// kinds ("field is immutable", "updates to statefulset spec for fields other than ... are
// forbidden", "may not change once set", ...) and for rules of custom resources that are `self ==
// oldSelf` without a message or whose message contains "is immutable". False if there is any other
// cause, if the server gives no causes, and if it gives more than an error can hold.
bool is_refused_as_immutable(const error& refused);

}}  // namespace setpoint::v0
