#include "apiserver/schema/api_error.hpp"

#include "apiserver/go/text.hpp"

#include <boost/json/array.hpp>

#include <stdexcept>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bj::object details_of(std::string_view name, std::string_view group, std::string_view kind) {
    bj::object out;
    if (!name.empty()) out["name"] = name;
    if (!group.empty()) out["group"] = group;
    if (!kind.empty()) out["kind"] = kind;
    return out;
}

api_error about(int code, const char* reason, const group_resource& r, std::string_view name,
                std::string message) {
    return {code, reason, std::move(message), details_of(name, r.group, r.resource)};
}

std::string named(const group_resource& r, std::string_view name) {
    return r.text() + " " + go_text::quoted(name);
}

bj::object cause(std::string_view reason, std::string_view message, std::string_view field) {
    bj::object out;
    if (!reason.empty()) out["reason"] = reason;
    if (!message.empty()) out["message"] = message;
    if (!field.empty()) out["field"] = field;
    return out;
}

}  // namespace

bj::object api_error::to_status() const {
    bj::object out;
    out["kind"] = "Status";
    out["apiVersion"] = "v1";
    bj::object& meta = out["metadata"].emplace_object();
    if (!continue_token.empty()) meta["continue"] = continue_token;
    out["status"] = "Failure";
    if (!message.empty()) out["message"] = message;
    if (!reason.empty()) out["reason"] = reason;
    if (!details.empty() || empty_details) out["details"] = details;
    out["code"] = code;
    return out;
}

void throw_exception_from_error(const api_error& e, const boost::source_location&) {
    throw std::runtime_error(e.message);
}

api_error bad_request(std::string message) {
    return {400, "BadRequest", std::move(message), {}};
}

api_error unauthorized(std::string message) {
    return {401, "Unauthorized", message.empty() ? "not authorized" : std::move(message), {}};
}

api_error forbidden_error(const group_resource& r, std::string_view name, std::string why) {
    std::string what =
        r.resource.empty() ? "forbidden: " : (name.empty() ? r.text() : named(r, name)) + " is forbidden: ";
    return about(403, "Forbidden", r, name, std::move(what) + why);
}

api_error object_not_found(const group_resource& r, std::string_view name) {
    return about(404, "NotFound", r, name, named(r, name) + " not found");
}

api_error path_not_found() {
    api_error out{404, "NotFound", "the server could not find the requested resource", {}};
    out.empty_details = true;
    return out;
}

api_error method_not_allowed(const group_resource& r, std::string_view action) {
    return about(405, "MethodNotAllowed", r, {},
                 std::string(action) + " is not supported on resources of kind " + go_text::quoted(r.text()));
}

api_error not_acceptable(std::string message) {
    return {406, "NotAcceptable", std::move(message), {}};
}

api_error already_exists(const group_resource& r, std::string_view name) {
    return about(409, "AlreadyExists", r, name, named(r, name) + " already exists");
}

api_error generate_name_conflict(const group_resource& r, std::string_view name) {
    auto out = about(
        409, "AlreadyExists", r, name,
        named(r, name) + " already exists, the server was not able to generate a unique name for the object");
    out.details["retryAfterSeconds"] = 1;
    return out;
}

api_error conflict(const group_resource& r, std::string_view name, std::string why) {
    return about(409, "Conflict", r, name, "Operation cannot be fulfilled on " + named(r, name) + ": " + why);
}

api_error apply_conflicts(const std::vector<field_error>& causes, std::string message) {
    api_error out{409, "Conflict", std::move(message), {}};
    bj::array list;
    for (const auto& c : causes) list.push_back(cause("FieldManagerConflict", c.detail, c.path));
    if (!list.empty()) out.details["causes"] = std::move(list);
    return out;
}

api_error expired(std::string message) {
    return {410, "Expired", std::move(message), {}};
}

api_error gone(std::string message) {
    return {410, "Gone", std::move(message), {}};
}

api_error too_large(std::string message) {
    return {413, "RequestEntityTooLarge", "Request entity too large: " + message, {}};
}

api_error unsupported_media_type(std::string message) {
    return {415, "UnsupportedMediaType", std::move(message), {}};
}

api_error invalid_object(const group_kind& k, std::string_view name, const field_errors& errors) {
    api_error out{422, "Invalid", k.text() + " " + go_text::quoted(name) + " is invalid",
                  details_of(name, k.group, k.kind)};
    if (errors.empty()) return out;
    out.message += ": " + joined_messages(errors);
    bj::array causes;
    for (const auto& e : errors) {
        causes.push_back(cause(e.reason(), e.body(), e.path.empty() ? "<nil>" : std::string_view(e.path)));
    }
    out.details["causes"] = std::move(causes);
    return out;
}

api_error plain_error(std::string message) {
    return {500, {}, std::move(message), {}};
}

api_error internal(std::string message) {
    api_error out{500, "InternalError", "Internal error occurred: " + message, {}};
    bj::array causes;
    causes.push_back(cause({}, std::move(message), {}));
    out.details["causes"] = std::move(causes);
    return out;
}

api_error timeout_error(std::string message, int retry_after) {
    api_error out{504, "Timeout", "Timeout: " + message, {}};
    if (retry_after > 0) out.details["retryAfterSeconds"] = retry_after;
    return out;
}

api_error version_too_large(std::uint64_t asked, std::uint64_t current) {
    auto out = timeout_error(
        "Too large resource version: " + std::to_string(asked) + ", current: " + std::to_string(current), 0);
    bj::array causes;
    causes.push_back(cause("ResourceVersionTooLarge", "Too large resource version", {}));
    out.details["causes"] = std::move(causes);
    out.details["retryAfterSeconds"] = 1;
    out.future_revision = asked;
    return out;
}

}}}  // namespace setpoint::v0::apiserver
