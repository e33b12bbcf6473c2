#include "setpoint/http/transport.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace http {

awaitable<result<std::string>> read_all(response_stream& s, std::size_t limit) {
    std::string body;
    for (;;) {
        const result<std::string_view> piece = co_await s.read();
        if (!piece) co_return piece.error();
        if (piece->empty()) co_return body;
        if (piece->size() > limit - body.size())
            co_return error(errc::too_large, fmt::format("the response body is over {} bytes", limit));
        body.append(*piece);
    }
}

}}}  // namespace setpoint::v0::http
