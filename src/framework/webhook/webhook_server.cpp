#include "framework/webhook/webhook_server.hpp"

namespace setpoint { inline namespace v0 {

namespace {

using caller_check = std::function<awaitable<result<>>(const http::server_request&)>;

awaitable<http::response> serve(admission_endpoints& admission, conversion_endpoint& conversion,
                                const caller_check& authenticate, const http::server_request& r) {
    constexpr int unauthorized = 401;
    if (authenticate) {
        const auto known = co_await authenticate(r);
        if (!known)
            co_return http::text_response(
                known.error().http_status != 0 ? known.error().http_status : unauthorized,
                known.error().message);
    }
    if (r.path() == conversion_path && !conversion.empty()) co_return co_await conversion.serve(r);
    co_return co_await admission.serve(r);
}

}  // namespace

// The server keeps the handler as long as its calls.
http::server::handler webhook_handler(admission_endpoints& admission, conversion_endpoint& conversion,
                                      caller_check authenticate) {
    return [&admission, &conversion, authenticate = std::move(authenticate)](const http::server_request& r) {
        return serve(admission, conversion, authenticate, r);
    };
}

http::server_options server_options_for(webhook_server_options o) {
    http::server_options s;
    s.name = "webhooks";
    s.at = std::move(o.at);
    s.flag = std::move(o.flag);
    s.tls = std::move(o.tls);
    s.max_body = max_review;
    s.max_connections = max_webhook_connections;
    return s;
}

}}  // namespace setpoint::v0
