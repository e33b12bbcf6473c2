#pragma once
// A small HTTP/1.1 server: health, metrics, webhooks.

#include "setpoint/core/event.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/http/listen_address.hpp"
#include "setpoint/http/message.hpp"
#include "setpoint/http/tls.hpp"

#include <functional>
#include <memory>

namespace setpoint::http {

struct server_request {
    std::string method;
    std::string target;  // path and query as sent
    std::vector<header> headers;
    std::string body;

    std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }
    std::string_view query() const;  // without the '?'; "" when there is none
    std::string_view find(std::string_view name) const noexcept { return find_header(headers, name); }
};

// A body that is made while it is sent: a watch.
class body_source {
public:
    virtual ~body_source() = default;
    // The next piece, empty at the end; valid until the next call. An error, or what it throws, cuts the
    // connection. Cancelled when the client has gone or the server stops.
    virtual awaitable<result<std::string_view>> read() = 0;
};

struct response {
    int status = 200;
    std::vector<header> headers;  // without Date, Content-Length and Connection: the server adds them
    std::string body;             // left out by the server when the method is HEAD, or the status has none
    std::shared_ptr<body_source> stream{};  // when set: sent in chunks after `body`, each piece at once
    // Of a `stream` of lines that answers a GET: a client that asks for a WebSocket gets each line as a
    // message, and of the rest nothing. Others are answered as if it were false.
    bool websocket = false;
};
// text/plain; a line feed is added.
response text_response(int status, std::string_view line);
response not_found();
response method_not_allowed(std::string_view allowed);  // "GET, HEAD"

struct server_options {
    std::string name = "http";  // for tasks and logs: "metrics", "webhooks"
    listen_address at;
    std::string flag;  // named when the address is taken: "--metrics-bind-address"
    // Asked for each connection, so that certificates can be replaced; what is returned is never null. Empty:
    // plain HTTP.
    std::function<tls_context_ptr()> tls;
    limits head;
    std::size_t max_body = 1024 * 1024;
    // When there are this many, one more takes the place of the one that has waited longest for a request to
    // come; when all are being answered, it waits, and clients that have read nothing of their answers for
    // two seconds are cut.
    std::size_t max_connections = 64;
    duration head_timeout =
        std::chrono::seconds(32);  // TLS handshake, and first to last byte of a request's head
    duration body_timeout = std::chrono::seconds(30);
    duration write_timeout = std::chrono::seconds(30);
    duration idle_timeout = std::chrono::seconds(90);  // between requests
};

// All its tasks are in a scope of its own: stop() must have returned before it is destroyed.
class server {
public:
    // Called for each well-formed request, from several tasks. What it throws is logged and answered with
    // 500.
    using handler = std::function<awaitable<response>(const server_request&)>;

    server(loop& l, logger log, server_options options, handler h);
    ~server();

    // Binds; connections wait. Error: bad_config, which names the address, and options.flag when it is taken.
    result<> open();
    // Begins to serve; binds first unless open() has. Error: as of open().
    result<> start();
    // The port that is listened on. After open().
    std::uint16_t port() const;
    std::size_t connections() const;
    // No more connections; requests that are being answered have until `limit`; then everything is cut. When
    // cancelled, cuts at once.
    awaitable<void> stop(duration limit);

private:
    struct impl;
    std::unique_ptr<impl> impl_;
};

}  // namespace setpoint::http
