#pragma once
// Errors of the API: a Status with the reasons, codes and messages of kube-apiserver. The functions
// correspond to the constructors of apimachinery's api/errors and util/validation/field packages.

#include "setpoint/api/field_error.hpp"

#include <boost/json/object.hpp>
#include <boost/system/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;
using field_path::child;
using field_path::indexed;
using field_path::keyed;
using setpoint::field_error;
using setpoint::field_errors;

// Each appends one error. `value` is printed as kube-apiserver prints it: strings quoted, null as
// null, others as JSON.
void invalid(field_errors& to, std::string path, const bj::value& value, std::string detail);
void required(field_errors& to, std::string path, std::string detail = {});
void forbidden(field_errors& to, std::string path, std::string detail);
void duplicate(field_errors& to, std::string path, const bj::value& value);
// "Unsupported value: \"x\": supported values: \"a\", \"b\""
void not_supported(field_errors& to, std::string path, const bj::value& value,
                   const std::vector<std::string>& allowed);
void too_long(field_errors& to, std::string path, std::size_t limit);  // limit in bytes
// counts of items
void too_many(field_errors& to, std::string path, std::int64_t actual, std::int64_t limit);

struct api_error {
    int code = 500;
    std::string reason, message;
    bj::object details;            // StatusDetails; omitted from the response when empty
    std::string continue_token{};  // metadata.continue, for a 410 of a list
    // Sends "details":{} when there are no details: for requests rejected before the resource is
    // resolved.
    bool empty_details = false;
    // The request needs a revision that does not exist yet: it may succeed later. Only version_too_large()
    // sets it. No other error is a reason to repeat a request, whatever its code: webhooks choose codes.
    std::optional<std::uint64_t> future_revision{};

    bj::object to_status() const;  // {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",...}
};

template <class T = void>
class [[nodiscard]] api_result : public boost::system::result<T, api_error> {
public:
    using boost::system::result<T, api_error>::result;
};
[[noreturn]] void throw_exception_from_error(const api_error& e, const boost::source_location&);

// `resource`: "deployments.apps", "pods"; the details carry its group.
struct group_resource {
    std::string group, resource;
    std::string text() const { return group.empty() ? resource : resource + "." + group; }
};
struct group_kind {
    std::string group, kind;
    std::string text() const { return group.empty() ? kind : kind + "." + group; }
};

api_error bad_request(std::string message);                                                  // 400 BadRequest
api_error unauthorized(std::string message);                                                 // 401
api_error forbidden_error(const group_resource& r, std::string_view name, std::string why);  // 403
api_error object_not_found(const group_resource& r, std::string_view name);  // 404 `pods "x" not found`
api_error path_not_found();  // 404 "the server could not find the requested resource"
api_error method_not_allowed(const group_resource& r, std::string_view action);  // 405
api_error not_acceptable(std::string message);                                   // 406
api_error already_exists(const group_resource& r, std::string_view name);        // 409 AlreadyExists
api_error generate_name_conflict(const group_resource& r, std::string_view name);
api_error conflict(const group_resource& r, std::string_view name, std::string why);  // 409 Conflict
// 409 Conflict of server-side apply, with one cause FieldManagerConflict per conflict.
api_error apply_conflicts(const std::vector<field_error>& causes, std::string message);
api_error expired(std::string message);                 // 410 Expired
api_error gone(std::string message);                    // 410 Gone
api_error too_large(std::string message);               // 413 RequestEntityTooLarge
api_error unsupported_media_type(std::string message);  // 415
api_error invalid_object(const group_kind& k, std::string_view name,
                         const field_errors& errors);  // 422 Invalid
api_error internal(std::string message);               // 500 InternalError
api_error plain_error(std::string message);            // 500 without a reason: not an API error in Go
api_error timeout_error(std::string message, int retry_after);  // 504 Timeout
// 504 Timeout with the cause ResourceVersionTooLarge.
api_error version_too_large(std::uint64_t asked, std::uint64_t current);

}}}  // namespace setpoint::v0::apiserver
