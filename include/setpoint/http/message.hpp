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

namespace setpoint::http {

struct header {
    std::string name, value;
};

// Without regard to case, for ASCII: names of headers and tokens.
bool same_token(std::string_view a, std::string_view b) noexcept;
// The value of the first header of that name; "" when it is not there.
std::string_view find_header(const std::vector<header>& headers, std::string_view name) noexcept;
std::string_view find_header(const header_list& headers, std::string_view name) noexcept;

struct request {
    std::string method = "GET";
    std::string target = "/";  // origin form: path and query, already escaped (RFC 9112, 3.2.1)
    header_list headers;       // without Host, Content-Length and Transfer-Encoding: the connection adds them
    std::string body;
    // Asked right before the first byte goes out, after any wait for a connection, and again before each
    // further part of a request that the socket does not take at once; an error, whose code must be one of
    // surely_not_sent(), is returned instead of sending, and a request that was begun is cut: without its end
    // no server acts on it. Null: always. What it refers to must live as long as the call.
    std::function<result<>()> may_start{};
};

struct response_head {
    int status = 0;
    header_list headers;
    std::string_view find(std::string_view name) const noexcept { return find_header(headers, name); }
};

// How long each phase of an exchange may take. Zero: no limit.
struct timeouts {
    duration connect = std::chrono::seconds(10);     // name look-up and TCP connection
    duration tls = std::chrono::seconds(10);         // handshake
    duration write = std::chrono::seconds(30);       // the whole request
    duration first_byte = std::chrono::seconds(60);  // from the end of the request to the response's head
    duration idle = std::chrono::seconds(60);        // between two pieces of the body
    duration queue =
        std::chrono::seconds(30);  // for a free connection when all that the pool may open are in use
};

// Sizes that a peer cannot exceed.
struct limits {
    std::size_t head = 64 * 1024;  // status or request line and headers
    std::size_t header_count = 256;
};

}  // namespace setpoint::http
