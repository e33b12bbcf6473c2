#include "apiserver/format/warning_headers.hpp"

#include "setpoint/core/shortened.hpp"

#include <algorithm>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Limits on warning texts, as in the real server.
constexpr std::size_t max_warnings = 4096, max_cut_warning = 256;

std::string warning_header(std::string_view text) {
    std::string out = "299 - \"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

// Go's unicode.IsControl: U+0000 to U+001F and U+007F to U+009F. Such a text cannot be in a header.
bool has_control(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c < 0x20 || c == 0x7f) return true;
        if (c == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0) return true;
    }
    return false;
}

}  // namespace

void add_warnings(http::response& to, const std::vector<std::string>& warnings) {
    std::vector<std::string_view> sent;
    // must_send: the number of warnings when the total exceeded the limit; they may be cut, but are
    // all sent.
    std::size_t size = 0, must_send = 0;
    for (const std::string& w : warnings) {
        if (w.empty() || has_control(w) || std::ranges::find(sent, w) != sent.end()) continue;
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

}}}  // namespace setpoint::v0::apiserver
