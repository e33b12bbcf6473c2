#include "framework/http/response_parser.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace http {

response_parser::response_parser(const limits& l, bool to_head_request)
    : limits_(l), to_head_(to_head_request) {
    restart();
}

result<framed> response_parser::put(std::string_view in) {
    std::size_t skipped = 0;
    for (;;) {
        // Reported at once: Beast would wait for the end of the line, which other protocols do not
        // send.
        constexpr std::string_view begin = "HTTP/";
        const std::string_view next = in.substr(skipped);
        if (!framing_->status_read && next.substr(0, begin.size()) != begin.substr(0, next.size()))
            return error(errc::bad_data, "the response is not HTTP");
        result<framed> f = framing_->put(next);
        if (!f) return f;
        f->used += skipped;
        if (f->is != framed::what::head || framing_->status >= 200) return f;
        // 101 would switch to a protocol that was not requested (RFC 9110, 15.2.2).
        if (framing_->status < 100 || framing_->status == 101)
            return error(errc::bad_data, fmt::format("the response has the status {}", framing_->status));
        if (++interim_ > max_interim)
            return error(errc::bad_data, "the response is preceded by too many interim responses");
        skipped = f->used;
        restart();
    }
}

result<framed> response_parser::put_eof() {
    return framing_->put_eof();
}

}}}  // namespace setpoint::v0::http
