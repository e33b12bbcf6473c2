#include "setpoint/client/credentials.hpp"

#include "framework/client/exec_plugin.hpp"
#include "framework/core/base64.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace setpoint { inline namespace v0 {

result<secret> parse_token(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return error(errc::bad_data, "contains no token");
    text = text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
    // A line break would end the header value and start another header.
    for (const char c : text)
        if (c <= ' ' || c > '~')
            return error(errc::bad_data, "contains characters that are invalid in a token");
    return secret(std::string(text));
}

std::string impersonation_extra_header(std::string_view key) {
    constexpr std::string_view also = "!#$&'*+-.^_`|~";  // RFC 9110, 5.6.2, without '%'
    std::string name = "Impersonate-Extra-";
    for (const char c : key) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           also.find(c) != std::string_view::npos;
        if (plain)
            name += c;
        else
            name += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return name;
}

credentials::credentials(credential_settings settings, const clock& now,
                         std::function<result<std::string>(const std::string&)> read_file, logger log,
                         exec_plugin* plugin, certificate_check certificates)
    : settings_(std::move(settings)),
      clock_(now),
      read_file_(std::move(read_file)),
      log_(std::move(log)),
      plugin_(plugin),
      certificates_(std::move(certificates)) {
    if (settings_.exec && !plugin_) throw std::logic_error("credentials: exec without a plugin");
    next_read_ = settings_.token.empty() ? clock_.now() : saturating_add(clock_.now(), reread_after);
}

bool credentials::prepared() const {
    return !plugin_ || plugin_->fresh();
}

awaitable<result<>> credentials::prepare() {
    if (prepared()) co_return result<>();
    co_return co_await plugin_->refresh();
}

const secret& credentials::token() const {
    return plugin_ ? plugin_->answer().token : settings_.token;
}

// All are counters that only grow, so their sum changes whenever one of them does.
std::uint64_t credentials::version() const {
    return tokens_ + (plugin_ ? plugin_->version() : 0) +
           (certificates_.version ? certificates_.version() : 0);
}

credential_stamp credentials::authorize(http::request& r) {
    if (!settings_.token_file.empty() && clock_.now() >= next_read_) read_token();
    if (!token().empty()) {
        r.headers.add("Authorization", fmt::format("Bearer {}", token().reveal()));
    } else if (!settings_.username.empty()) {
        const std::string pair = fmt::format("{}:{}", settings_.username, settings_.password.reveal());
        r.headers.add("Authorization", "Basic " + base64_encode(pair));
    }
    impersonate(r);
    return {version(), renewals_};
}

void credentials::impersonate(http::request& r) const {
    const impersonation& as = settings_.as;
    if (as.user.empty()) return;
    r.headers.add("Impersonate-User", as.user);
    if (!as.uid.empty()) r.headers.add("Impersonate-Uid", as.uid);
    for (const std::string& g : as.groups) r.headers.add("Impersonate-Group", g);
    for (const auto& [key, values] : as.extra)
        for (const std::string& v : values) r.headers.add(impersonation_extra_header(key), v);
}

awaitable<bool> credentials::renew(credential_stamp used) {
    // another request was refused before and has renewed them
    if (version() != used.version) co_return true;
    if (renewals_ != used.renewals) co_return false;  // and found no others
    if (plugin_) {
        // A failure is logged, and the server's refusal is the more useful error for the caller.
        (void)co_await plugin_->refresh();
    }
    if (!settings_.token_file.empty()) read_token();
    if (certificates_.look) certificates_.look();
    ++renewals_;
    co_return version() != used.version;
}

void credentials::read_token() {
    next_read_ = saturating_add(clock_.now(), reread_after);
    const auto fail = [this](const error& why) {
        if (!failing_)
            log_.warn("token file cannot be read; keeping the old token",
                      {{"file", settings_.token_file}, {"error", why.message}});
        failing_ = true;
    };
    const auto content = read_file_(settings_.token_file);
    if (!content) return fail(content.error());
    auto token = parse_token(*content);
    if (!token) return fail(token.error());
    failing_ = false;
    if (*token == settings_.token) return;
    settings_.token = std::move(*token);
    ++tokens_;
}

}}  // namespace setpoint::v0
