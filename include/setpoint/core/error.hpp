#pragma once
// Errors: outcomes that a caller acts on are returned as result<T>, faults are thrown.

#include "setpoint/core/compiler.hpp"

#include <boost/assert/source_location.hpp>
#include <boost/system/result.hpp>

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace setpoint::inline v0 {

enum class errc {
    // From the API server (HTTP status and Status.reason).
    not_found,          // 404 NotFound
    already_exists,     // 409 AlreadyExists
    conflict,           // 409 Conflict: resourceVersion, UID precondition or field ownership
    gone,               // 410 Gone / Expired: the resourceVersion is no longer served
    invalid,            // 400, 422: the object or the request was rejected
    unauthorized,       // 401
    forbidden,          // 403: RBAC or admission
    too_many_requests,  // 429
    unsupported,        // 405, 406, 415
    server_error,       // 5xx
    version_too_large,  // the server has not reached the requested resourceVersion
    // From the transport.
    unreachable,  // not connected: name, address, connection refused, TLS; nothing was sent
    // the connection ended before the response was complete; the request was safe to repeat
    connection_lost,
    unknown_outcome,  // a write was sent but not answered: read before you write again
    timeout,          // one of our deadlines passed; never used for a cancellation
    bad_data,         // malformed JSON, HTTP, YAML or certificates
    too_large,        // exceeds one of our limits
    // From our own checks.
    bad_config,  // kubeconfig, flags
    not_leader,  // a write that requires leadership
    stopping,    // the manager is stopping
    failed       // anything else; see the message
};

// Returns "not_found", "conflict", ..., as used in logs and metric labels.
std::string_view to_string(errc code) noexcept;

struct error {
    errc code = errc::failed;
    std::string message;      // our own text: safe to log, names the attempted operation
    std::string server_text;  // the server's text, kept apart because it may contain user input
    int http_status = 0;      // 0: no response
    std::string reason;       // Status.reason, e.g. "AlreadyExists"; "" if there was none
    std::optional<std::chrono::seconds> retry_after;

    error();
    error(errc c, std::string text);
    // Not inline: every result<T> of every coroutine has them, and they would be much of its code.
    error(const error&);
    error(error&&) noexcept;
    error& operator=(const error&);
    error& operator=(error&&) noexcept;
    ~error();

    // Returns the message, followed by the server's text in quotes if there is any.
    std::string to_string() const;
    // Returns the same error with `what` and ": " prepended to the message.
    error within(std::string_view what) const;
};

// A value or the error that prevented it. The compiler warns about ignored results, since failures
// would go unnoticed. To ignore one deliberately: (void)co_await api.remove<pod>(key);
template <class T = void>
class [[nodiscard("check the result: its error would go unnoticed")]] result
    : public boost::system::result<T, error> {
public:
    using boost::system::result<T, error>::result;
};

// A fault, thrown where no result can be returned. Carries the error that caused it.
class fault : public std::runtime_error {
public:
    explicit fault(error e) : std::runtime_error(e.to_string()), error_(std::move(e)) {}
    fault(errc code, std::string message) : fault(error(code, std::move(message))) {}
    const error& why() const noexcept { return error_; }

private:
    error error_;
};

// Thrown by every suspension once its task, or a scope around it, was cancelled. Not derived from
// std::exception, so that `catch (const std::exception&)` in a reconciler cannot swallow it.
struct cancelled {};

// Called by result<T>::value().
[[noreturn]] void throw_exception_from_error(const error& e, const boost::source_location&);

}  // namespace setpoint::inline v0
