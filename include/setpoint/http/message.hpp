#pragma once
// HTTP messages as values.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/http/header_list.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace http {

struct header {
    std::string name, value;
};

// Compares without regard to ASCII case, as for header names and tokens.
bool same_token(std::string_view a, std::string_view b) noexcept;
// Returns the value of the first header with this name; "" if there is none.
std::string_view find_header(const std::vector<header>& headers, std::string_view name) noexcept;
std::string_view find_header(const header_list& headers, std::string_view name) noexcept;

// An aggregate that owns its content. The transport checks what HTTP cannot express, and refuses it
// with errc::failed before anything is sent.
struct request {
    std::string method = "GET";
    std::string target = "/";  // origin form: path and query, already escaped (RFC 9112, 3.2.1)
    // without Host, Content-Length and Transfer-Encoding, which the connection adds
    header_list headers;
    std::string body;
    // A delay would do harm, as for the renewal of a Lease: https_pool does not make it wait for other
    // requests.
    bool urgent = false;
    // Called right before the first byte is sent, after any wait for a connection, and again before
    // each further part of a request that the socket does not accept immediately. An error, whose code
    // must be one of surely_not_sent(), is returned instead of sending. A request that was begun is
    // then cut off; servers do not act on an incomplete request. Null: always allowed. What it
    // refers to must live as long as the call.
    std::function<result<>()> may_start{};
};

struct response_head {
    int status = 0;
    header_list headers;
    std::string_view find(std::string_view name) const noexcept { return find_header(headers, name); }
};

// Limits for each phase of an exchange. Zero: no limit.
struct timeouts {
    duration connect = std::chrono::seconds(10);     // name resolution and TCP connection
    duration tls = std::chrono::seconds(10);         // handshake
    duration write = std::chrono::seconds(30);       // the whole request
    duration first_byte = std::chrono::seconds(60);  // from the end of the request to the response's head
    duration idle = std::chrono::seconds(60);        // between two pieces of the body
    duration queue = std::chrono::seconds(30);       // wait for a connection when the pool has none free
};

// Size limits for messages from the peer.
// A message beyond them is errc::too_large for a client, and 431 from a server.
struct limits {
    std::size_t head = 64 * 1024;  // status or request line and headers
    std::size_t header_count = 256;
};

}}}  // namespace setpoint::v0::http
