#pragma once
// The client that talks to an API server over a transport.

#include "setpoint/client/client.hpp"
#include "setpoint/client/credentials.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/text.hpp"

#include <memory>

namespace setpoint {

// Sees every attempt of every call: for metrics, and for the record of what a controller may need RBAC for.
struct client_observer {
    virtual ~client_observer() = default;
    // When the head of the answer is there. `code` 0: there was no answer.
    virtual void request(const call& c, std::string_view method, std::string_view host, int code,
                         duration took) = 0;
};

struct api_client_options {
    std::string name;           // of the program: User-Agent "setpoint/0.1.0 (name)"
    std::string field_manager;  // owner of the fields that are applied; empty: name
    std::string host;           // "10.0.0.1:6443": for metrics
    std::string path_prefix;    // before every path, without a '/' at its end
    // For a whole call, retries and waiting included. Watches and open() have none.
    duration call_deadline = std::chrono::seconds(60);
    duration list_deadline = std::chrono::minutes(5);
    // Of each attempt. Watches have no idle limit: who reads one knows how often it should say something.
    http::timeouts timeouts;
};

class body_reader;
struct attempt_state;

// Retries: 401 once, when there are other credentials then (see credentials::renew); 429 and 503 with
// Retry-After for all verbs; other 5xx with Retry-After and lost connections for reads; at most 10 within the
// deadline. A write is never repeated once it may have been done: the error is then unknown_outcome. A write
// that was done (2xx) but whose answer cannot be used is unknown_outcome (the connection ended) or bad_data /
// too_large, and http_status says 2xx. open() is one attempt: who opens a stream decides when to do so again.
// No limit on the client's side on requests per second; the transport bounds how many are under way.
class api_client final : public client {
public:
    static constexpr std::size_t max_answer = 8 * 1024 * 1024;   // of one object; etcd takes 1.5 MiB
    static constexpr std::size_t max_page = 1024 * 1024 * 1024;  // of one list page
    static constexpr std::size_t max_error_body = 64 * 1024;

    // All references outlive the client and its calls; `observer` may be null.
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
    text_pool texts_;  // of answers
};

}  // namespace setpoint
