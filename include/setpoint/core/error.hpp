#pragma once
// Errors: outcomes that a caller acts on are returned as result<T>, faults are thrown.
//
// - result<T>: the server refused, a deadline passed, data was malformed. The caller chooses by errc
//   whether to retry, report or give up.
// - Exceptions: a broken rule of the program (std::logic_error), an outcome where no result can be
//   returned (fault), and cancellation (cancelled).

#include "setpoint/core/compiler.hpp"

#include <boost/assert/source_location.hpp>
#include <boost/system/result.hpp>

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// The code is for programs, the message for people: act on the code alone. The numeric values are not
// stable; to_string() is.
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
// The text is a literal and never changes for a code, so that dashboards may select by it.
std::string_view to_string(errc code) noexcept;

// A value. It consists of three strings and more: pass it on by move.
struct error {
    errc code = errc::failed;
    std::string message;      // our own text: safe to log, names the attempted operation
    std::string server_text;  // the server's text, kept apart because it may contain user input
    int http_status = 0;      // 0: no response
    std::string reason;       // Status.reason, e.g. "AlreadyExists"; "" if there was none
    // What the server asked for with Retry-After: do not repeat the request earlier.
    std::optional<std::chrono::seconds> retry_after;

    // Has the code `failed` and no message. Fill in both before it is returned.
    error();
    // `text` names what was attempted and why it failed: `get Deployment "web": timed out after 5 s`.
    // It must not contain credentials or server text, which has its own member.
    error(errc c, std::string text);
    // Not inline: every result<T> of every coroutine has them, and they would be much of its code.
    error(const error&);
    error(error&&) noexcept;
    error& operator=(const error&);
    error& operator=(error&&) noexcept;
    ~error();

    // Returns the message, followed by the server's text in quotes if there is any.
    // The quoted text is escaped: a server cannot write control characters or new lines into a log. An
    // error without a message is shown as its code.
    std::string to_string() const;
    // Returns the same error with `what` and ": " prepended to the message.
    // For adding context while an error is passed up: the code, server text and status stay.
    //     if (!r) co_return r.error().within("read the lease");
    error within(std::string_view what) const;
};

// A value or the error that prevented it. The compiler warns about ignored results, since failures
// would go unnoticed. To ignore one deliberately: (void)co_await api.remove<pod>(key); It converts to
// bool, and a T or an error converts to it. `*r` and r-> require a value, and error() requires its
// absence. value() throws fault if there is none.
template <class T = void>
class [[nodiscard("check the result: its error would go unnoticed")]] result
    : public boost::system::result<T, error> {
public:
    using boost::system::result<T, error>::result;
};

// A fault, thrown where no result can be returned. Carries the error that caused it.
class fault : public std::runtime_error {
public:
    // what() is e.to_string().
    explicit fault(error e) : std::runtime_error(e.to_string()), error_(std::move(e)) {}
    fault(errc code, std::string message) : fault(error(code, std::move(message))) {}
    // Valid as long as the exception.
    const error& why() const noexcept { return error_; }

private:
    error error_;
};

// Thrown by every suspension once its task, or a scope around it, was cancelled. Not derived from
// std::exception, so that `catch (const std::exception&)` in a reconciler cannot swallow it.
// Never swallow it: a `catch (...)` must rethrow, or the task only gets as far as its next suspension.
// Clean-up that has to suspend runs in shielded().
struct cancelled {};

// Called by result<T>::value().
[[noreturn]] void throw_exception_from_error(const error& e, const boost::source_location&);

}}  // namespace setpoint::v0
