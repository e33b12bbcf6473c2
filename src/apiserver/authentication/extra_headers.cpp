#include "apiserver/authentication/extra_headers.hpp"

#include "framework/core/ascii.hpp"

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// url.PathUnescape of a text in lower case; the text itself if that fails.
std::string unescaped_key(std::string text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out.push_back(text[i]);
            continue;
        }
        const int high = i + 2 < text.size() ? digit_of(text[i + 1]) : -1;
        const int low = i + 2 < text.size() ? digit_of(text[i + 2]) : -1;
        if (high < 0 || low < 0) return text;
        out.push_back(static_cast<char>(high * 16 + low));
        i += 2;
    }
    return out;
}

}  // namespace

void add_extra(const std::vector<http::header>& headers, std::string_view prefix,
               std::map<std::string, std::vector<std::string>>& to) {
    for (const http::header& h : headers) {
        const std::string_view name = h.name;
        if (name.size() < prefix.size() || !http::same_token(name.substr(0, prefix.size()), prefix)) continue;
        to[unescaped_key(lower_case(name.substr(prefix.size())))].push_back(h.value);
    }
}

}}}  // namespace setpoint::v0::apiserver::authentication
