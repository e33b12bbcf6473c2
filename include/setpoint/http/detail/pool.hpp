#pragma once
// The transport over TCP and TLS: keep-alive connections to one server.
//
// Internal: api_connection makes one. It is here since that header has it as a member.

#include "setpoint/http/origin.hpp"
#include "setpoint/http/proxy.hpp"
#include "setpoint/http/tls.hpp"
#include "setpoint/http/transport.hpp"

#include <functional>
#include <memory>

namespace setpoint { inline namespace v0 { namespace http {

struct pool_options {
    // Counts connections whose responses are still being read, but not those of streams: 200
    // responses to requests with timeouts.idle of zero, such as watches. There is one stream per
    // informer, and they must never block lists, writes and leases.
    std::size_t max_connections = 64;
    std::size_t max_idle = 16;
    duration idle_age = std::chrono::seconds(90);  // maximum age of an unused connection
    // Further connections, for urgent requests only. These also overtake other waiting senders.
    std::size_t max_urgent = 2;
    std::optional<proxy> via{};  // none: connect directly
    // Called when a TLS connection could not be opened or the server refused our certificate.
    // Returns true if the context may have changed; the request, which was not sent, is then tried
    // once more.
    std::function<bool()> refused{};
};

struct pool_state;

// HTTP/1.1 has one exchange at a time per connection, so each watch has its own connection, which
// is closed when the watch ends. If max_connections are in use, further senders wait in order, at
// most timeouts.queue. Idle connections that are too old, or whose TLS context is outdated, are
// closed at the next use of the pool.
class https_pool final : public transport {
public:
    // Called for each send; never returns null. Connections with another context than it returns
    // are not reused, but responses in progress, such as watches, continue.
    using tls_source = std::function<tls_context_ptr()>;

    // `l` must outlive the pool and its streams. `tls` is not called for http.
    https_pool(loop& l, origin to, tls_source tls, pool_options options = {});
    // Closes. Sends and streams in progress end with an error.
    ~https_pool() override;

    awaitable<result<std::unique_ptr<response_stream>>> send(request r, timeouts t) override;

    // Ends everything: senders without a connection get `stopping`, all others connection_lost.
    // Final; a second call has no effect. The destructor calls it.
    void close();

    struct counts {
        std::size_t open = 0;  // connecting, in use or idle
        std::size_t idle = 0;
        std::size_t waiting = 0;  // senders
        std::uint64_t opened_ever = 0;
    };
    counts count() const;

private:
    std::shared_ptr<pool_state> state_;
};

}}}  // namespace setpoint::v0::http
