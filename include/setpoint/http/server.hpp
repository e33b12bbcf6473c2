#pragma once
// A small HTTP/1.1 server for health, metrics and webhooks.

#include "setpoint/core/log.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/http/listen_address.hpp"
#include "setpoint/http/message.hpp"
#include "setpoint/http/tls.hpp"

#include <functional>
#include <memory>

namespace setpoint { inline namespace v0 { namespace http {

struct peer_certificates;  // setpoint/http/peer.hpp

struct server_request {
    std::string method;
    std::string target;  // path and query as sent
    std::vector<header> headers;
    std::string body;
    // Null without TLS, and if the client presented no certificate or was not asked for one.
    std::shared_ptr<const peer_certificates> peer{};
    // The address of the client: "10.0.0.1". Empty if the request did not come from a socket. Valid until the
    // handler returns.
    std::string_view from{};

    std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }
    std::string_view query() const;  // without the '?'; "" if there is none
    std::string_view find(std::string_view name) const noexcept { return find_header(headers, name); }
};

// A body that is produced while it is sent, such as a watch.
// The server reads the next piece only after the last one was sent, so that a slow client slows the
// source and costs no memory. Destroyed when the response ends, for whatever reason.
class body_source {
public:
    virtual ~body_source() = default;
    // Returns the next piece, valid until the next call; empty at the end. An error or exception
    // cuts the connection. Cancelled when the client disconnects or the server stops.
    virtual awaitable<result<std::string_view>> read() = 0;
};

struct response {
    int status = 200;
    // without Date, Content-Length and Connection, which the server adds
    std::vector<header> headers;
    std::string body;  // not sent if the method is HEAD or the status has no body
    // if set: sent in chunks after `body`, each piece immediately
    std::shared_ptr<body_source> stream{};
    // For a `stream` of lines in response to a GET: a client that requests a WebSocket gets each
    // line as a message, and nothing else of the response. Other clients are answered as if this
    // were false.
    bool websocket = false;
    // For such a stream of frames instead of lines, each after its length in four bytes (big-endian): a
    // WebSocket gets their content as binary messages. Each piece contains whole frames.
    bool framed = false;
};
// text/plain; appends a line feed.
response text_response(int status, std::string_view line);
response not_found();
response method_not_allowed(std::string_view allowed);  // "GET, HEAD"

struct server_options {
    std::string name = "http";  // for tasks and logs: "metrics", "webhooks"
    listen_address at;
    std::string flag;  // named in the error if the address is in use: "--metrics-bind-address"
    // Called for each connection, so that certificates can be replaced; must not return null.
    // Empty: plain HTTP.
    std::function<tls_context_ptr()> tls;
    limits head;
    std::size_t max_body = 1024 * 1024;
    // At this limit a new connection replaces the one that has been idle longest. If all are being
    // answered it waits. After two seconds clients that have read nothing of their responses
    // meanwhile are disconnected, and the oldest stream ends.
    std::size_t max_connections = 64;
    duration head_timeout = std::chrono::seconds(32);  // TLS handshake, and the whole head of a request
    duration body_timeout = std::chrono::seconds(30);
    duration write_timeout = std::chrono::seconds(30);
    duration idle_timeout = std::chrono::seconds(90);  // between requests
};

// Thrown by a handler, or by the source of a body: the connection ends without a response, or without the
// rest of it.
struct connection_end {};

// All tasks run in the server's own scope. stop() must return before the server is destroyed.
class server {
public:
    // Called for each well-formed request, from several tasks. Its exceptions are logged and
    // answered with 500; `connection_end` ends the connection without a response.
    using handler = std::function<awaitable<response>(const server_request&)>;

    server(loop& l, logger log, server_options options, handler h);
    ~server();

    // Binds the address; connections wait until start(). Errors: bad_config, which names the
    // address and, if it is in use, options.flag.
    result<> open();
    // Starts to serve; binds first unless open() was called. Errors: those of open().
    result<> start();
    // Returns the bound port. Precondition: open().
    std::uint16_t port() const;
    std::size_t connections() const;
    // Serves for `d` longer, and ends each connection with its next response: its client then connects
    // elsewhere, while a connection that is closed between requests may fail the next one. For a server that
    // new clients are no longer sent to; call stop() afterwards.
    awaitable<void> leave(duration d);
    // Stops accepting. Requests in progress may finish until `limit`; then all connections are cut.
    // Cancellation cuts them immediately.
    awaitable<void> stop(duration limit);

private:
    struct impl;
    std::unique_ptr<impl> impl_;
};

}}}  // namespace setpoint::v0::http
