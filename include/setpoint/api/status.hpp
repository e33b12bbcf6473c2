#pragma once
// metav1.Status: the outcome of a call that failed, and why an admission webhook rejects a request.
// https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/

#include "setpoint/json/describe.hpp"

#include <cstdint>
#include <optional>
#include <string>
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
    std::optional<std::int32_t> retry_after_seconds;

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
                      field(&self::reason, "reason", ""), field(&self::code, "code", "", omitzero),
                      field(&self::details, "details", ""));
    }
};

}  // namespace setpoint
