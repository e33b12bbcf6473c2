#pragma once
// What can go wrong, and how it is told: outcomes that a caller acts on travel as result<T>, faults as
// exceptions.

#include "setpoint/core/compiler.hpp"

#include <boost/assert/source_location.hpp>
#include <boost/system/result.hpp>

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace setpoint {

enum class errc {
    // What the API server says (HTTP status and Status.reason).
    not_found,          // 404 NotFound
    already_exists,     // 409 AlreadyExists
    conflict,           // 409 Conflict: resourceVersion, UID precondition or field ownership
    gone,               // 410 Gone / Expired: the resourceVersion is no longer served
    invalid,            // 400, 422: the object or the request was refused
    unauthorized,       // 401
    forbidden,          // 403: RBAC or admission
    too_many_requests,  // 429
    unsupported,        // 405, 406, 415
    server_error,       // 5xx
    version_too_large,  // the server has not reached the resourceVersion asked for
    // What happens on the way.
    unreachable,      // not connected: name, address, connection refused, TLS; nothing was sent
    connection_lost,  // the connection ended before the answer was whole, and the request was safe to repeat
    unknown_outcome,  // a write was sent and its answer never came: read before writing again
    timeout,          // a deadline of ours passed; never used for a cancellation
    bad_data,         // bytes that are not what they should be: JSON, HTTP, YAML, certificates
    too_large,        // over one of our limits
    // What we refuse.
    bad_config,  // kubeconfig, flags
    not_leader,  // a write that leadership would have had to allow
    stopping,    // the manager is stopping
    failed       // anything else; the message says what
};

// "not_found", "conflict", ...: as used in logs and metric labels.
std::string_view to_string(errc code) noexcept;

struct error {
    errc code = errc::failed;
    std::string message;      // ours: safe to log, says what was attempted
    std::string server_text;  // what the server said, kept apart because it may hold what users typed
    int http_status = 0;      // 0: no answer
    std::string reason;       // Status.reason, e.g. "AlreadyExists"; "" when there was none
    std::optional<std::chrono::seconds> retry_after;

    error() = default;
    error(errc c, std::string text) : code(c), message(std::move(text)) {}

    // Message, then the server's text in quotes when there is any.
    std::string to_string() const;
    // The same error with `what` and ": " put before the message.
    error within(std::string_view what) const;
};

// A value or why there is none. The compiler complains of one that nobody looks at: what failed would go
// unnoticed. Where that is meant, say so: (void)co_await api.remove<pod>(key);
template <class T = void>
class [[nodiscard("look at the result: its error would go unnoticed")]] result
    : public boost::system::result<T, error> {
public:
    using boost::system::result<T, error>::result;
};

// A fault: thrown where there is nobody to hand a result to. Carries the error it came from.
class fault : public std::runtime_error {
public:
    explicit fault(error e) : std::runtime_error(e.to_string()), error_(std::move(e)) {}
    fault(errc code, std::string message) : fault(error(code, std::move(message))) {}
    const error& why() const noexcept { return error_; }

private:
    error error_;
};

// Thrown by whatever suspends once its task, or a scope around it, was cancelled. Not derived from
// std::exception, so that `catch (const std::exception&)` in a reconciler cannot swallow it.
struct cancelled {};

// What result<T>::value() throws.
[[noreturn]] void throw_exception_from_error(const error& e, const boost::source_location&);

}  // namespace setpoint
