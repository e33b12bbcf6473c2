#pragma once
// Errors from a Status: how the API server reports failures in responses and in ERROR events of a
// watch.

#include "setpoint/api/status.hpp"
#include "setpoint/core/error.hpp"

#include <string_view>

namespace setpoint { inline namespace v0 {

// Parses the body of an error response. If it is not a Status, returns one with an empty reason and
// the beginning of the body as its message. Never fails.
api_status parse_status(std::string_view body);

// Returns the error for a failure. `http_status` 0: use s.code (watch events). `what` is the call,
// e.g. "get pods default/web". Where an HTTP status has several meanings, the reason and the causes
// decide: 409 is AlreadyExists or Conflict; 422 about metadata.uid is a conflict (a UID
// precondition); ResourceVersionTooLarge is version_too_large. A 404 that does not concern an
// object (no Status: no such resource or path) is errc::unsupported, so that a missing CRD never
// looks like a deleted object. server_text is the Status' message. For an invalid object (422) it
// has one line per field: "field: Invalid value: ...: why", with "..." for long values (a Pod
// template, for example, would hide the reason) and a last line "and more" if there are too many.
// brief() and is_refused_as_immutable() parse it (refusal.hpp).
error to_error(const api_status& s, int http_status, std::string_view what);

}}  // namespace setpoint::v0
