#pragma once
// Parses one request on the server side.

#include "framework/http/framing.hpp"

namespace setpoint { inline namespace v0 { namespace http {

class request_parser {
public:
    // Bodies over `body_limit` bytes are too_large.
    request_parser(const limits& l, std::uint64_t body_limit) : framing_(l, body_limit, false) {}

    // Returns `head` only for a request that can be served: its target is in origin form. Errors:
    // bad_data, too_large.
    result<framed> put(std::string_view in);

    bool started() const { return framing_.started(); }
    // After `head`.
    std::string& method() { return framing_.method; }
    std::string& target() { return framing_.target; }
    std::vector<header> headers() const;
    bool is_http10() const { return framing_.version < 11; }
    // Whether the client waits for 100 (Continue) before it sends the body (RFC 9110, 10.1.1).
    bool expects_continue() const;
    // After an error: the status to respond with.
    int refusal() const;
    // After `end`. False for HTTP/1.0, where the response would have to announce it.
    bool keeps_alive() const { return framing_.version >= 11 && framing_.keeps_alive(); }

private:
    result<> check_head();
    framing<true> framing_;
    bool too_large_ = false;
};

}}}  // namespace setpoint::v0::http
