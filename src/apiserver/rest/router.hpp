#pragma once
// Routes HTTP requests.

#include "apiserver/admission/chain.hpp"
#include "apiserver/audit/request_record.hpp"
#include "apiserver/authorization/requester.hpp"
#include "apiserver/format/negotiate.hpp"
#include "apiserver/format/table.hpp"
#include "apiserver/read/watch.hpp"
#include "apiserver/request/request_info.hpp"
#include "apiserver/resources/resource.hpp"
#include "apiserver/rest/request_metrics.hpp"
#include "setpoint/core/random.hpp"
#include "setpoint/http/server.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

class access_control;

struct router_options {
    std::size_t max_body = 3 * 1024 * 1024;
    // A read of a revision that does not exist yet waits for it, at most this long.
    duration version_patience{0};
    // Serves paths that are not about a resource: discovery, OpenAPI, version, health.
    // The request outlives the call.
    std::function<awaitable<std::optional<http::response>>(const http::server_request&)> documents;
    std::function<void(const request_info&, std::string_view verb)> on_request;
    std::shared_ptr<request_metrics> metrics;  // null: requests are not counted
    admission_settings_ptr admission;          // null: pods do not wait for their account
    const access_control* access = nullptr;    // null: everybody may do everything
    std::shared_ptr<audit::auditor> audit{};   // null: requests are not recorded
};

// A request to a resource, after lookup and negotiation. `r` and `q` must outlive it.
struct exchange {
    const http::server_request& r;
    const request_info& q;
    std::string verb;
    resource_ptr kind;
    answer_format format{};
    include_object include = include_object::metadata;
    std::vector<std::string> warnings{};
    time_point due = never;
    const requester* by = nullptr;  // see requester.hpp
    object_key key() const { return {kind->namespaced ? q.ns : "", q.name}; }
};

class router {
public:
    router(server_state_ptr w, router_options o);
    // Suspends while webhooks are called, while it scans many objects or makes a large document, and while it
    // waits for a revision or an account; everything else is atomic. The body source of a watch produces its
    // events. `r` must outlive the call.
    // `as`: who sends it, if that is known without credentials.
    // With a data folder it returns when all that the response is based on is on the disk.
    awaitable<http::response> handle(const http::server_request& r, user_ptr as = nullptr);

private:
    awaitable<http::response> handle_now(const http::server_request& r, user_ptr as);
    awaitable<http::response> handle_durably(const http::server_request& r, user_ptr as);
    struct sender {
        requester_ptr by{};                   // null: access control is off, and the request is not recorded
        std::vector<std::string> warnings{};  // about its credentials
        audit::request_record_ptr record{};   // null: the request is not recorded
    };
    // Adds the header Audit-Id for a client outside of this process, whose request is not recorded.
    void identify(const http::server_request& r, http::response& to);
    // What is answered before the path matters: nothing if the request may go on.
    std::optional<http::response> malformed(const http::server_request& r,
                                            const std::optional<request_info>& q, sender& from) const;
    // For a request that is recorded, without access control.
    static void let_in(const http::server_request& r, user_ptr as, sender& from);
    std::optional<http::response> refusal(const http::server_request& r, user_ptr as, sender& from) const;
    // The same where authentication or authorization may wait.
    awaitable<std::optional<http::response>> refusal_waiting(const http::server_request& r, user_ptr as,
                                                             sender& from) const;
    // An error without a code: the path is not one of a resource.
    api_result<exchange> open(const http::server_request& r, const request_info& q, const resource_ptr& kind);
    static bool is_long(const exchange& x);
    std::optional<request_metrics::running> measure(const exchange& x) const;
    // Again when a revision exists that it waited for.
    awaitable<api_result<http::response>> respond(exchange& x);
    awaitable<api_result<http::response>> respond_now(exchange& x);
    awaitable<api_result<http::response>> dispatch_long(exchange& x);
    awaitable<api_result<http::response>> dispatch(exchange& x);
    api_result<> check_version(const exchange& x) const;
    awaitable<api_result<http::response>> get(exchange& x);
    api_result<http::response> watch(exchange& x);
    awaitable<api_result<http::response>> create(exchange& x);
    awaitable<api_result<http::response>> review(exchange& x, bj::object object, const write_options& o);
    awaitable<api_result<http::response>> update(exchange& x);
    awaitable<api_result<http::response>> patch(exchange& x);
    awaitable<api_result<http::response>> remove(exchange& x);
    awaitable<api_result<http::response>> bind(exchange& x, const write_options& o, std::string name);
    awaitable<api_result<http::response>> below(exchange& x);
    api_result<http::response> show(const exchange& x, int status, bj::object tree) const;

    server_state_ptr state_;
    router_options options_;
    // A source of its own: draws from that of the event loop would change the runs of a seed.
    random_source audit_ids_;
};

// --- the paths and methods below a resource ---

// For an existing subresource.
bool has_method(std::string_view subresource, std::string_view verb);
// Objects that are answered but not stored have no columns.
bool has_table(const resource& r, std::string_view subresource);
// Whether the request becomes a connection, which has its own admission.
bool connects(const exchange& x);
// 405 of a path of a built-in kind.
api_error wrong_method();
// Whether a resource of that scope has such a path at all.
bool fits_scope(const resource& r, const request_info& q);

}}}  // namespace setpoint::v0::apiserver
