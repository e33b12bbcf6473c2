#pragma once
// What a validator finds: errors of fields, other reasons to reject the request, and warnings.

#include "setpoint/api/admission_v1.hpp"
#include "setpoint/api/field_error.hpp"
#include "setpoint/api/gvk.hpp"
#include "setpoint/api/quantity.hpp"

#include <boost/json/value.hpp>

#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

// The request is allowed unless an error is added. All errors are reported together; kubectl prints
// those of fields as it prints the API server's own:
//
//     void check(const cron_job& job, verdict& v) {
//         if (!parse(job.spec.schedule))
//             v.invalid("spec.schedule", job.spec.schedule, "must have five fields");
//     }
// Not thread-safe, and only valid during the call of the validator: a coroutine may add to it after a
// suspension, but must not keep a reference beyond its end. Errors are reported in the order in which they
// were added; the message contains duplicates once. Values in messages are cut to 1024 bytes, since a
// value may be a whole pod template. Never pass a secret as a value: the message goes to the user, the
// server's log and the audit log.
class verdict {
public:
    // Paths are those of the JSON object: "spec.containers[0].image". See field_path.
    // Code 422, cause FieldValueInvalid: `spec.size: Invalid value: -1: must be positive`. Strings are
    // shown in quotes, everything else as JSON.
    void invalid(std::string path, const boost::json::value& value, std::string why);
    template <std::convertible_to<std::string_view> S>
    void invalid(std::string path, const S& value, std::string why) {
        invalid(std::move(path), boost::json::value(std::string_view(value)), std::move(why));
    }
    // Shows the text of the quantity, as it was written.
    void invalid(std::string path, const quantity& value, std::string why) {
        invalid(std::move(path), value.view(), std::move(why));
    }
    // Cause FieldValueRequired: `spec.image: Required value`. For a value that this object needs because
    // of another field; `required` in the description handles all other cases before the webhook is
    // called.
    void required(std::string path, std::string why = {});
    // The value may not be set, or may not be changed.
    // Cause FieldValueForbidden. The value is not shown.
    void forbidden(std::string path, std::string why);
    // Cause FieldValueDuplicate. The path is that of the later entry: "spec.ports[1].name".
    void duplicate(std::string path, std::string_view value);
    // Cause FieldValueNotSupported; lists all of `supported`, in the given order.
    void not_supported(std::string path, std::string_view value, const std::vector<std::string>& supported);
    // Cause FieldValueTooLong: "may not be more than 63 bytes", as the API server words it. The value is
    // not shown.
    void too_long(std::string path, std::size_t most_bytes);
    // A reason that is not about one field. `http_status`: 4xx; the client sees errc of that status.
    // Only the first denial is kept, and its status then is that of the response, also if errors of fields
    // follow; these are appended to its message. Precondition: 400 <= http_status <= 499. 409 tells
    // clients to read and retry, 429 to wait.
    void deny(std::string why, int http_status = 403);
    // Shown to the client whether or not the request is allowed. At most 256 bytes are sent.
    // kubectl prints it as "Warning: ...". Cut to 256 bytes each, to which the API server may shorten
    // warnings (apiserver, pkg/endpoints/filters/warning.go). Use it for deprecated or ineffective
    // settings.
    void warn(std::string text);
    // Added to the audit log as "<name of the webhook>/<key>".
    // A second value for the same key replaces the first. `key` is a qualified name without the prefix;
    // the API server refuses the annotation otherwise, and logs that.
    void audit(std::string key, std::string value);

    // Warnings and audit annotations do not matter here.
    bool allowed() const { return fields_.empty() && !denied_; }
    // The accessors are for tests of validators. Valid until the verdict changes or is destroyed.
    const field_errors& fields() const { return fields_; }
    const std::vector<std::string>& warnings() const { return warnings_; }

    // The response without the UID. `kind` and `name` are those of the object, for the message.
    // Code, reason, message and causes are those that the API server would return itself: 422 Invalid with
    // "Site.example.com \"a\" is invalid: ..." for errors of fields; for a denial its text, and the reason
    // of its code.
    admission_response response(const group_version_kind& kind, std::string_view name) const;

private:
    struct denial {
        std::string message;
        int http_status;
    };
    field_errors fields_;
    std::optional<denial> denied_;
    std::vector<std::string> warnings_;
    std::map<std::string, std::string> audit_;
};

}}  // namespace setpoint::v0
