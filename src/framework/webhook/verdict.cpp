#include "setpoint/webhook/verdict.hpp"

#include "setpoint/core/shortened.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

// kube-apiserver cuts warnings at 256 bytes of all that it sends for one request.
constexpr std::size_t max_warning = 256;
// Values can be whole Pod templates.
constexpr std::size_t max_value = 1024;

std::string in_quotes(std::string_view s) {
    std::string text;
    json::quote(shortened(s, max_value), text);
    return text;
}

std::string printed(const boost::json::value& value) {
    if (value.is_string()) return in_quotes(value.get_string());
    return shortened(boost::json::serialize(value), max_value);
}

// metav1.StatusReason of a status code, as apimachinery's constructors pair them.
std::string_view reason_of(int http_status) {
    switch (http_status) {
        case 400:
            return "BadRequest";
        case 401:
            return "Unauthorized";
        case 403:
            return "Forbidden";
        case 404:
            return "NotFound";
        case 409:
            return "Conflict";
        case 422:
            return "Invalid";
        case 429:
            return "TooManyRequests";
        default:
            return "";
    }
}

}  // namespace

void verdict::invalid(std::string path, const boost::json::value& value, std::string why) {
    fields_.push_back({field_error::kind::invalid, std::move(path), printed(value), std::move(why)});
}

void verdict::required(std::string path, std::string why) {
    fields_.push_back({field_error::kind::required, std::move(path), {}, std::move(why)});
}

void verdict::forbidden(std::string path, std::string why) {
    fields_.push_back({field_error::kind::forbidden, std::move(path), {}, std::move(why)});
}

void verdict::duplicate(std::string path, std::string_view value) {
    fields_.push_back({field_error::kind::duplicate, std::move(path), in_quotes(value), {}});
}

void verdict::not_supported(std::string path, std::string_view value,
                            const std::vector<std::string>& supported) {
    std::string detail;
    for (const std::string& s : supported)
        detail += (detail.empty() ? "supported values: " : ", ") + in_quotes(s);
    fields_.push_back(
        {field_error::kind::not_supported, std::move(path), in_quotes(value), std::move(detail)});
}

void verdict::too_long(std::string path, std::size_t most_bytes) {
    fields_.push_back(
        {field_error::kind::too_long,
         std::move(path),
         {},
         fmt::format("may not be more than {} {}", most_bytes, most_bytes == 1 ? "byte" : "bytes")});
}

void verdict::deny(std::string why, int http_status) {
    if (!denied_) denied_ = {std::move(why), http_status};
}

void verdict::warn(std::string text) {
    warnings_.push_back(shortened(text, max_warning));
}

void verdict::audit(std::string key, std::string value) {
    audit_.insert_or_assign(std::move(key), std::move(value));
}

admission_response verdict::response(const group_version_kind& kind, std::string_view name) const {
    constexpr int invalid_status = 422;
    admission_response r;
    r.allowed = allowed();
    r.warnings = warnings_;
    r.audit_annotations = audit_;
    if (r.allowed) return r;
    api_status& s = r.status.emplace();
    s.status = "Failure";
    if (denied_) {
        s.code = denied_->http_status;
        s.reason = reason_of(s.code);
        s.message = denied_->message;
        if (!fields_.empty()) s.message += "; " + joined_messages(fields_);
    } else {
        const std::string group_kind = kind.group.empty() ? kind.kind : kind.kind + "." + kind.group;
        s.code = invalid_status;
        s.reason = "Invalid";
        s.message =
            fmt::format("{} {} is invalid: {}", group_kind, in_quotes(name), joined_messages(fields_));
    }
    s.details.name = name;
    s.details.group = kind.group;
    s.details.kind = kind.kind;
    for (const field_error& e : fields_)
        s.details.causes.push_back({std::string(e.reason()), e.body(), e.path.empty() ? "<nil>" : e.path});
    return r;
}

}}  // namespace setpoint::v0
