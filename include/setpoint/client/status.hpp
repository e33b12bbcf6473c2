#pragma once
// metav1.Status: how the API server says what went wrong, in answers and in ERROR events of a watch.
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

// The body of an error answer; a body that is no Status gives one with an empty reason and the beginning of
// the body as its message. Never fails.
api_status parse_status(std::string_view body);

// The error that a failure is. `http_status` 0: s.code counts (watch events). `what`: "get pods default/web".
// Where one HTTP status has several meanings the reason and the causes decide: 409 AlreadyExists or Conflict;
// 422 about metadata.uid is a conflict (a UID precondition); ResourceVersionTooLarge is version_too_large. A
// 404 that is not about an object (no Status: no such resource or path) is errc::unsupported, so that a
// missing CRD never reads as a deleted object.
// server_text is the Status' message. Of an object that is invalid (422) it is one line for each field:
// "field: Invalid value: ...: why", with "..." for long values (a Pod template in one message after the other
// says nothing), the last one "and more" when there are too many. brief() and is_refused_as_immutable() read
// it (refusal.hpp).
error to_error(const api_status& s, int http_status, std::string_view what);

}  // namespace setpoint
