#include "apiserver/authentication/bearer.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/resources/web_token.hpp"
#include "framework/core/ascii.hpp"
#include "framework/core/utf8.hpp"

#include <algorithm>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

constexpr std::string_view invalid_token = "invalid bearer token",
                           token_protocol = "base64url.bearer.authorization.k8s.io.";

verdict of_token(const token_authenticator& tokens, std::string_view token, const credentials& c) {
    verdict v =
        tokens.authenticate({.token = token, .now = c.now, .audiences = c.audiences, .answers = c.answers});
    if (!v.is_authenticated() && !v.is_refused() && !v.question) v.errors.emplace_back(invalid_token);
    return v;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t size = utf8_sequence(text);
        if (size == 0) return false;
        text.remove_prefix(size);
    }
    return true;
}

// Like httpstream.IsUpgradeRequest for a WebSocket.
bool asks_for_websocket(const credentials& c) {
    if (!http::same_token(http::find_header(c.headers, "Upgrade"), "websocket")) return false;
    return std::ranges::any_of(header_values(c.headers, "Connection"), [](std::string_view v) {
        return lower_case(v).find("upgrade") != std::string::npos;
    });
}

struct offered_protocols {
    std::string token{};
    bool has_token = false, has_other = false;
    std::string error{};
};

void take(offered_protocols& to, std::string_view protocol) {
    if (!protocol.starts_with(token_protocol)) {
        to.has_other = true;
        return;
    }
    if (to.has_token) {
        to.error = "multiple base64.bearer.authorization tokens specified";
        return;
    }
    to.has_token = true;
    auto token = base64url_decode(protocol.substr(token_protocol.size()));
    if (!token)
        to.error = "invalid base64.bearer.authorization token encoding";
    else if (!is_utf8(*token))
        to.error = "invalid base64.bearer.authorization token";
    else
        to.token = std::move(*token);
}

offered_protocols protocols_of(const credentials& c) {
    offered_protocols out;
    for (std::string_view line : header_values(c.headers, "Sec-WebSocket-Protocol"))
        for (;;) {
            const std::size_t comma = line.find(',');
            take(out, go_text::trimmed(line.substr(0, comma)));
            if (!out.error.empty()) return out;
            if (comma == std::string_view::npos) break;
            line.remove_prefix(comma + 1);
        }
    return out;
}

}  // namespace

verdict bearer_authenticator::authenticate(const credentials& c) const {
    const std::string_view sent = go_text::trimmed(http::find_header(c.headers, "Authorization"));
    const std::size_t blank = sent.find(' ');
    if (blank == std::string_view::npos || !http::same_token(sent.substr(0, blank), "bearer")) return {};
    const std::string_view rest = sent.substr(blank + 1);
    const std::string_view token = rest.substr(0, rest.find(' '));
    if (!token.empty()) return of_token(tokens_, token, c);
    verdict nothing;
    if (rest.find(' ') != std::string_view::npos)
        nothing.warnings.emplace_back(
            "the provided Authorization header contains extra space before the bearer token, and is ignored");
    return nothing;
}

verdict websocket_authenticator::authenticate(const credentials& c) const {
    if (!asks_for_websocket(c)) return {};
    const offered_protocols offered = protocols_of(c);
    if (!offered.error.empty()) return verdict::refused(offered.error);
    if (offered.token.empty()) return {};
    if (!offered.has_other) return verdict::refused("missing additional subprotocol");
    return of_token(tokens_, offered.token, c);
}

}}}  // namespace setpoint::v0::apiserver::authentication
