#include "framework/http/framing.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace http {

namespace beast = boost::beast;

template <bool IsRequest>
framing<IsRequest>::framing(const limits& l, std::optional<std::uint64_t> body_limit, bool has_no_body)
    : limits_(l) {
    this->header_limit(static_cast<std::uint32_t>(l.head));
    // Always set: the default limit counts all chunks together, so a watch would end after 8 MiB.
    this->body_limit(body_limit ? boost::optional<std::uint64_t>(*body_limit) : boost::none);
    this->skip(has_no_body);
    headers.reserve(512, 12);  // what the API server sends; avoids growing in steps
}

template <bool IsRequest>
result<framed> framing<IsRequest>::put(std::string_view in) {
    std::size_t used = 0;
    for (;;) {
        if (this->is_done()) return framed{framed::what::end, used, {}};
        if (used == in.size()) return framed{framed::what::need_more, used, {}};
        const bool in_head = !this->is_header_done();
        // Beast asserts that the last chunk has at least 5 bytes ("0", CR, LF, CR, LF), but looks at
        // it as soon as it has 4.
        const std::string_view rest = in.substr(used);
        if (!in_head && this->chunked() && !chunk_seen_ && rest.size() < 5 && rest.front() == '0')
            return framed{framed::what::need_more, used, {}};
        error_code ec;
        piece_ = {};
        const std::size_t n = base::put(boost::asio::const_buffer(in.data() + used, in.size() - used), ec);
        used += n;
        if (in_head) head_size_ += n;
        if (ec && ec != beast::http::error::need_more) return failure(ec);
        const std::size_t left = in.size() - used;
        // Beast counts from the last header it has consumed, so that many short ones would pass.
        if (in_head && head_size_ + (ec ? left : 0) > limits_.head)
            return failure(beast::http::error::header_limit);
        if (!in_head && ec && left > max_chunk_head)
            return error(errc::too_large,
                         fmt::format("a chunk header or trailer is over {} bytes", max_chunk_head));
        if (in_head && head_seen_) return framed{framed::what::head, used, {}};
        if (!piece_.empty()) return framed{framed::what::piece, used, piece_};
        if (ec) return framed{framed::what::need_more, used, {}};
    }
}

template <bool IsRequest>
result<framed> framing<IsRequest>::put_eof() {
    if (this->is_done()) return framed{framed::what::end, 0, {}};
    if (!this->got_some())
        return error(errc::connection_lost, "the connection was closed before any byte came");
    if (!this->is_header_done())
        return error(errc::connection_lost, "the connection was closed within the head");
    error_code ec;
    base::put_eof(ec);
    if (ec) return error(errc::connection_lost, "the connection was closed within the body");
    return framed{framed::what::end, 0, {}};
}

template <bool IsRequest>
error framing<IsRequest>::failure(const error_code& ec) {
    constexpr std::string_view who = IsRequest ? "request" : "answer";
    if (refusal_) return error(refusal_code_, fmt::format("the {}'s head {}", who, refusal_));
    if (ec == beast::http::error::header_limit)
        return error(errc::too_large, fmt::format("the {}'s head is over {} bytes", who, limits_.head));
    body_over_limit = ec == beast::http::error::body_limit;
    if (body_over_limit) return error(errc::too_large, fmt::format("the {}'s body is over the limit", who));
    return error(errc::bad_data, fmt::format("the {} is not valid HTTP: {}", who, ec.message()));
}

template <bool IsRequest>
void framing<IsRequest>::on_request_impl(beast::http::verb, beast::string_view method_text,
                                         beast::string_view target_text, int http_version, error_code&) {
    method.assign(method_text.data(), method_text.size());
    target.assign(target_text.data(), target_text.size());
    version = http_version;
}

template <bool IsRequest>
void framing<IsRequest>::on_response_impl(int code, beast::string_view, int http_version, error_code&) {
    status = code;
    status_read = true;
    version = http_version;
}

template <bool IsRequest>
void framing<IsRequest>::on_field_impl(beast::http::field name, beast::string_view name_text,
                                       beast::string_view value, error_code& ec) {
    if (head_seen_) return;  // a trailer
    if (headers.size() >= limits_.header_count) {
        refusal_ = "has too many headers";
        refusal_code_ = errc::too_large;
    } else if (name == beast::http::field::transfer_encoding &&
               (version == 10 || !same_token({value.data(), value.size()}, "chunked"))) {
        refusal_ = "names a Transfer-Encoding other than chunked";
    }
    if (refusal_) {
        ec = beast::http::error::bad_field;
        return;
    }
    headers.add({name_text.data(), name_text.size()}, {value.data(), value.size()});
}

template class framing<true>;
template class framing<false>;

}}}  // namespace setpoint::v0::http
