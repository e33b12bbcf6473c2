#include "base64.hpp"
#include <setpoint/client/credentials.hpp>

#include <fmt/format.h>

namespace setpoint {

result<secret> parse_token(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return error(errc::bad_data, "holds no token");
    text = text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
    // A header value ends at a line end: what follows it would be another header.
    for (const char c : text)
        if (c <= ' ' || c > '~') return error(errc::bad_data, "holds characters that a token cannot have");
    return secret(std::string(text));
}

credentials::credentials(credential_settings settings, const clock& now,
                         std::function<result<std::string>(const std::string&)> read_file, logger log)
    : settings_(std::move(settings)), clock_(now), read_file_(std::move(read_file)), log_(std::move(log)) {
    next_read_ = settings_.token.empty() ? clock_.now() : saturating_add(clock_.now(), reread_after);
}

void credentials::authorize(http::request& r) {
    if (!settings_.token_file.empty() && clock_.now() >= next_read_) read_token();
    if (!settings_.token.empty()) {
        r.headers.push_back({"Authorization", fmt::format("Bearer {}", settings_.token.reveal())});
    } else if (!settings_.username.empty()) {
        const std::string pair = fmt::format("{}:{}", settings_.username, settings_.password.reveal());
        r.headers.push_back({"Authorization", "Basic " + base64_encode(pair)});
    }
}

bool credentials::renew() {
    return !settings_.token_file.empty() && read_token();
}

bool credentials::read_token() {
    next_read_ = saturating_add(clock_.now(), reread_after);
    const auto fail = [this](const error& why) {
        if (!failing_)
            log_.warn("token file cannot be read; keeping the old token",
                      {{"file", settings_.token_file}, {"error", why.message}});
        failing_ = true;
        return false;
    };
    const auto content = read_file_(settings_.token_file);
    if (!content) return fail(content.error());
    auto token = parse_token(*content);
    if (!token) return fail(token.error());
    failing_ = false;
    if (*token == settings_.token) return false;
    settings_.token = std::move(*token);
    return true;
}

}  // namespace setpoint
