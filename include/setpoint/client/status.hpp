#pragma once
// metav1.Status: how the API server reports failures in responses and in ERROR events of a watch.
// https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/

#include "setpoint/core/error.hpp"
#include "setpoint/json/describe.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint {

struct status_cause {
    std::string reason, message, field_path;

    static constexpr auto describe() {
        using namespace schema;
        using self = status_cause;
        return object("One cause of a failure.", field(&self::reason, "reason", ""),
                      field(&self::message, "message", ""), field(&self::field_path, "field", ""));
    }
};

struct status_details {
    std::string name, group, kind, uid;
    std::vector<status_cause> causes;
    std::int32_t retry_after_seconds = 0;

    static constexpr auto describe() {
        using namespace schema;
        using self = status_details;
        return object("What a failure was about.", field(&self::name, "name", ""),
                      field(&self::group, "group", ""), field(&self::kind, "kind", ""),
                      field(&self::uid, "uid", ""), field(&self::causes, "causes", ""),
                      field(&self::retry_after_seconds, "retryAfterSeconds", ""));
    }
};

struct api_status {
    std::string kind, status, message, reason;
    std::int32_t code = 0;
    status_details details;

    static constexpr auto describe() {
        using namespace schema;
        using self = api_status;
        return object("The outcome of a call.", field(&self::kind, "kind", ""),
                      field(&self::status, "status", ""), field(&self::message, "message", ""),
                      field(&self::reason, "reason", ""), field(&self::code, "code", ""),
                      field(&self::details, "details", ""));
    }
};

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

}  // namespace setpoint
