#pragma once
// The client that sends requests to an API server over a transport.

#include "setpoint/client/client.hpp"
#include "setpoint/client/credentials.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/log.hpp"

#include <memory>

namespace setpoint { inline namespace v0 {

// Observes every attempt of every call, for metrics and for the record of the RBAC permissions that
// a controller needs.
struct client_observer {
    virtual ~client_observer() = default;
    // Called when the head of the response has arrived. `code` 0: there was no response.
    // Must not suspend or throw. `took` is from the start of the attempt; `c` and the views are valid
    // during the call.
    virtual void request(const call& c, std::string_view method, std::string_view host, int code,
                         duration took) = 0;
};

struct api_client_options {
    std::string name;           // program name: User-Agent "setpoint/0.1.0 (name)"
    std::string field_manager;  // for applied fields; empty: `name`
    std::string host;           // "10.0.0.1:6443": for metrics
    std::string path_prefix;    // prefix of every path, without a trailing '/'
    // The limit for a whole call including retries and waits. Does not apply to watches and open().
    duration call_deadline = std::chrono::seconds(60);
    duration list_deadline = std::chrono::minutes(5);
    // Limits for each attempt. Watches have no idle limit: their readers know how often data should
    // arrive.
    http::timeouts timeouts;
};

class body_reader;
struct attempt_state;

// Retries: 401 once, if renewed credentials are available (see credentials::renew); 429 and 503
// with Retry-After for all verbs; other 5xx with Retry-After and lost connections for reads; at
// most 10 retries within the deadline. A write is never repeated once it may have been executed.
// open() makes one attempt: the caller decides about retries. Requests per second are not limited;
// the transport bounds the number of concurrent requests.
// Errors: unknown_outcome for a write that may have been executed. If the server accepted a write
// (2xx) but its response is unusable, the error is unknown_outcome (the connection ended) or
// bad_data / too_large, and http_status is 2xx.
class api_client final : public client {
public:
    // one object; etcd's limit is 1.5 MiB
    static constexpr std::size_t max_answer = 8 * 1024 * 1024;
    static constexpr std::size_t max_page = 1024 * 1024 * 1024;  // one list page
    static constexpr std::size_t max_error_body = 64 * 1024;

    // All references must outlive the client and its calls. `observer` may be null.
    api_client(loop& l, http::transport& net, credentials& who, logger log, api_client_options options,
               client_observer* observer = nullptr);
    ~api_client() override;

    awaitable<result<object_ptr>> get_object(const kind_info& kind, object_key key) override;
    awaitable<result<std::vector<object_ptr>>> list_objects(const kind_info& kind,
                                                            list_options options) override;
    awaitable<result<object_ptr>> write(const kind_info& kind, call c) override;
    awaitable<result<>> remove_object(const kind_info& kind, object_key key, delete_options options) override;
    awaitable<result<std::unique_ptr<http::response_stream>>> open(call c) override;
    std::string_view default_field_manager() const override { return options_.field_manager; }

private:
    using stream_ptr = std::unique_ptr<http::response_stream>;

    awaitable<result<>> run(const call& c, body_reader& reader, time_point due);
    awaitable<result<>> attempt(const call& c, body_reader& reader, attempt_state& state);
    awaitable<result<stream_ptr>> send(const call& c, attempt_state& state);
    awaitable<error> read_error(const call& c, http::response_stream& s);
    static awaitable<void> read_error_body(http::response_stream& s, std::string& body);

    loop& loop_;
    http::transport& transport_;
    credentials& credentials_;
    logger log_;
    api_client_options options_;
    client_observer* observer_;
    std::string user_agent_;
    std::unique_ptr<class warning_log> warnings_;
    string_pool texts_;  // of responses
};

}}  // namespace setpoint::v0
