#pragma once
// What a refused write says: in short, and whether an object that is made from scratch would do.

#include "setpoint/core/error.hpp"

#include <cstddef>
#include <string>

namespace setpoint {

// For conditions and events: what the server said within `limit` bytes. Of an object that is invalid (422)
// that is the first field and why it was refused ("spec.template: Invalid value: ...: field is immutable"),
// then the other causes as far as they fit, and "; and 2 more". Otherwise it is the beginning of the server's
// text and, without that, of the message.
std::string brief(const error& e, std::size_t limit = 256);

// Whether the server refused a write (422) for nothing but fields that cannot be changed, or not any more: an
// object that is made from scratch may have them. True for what kube-apiserver says about its own kinds
// ("field is immutable", "updates to statefulset spec for fields other than ... are forbidden", "may not
// change once set", ...) and for rules of custom resources whose message says "is immutable", or that are
// `self == oldSelf` without a message. False as soon as one other cause is among them, when the server names
// no causes, and when it names more than an error holds.
bool is_refused_as_immutable(const error& refused);

}  // namespace setpoint
