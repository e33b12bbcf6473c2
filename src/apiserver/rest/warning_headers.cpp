#include "apiserver/rest/warning_headers.hpp"

#include "setpoint/core/shortened.hpp"

#include <algorithm>
#include <string_view>

namespace setpoint::inline v0::apiserver {

namespace {

// Limits on warning texts, as in the real server.
constexpr std::size_t max_warnings = 4096, max_cut_warning = 256;

std::string warning_header(std::string_view text) {
    std::string out = "299 - \"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) out += c;
    }
    return out + '"';
}

}  // namespace

void add_warnings(http::response& to, const std::vector<std::string>& warnings) {
    std::vector<std::string_view> sent;
    // must_send: the number of warnings when the total exceeded the limit; they may be cut, but are
    // all sent.
    std::size_t size = 0, must_send = 0;
    for (const std::string& w : warnings) {
        if (w.empty() || std::ranges::find(sent, w) != sent.end()) continue;
        sent.push_back(w);
        size += w.size();
        if (size > max_warnings && must_send == 0) must_send = sent.size();
    }
    const std::size_t longest = must_send == 0 ? std::string_view::npos : max_cut_warning;
    size = 0;
    for (std::size_t i = 0; i < sent.size(); ++i) {
        if (must_send != 0 && i >= must_send && size >= max_warnings) return;
        const std::string_view text = utf8_prefix(sent[i], longest);
        size += text.size();
        to.headers.push_back({"Warning", warning_header(text)});
    }
}

}  // namespace setpoint::inline v0::apiserver
