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

namespace setpoint::inline v0 {

// The request is allowed unless an error is added. All errors are reported together; kubectl prints
// those of fields as it prints the API server's own:
//
//     void check(const cron_job& job, verdict& v) {
//         if (!parse(job.spec.schedule))
//             v.invalid("spec.schedule", job.spec.schedule, "must have five fields");
//     }
class verdict {
public:
    // Paths are those of the JSON object: "spec.containers[0].image". See field_path.
    void invalid(std::string path, const boost::json::value& value, std::string why);
    template <std::convertible_to<std::string_view> S>
    void invalid(std::string path, const S& value, std::string why) {
        invalid(std::move(path), boost::json::value(std::string_view(value)), std::move(why));
    }
    void invalid(std::string path, const quantity& value, std::string why) {
        invalid(std::move(path), value.view(), std::move(why));
    }
    void required(std::string path, std::string why = {});
    // The value may not be set, or may not be changed.
    void forbidden(std::string path, std::string why);
    void duplicate(std::string path, std::string_view value);
    void not_supported(std::string path, std::string_view value, const std::vector<std::string>& supported);
    void too_long(std::string path, std::size_t most_bytes);
    // A reason that is not about one field. `http_status`: 4xx; the client sees errc of that status.
    void deny(std::string why, int http_status = 403);
    // Shown to the client whether or not the request is allowed. At most 256 bytes are sent.
    void warn(std::string text);
    // Added to the audit log as "<name of the webhook>/<key>".
    void audit(std::string key, std::string value);

    bool allowed() const { return fields_.empty() && !denied_; }
    const field_errors& fields() const { return fields_; }
    const std::vector<std::string>& warnings() const { return warnings_; }

    // The response without the UID. `kind` and `name` are those of the object, for the message.
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

}  // namespace setpoint::inline v0
