#include "framework/http/request_parser.hpp"

namespace setpoint { inline namespace v0 { namespace http {

result<framed> request_parser::put(std::string_view in) {
    result<framed> f = framing_.put(in);
    too_large_ = !f && f.error().code == errc::too_large;
    if (!f || f->is != framed::what::head) return f;
    const result<> ok = check_head();
    if (!ok) return ok.error();
    return f;
}

int request_parser::refusal() const {
    if (!too_large_) return 400;
    return framing_.body_over_limit ? 413 : 431;
}

bool request_parser::expects_continue() const {
    return framing_.version >= 11 && same_token(find_header(framing_.headers, "Expect"), "100-continue");
}

std::vector<header> request_parser::headers() const {
    std::vector<header> all;
    all.reserve(framing_.headers.size());
    for (const auto& [name, value] : framing_.headers) all.push_back({std::string(name), std::string(value)});
    return all;
}

// RFC 9112, 3.2: exactly one Host header; every server must accept the absolute form.
result<> request_parser::check_head() {
    std::size_t hosts = 0;
    for (const auto& [name, value] : framing_.headers) hosts += same_token(name, "Host");
    if (hosts > 1 || (hosts == 0 && framing_.version >= 11))
        return error(errc::bad_data, "the request does not have one Host header");
    std::string& target = framing_.target;
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (!target.starts_with(scheme)) continue;
        const std::size_t slash = target.find('/', scheme.size());
        target = slash == std::string::npos ? "/" : target.substr(slash);
        break;
    }
    if (!target.starts_with('/') && target != "*")
        return error(errc::bad_data, "the request's target is not a path");
    return {};
}

}}}  // namespace setpoint::v0::http
