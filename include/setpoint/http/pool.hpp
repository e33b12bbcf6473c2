#pragma once
// The transport over TCP and TLS: keep-alive connections to one server.

#include "setpoint/http/origin.hpp"
#include "setpoint/http/proxy.hpp"
#include "setpoint/http/tls.hpp"
#include "setpoint/http/transport.hpp"

#include <functional>
#include <memory>

namespace setpoint::http {

struct pool_options {
    // With those whose answers are still being read, without those of streams: answers 200 to requests with
    // timeouts.idle of zero, such as watches. There is one of these for each informer, and however many there
    // are, lists, writes and leases go on.
    std::size_t max_connections = 64;
    std::size_t max_idle = 16;
    duration idle_age = std::chrono::seconds(90);  // kept at most this long without use
    std::optional<proxy> via{};                    // none: straight to the server
    // Called when a TLS connection could not be opened or the server refused our certificate. True: the
    // context may be another one now; the request, which was not sent, goes once more.
    std::function<bool()> refused{};
};

struct pool_state;

// HTTP/1.1 has one exchange at a time on a connection, so each watch has one of its own, which is closed when
// it ends. When max_connections
// are in use, further senders wait in order, at most timeouts.queue. Idle connections that are too old, or
// made with another TLS context than new ones, are closed at the next use of the pool.
class https_pool final : public transport {
public:
    // Asked at each send; connections made with another context than it returns now are not used again, but
    // answers that are being read over them, such as watches, go on. Never null.
    using tls_source = std::function<tls_context_ptr()>;

    // `l` must outlive it and its streams. `tls` is not asked when the scheme is http.
    https_pool(loop& l, origin to, tls_source tls, pool_options options = {});
    // Closes. Sends and streams that are under way end with an error.
    ~https_pool() override;

    awaitable<result<std::unique_ptr<response_stream>>> send(request r, timeouts t) override;

    // Ends everything: senders that have no connection yet get `stopping`, all others connection_lost.
    void close();

    struct counts {
        std::size_t open = 0;  // being opened, in use or idle
        std::size_t idle = 0;
        std::size_t waiting = 0;  // senders
        std::uint64_t opened_ever = 0;
    };
    counts count() const;

private:
    std::shared_ptr<pool_state> state_;
};

}  // namespace setpoint::http
