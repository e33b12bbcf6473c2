#pragma once
// HTTP/1.1 message framing without I/O (RFC 9112): consumes bytes and produces heads, pieces of
// bodies and ends. Shared by responses and requests; response_parser and request_parser add the
// differences.

#include "setpoint/core/error.hpp"
#include "setpoint/http/message.hpp"

#include <boost/beast/http/basic_parser.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace http {

// The result of one put().
struct framed {
    enum class what : std::uint8_t { need_more, head, piece, end };
    what is = what::need_more;
    std::size_t used = 0;    // consumed bytes of the input; the rest must be passed again, with more after it
    std::string_view piece;  // a part of the input
};

// The longest incomplete chunk header or trailer; more is an error.
inline constexpr std::size_t max_chunk_head = 8 * 1024;

template <bool IsRequest>
class framing : private boost::beast::http::basic_parser<IsRequest> {
    using base = boost::beast::http::basic_parser<IsRequest>;
    using error_code = boost::beast::error_code;

public:
    // `body_limit` none: unlimited. `has_no_body`: the response to a HEAD request.
    framing(const limits& l, std::optional<std::uint64_t> body_limit, bool has_no_body);

    result<framed> put(std::string_view in);
    // The connection has ended. Returns `end` if the body extends to it, connection_lost otherwise.
    result<framed> put_eof();

    bool started() const { return this->got_some(); }
    bool done() const { return this->is_done(); }
    // Precondition: the message has ended. Whether the connection may be reused.
    bool keeps_alive() const { return this->keep_alive() && !this->need_eof(); }

    // For responses.
    int status = 0;
    bool status_read = false;  // the status line was read
    // For requests.
    std::string method, target;
    bool body_over_limit = false;  // the reason for too_large
    int version = 11;              // 10: HTTP/1.0
    // For both, without trailers.
    header_list headers;

private:
    error failure(const error_code& ec);

    void on_request_impl(boost::beast::http::verb, boost::beast::string_view method_text,
                         boost::beast::string_view target_text, int http_version, error_code&) override;
    void on_response_impl(int code, boost::beast::string_view, int http_version, error_code&) override;
    void on_field_impl(boost::beast::http::field name, boost::beast::string_view name_text,
                       boost::beast::string_view value, error_code& ec) override;
    void on_header_impl(error_code&) override { head_seen_ = true; }
    void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
    std::size_t on_body_impl(boost::beast::string_view body, error_code&) override {
        piece_ = {body.data(), body.size()};
        return body.size();
    }
    void on_chunk_header_impl(std::uint64_t, boost::beast::string_view, error_code&) override {
        chunk_seen_ = true;
    }
    std::size_t on_chunk_body_impl(std::uint64_t, boost::beast::string_view body, error_code&) override {
        piece_ = {body.data(), body.size()};
        return body.size();
    }
    void on_finish_impl(error_code&) override {}

    limits limits_;
    std::size_t head_size_ = 0;
    bool head_seen_ = false, chunk_seen_ = false;
    const char* refusal_ = nullptr;  // why on_field_impl stopped the parser
    errc refusal_code_ = errc::bad_data;
    std::string_view piece_;
};

extern template class framing<true>;
extern template class framing<false>;

}}}  // namespace setpoint::v0::http
