#pragma once
// metav1.Status: the outcome of a call that failed, and why an admission webhook rejects a request.
// https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/

#include "setpoint/json/describe.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// One field_error after it was sent: `reason` is "FieldValueInvalid", `field_path` the JSON path, in the
// field `field`.
struct status_cause {
    // `message` is field_error::body(), without the path.
    std::string reason, message, field_path;

    // Templates, so that a source that includes this header compiles the descriptions only if it needs
    // them.
    template <class Self = status_cause>
    static constexpr auto describe() {
        using namespace schema;
        return object("One cause of a failure.", field(&Self::reason, "reason", ""),
                      field(&Self::message, "message", ""), field(&Self::field_path, "field", ""));
    }
};

// `kind` may be the resource's plural, depending on where the failure arose. `name` is that of the object,
// if there is one.
struct status_details {
    // About the object of the request; unset parts are "".
    std::string name, group, kind, uid;
    std::vector<status_cause> causes;
    // For 429 and 503; clients also get it as the header Retry-After. Clients of setpoint turn it into
    // error::retry_after.
    std::optional<std::int32_t> retry_after_seconds;

    template <class Self = status_details>
    static constexpr auto describe() {
        using namespace schema;
        return object("What a failure was about.", field(&Self::name, "name", ""),
                      field(&Self::group, "group", ""), field(&Self::kind, "kind", ""),
                      field(&Self::uid, "uid", ""), field(&Self::causes, "causes", ""),
                      field(&Self::retry_after_seconds, "retryAfterSeconds", ""));
    }
};

// Decoded from every response with a code from 400 on, and from events of type ERROR in a watch. `status`
// is "Failure" or "Success"; `kind` is "Status" in responses and unset in admission responses. Programs
// decide by `reason` and `code`, never by the message, which is for people and may contain user input.
// error has the result: errc for reason and code, server_text for the message.
//
// A response of kube-apiserver, for a rejected object:
//     {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","reason":"Invalid","code":422,
//      "message":"Site.example.com \"a\" is invalid: spec.size: Required value",
//      "details":{"name":"a","group":"example.com","kind":"Site",
//        "causes":[{"reason":"FieldValueRequired","message":"Required value","field":"spec.size"}]}}
struct api_status {
    std::string kind, status, message, reason;
    // The HTTP status; 0, which is not sent, leaves the decision to the receiver.
    std::int32_t code = 0;
    status_details details;

    template <class Self = api_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("The outcome of a call.", field(&Self::kind, "kind", ""),
                      field(&Self::status, "status", ""), field(&Self::message, "message", ""),
                      field(&Self::reason, "reason", ""), field(&Self::code, "code", "", omitzero),
                      field(&Self::details, "details", ""));
    }
};

}}  // namespace setpoint::v0
