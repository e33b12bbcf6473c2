#pragma once
// Parses the response to one request. Interim (1xx) responses are skipped.

#include "framework/http/framing.hpp"

namespace setpoint { inline namespace v0 { namespace http {

class response_parser {
public:
    explicit response_parser(const limits& l, bool to_head_request = false);

    // Errors: bad_data, too_large.
    result<framed> put(std::string_view in);
    // The connection has ended. Errors: connection_lost.
    result<framed> put_eof();

    // Whether a byte of the response, interim or not, has arrived.
    bool started() const { return interim_ > 0 || framing_->started(); }
    // After `head`; may be called once.
    response_head take_head() { return {framing_->status, std::move(framing_->headers)}; }
    // After `end`: whether another request may be sent on this connection.
    bool keeps_alive() const { return framing_->done() && framing_->keeps_alive(); }

private:
    static constexpr unsigned max_interim = 16;
    void restart() { framing_.emplace(limits_, std::nullopt, to_head_); }

    limits limits_;
    bool to_head_;
    unsigned interim_ = 0;
    std::optional<framing<false>> framing_;
};

}}}  // namespace setpoint::v0::http
