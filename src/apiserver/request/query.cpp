#include "apiserver/request/query.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

constexpr std::ptrdiff_t max_parameters = 10'000;  // net/url's defaultMaxParams

bool is_escape(std::string_view s) {
    return s.size() >= 3 && hex(s[1]) >= 0 && hex(s[2]) >= 0;
}

// strings.EqualFold(s, "false"): the long s (U+017F) equals s.
bool is_false(std::string_view s) {
    constexpr std::string_view long_s = "\u017f", word = "false";
    std::string plain(s);
    if (const std::size_t at = plain.find(long_s); at != std::string::npos)
        plain.replace(at, long_s.size(), "s");
    return std::ranges::equal(plain, word, [](char a, char b) { return a == b || a == b - 'a' + 'A'; });
}

}  // namespace

bool has_broken_escape(std::string_view s) {
    for (std::size_t i = s.find('%'); i != std::string_view::npos; i = s.find('%', i + 1))
        if (!is_escape(s.substr(i))) return true;
    return false;
}

std::string unescaped(std::string_view s, bool plus_is_space) {
    std::string out;
    out.reserve(s.size());
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] == '%' && is_escape(s.substr(i))) {
            out += static_cast<char>(hex(s[i + 1]) * 16 + hex(s[i + 2]));
            i += 2;
        } else {
            out += s[i] == '+' && plus_is_space ? ' ' : s[i];
        }
    }
    return out;
}

query_parameters::query_parameters(std::string_view query) {
    if (std::ranges::count(query, '&') >= max_parameters) return;
    while (!query.empty()) {
        const std::size_t end = std::min(query.find('&'), query.size());
        const std::string_view one = query.substr(0, end);
        query.remove_prefix(std::min(end + 1, query.size()));
        if (one.empty() || one.find(';') != std::string_view::npos || has_broken_escape(one)) continue;
        const std::size_t equals = one.find('=');
        const std::string_view value =
            equals == std::string_view::npos ? std::string_view() : one.substr(equals + 1);
        list_.emplace_back(unescaped(one.substr(0, equals), true), unescaped(value, true));
    }
}

std::optional<std::string_view> query_parameters::find(std::string_view name) const {
    for (const auto& [key, value] : list_)
        if (key == name) return value;
    return std::nullopt;
}

std::vector<std::string> query_parameters::all(std::string_view name) const {
    std::vector<std::string> out;
    for (const auto& [key, value] : list_)
        if (key == name) out.push_back(value);
    return out;
}

std::optional<bool> query_parameters::boolean(std::string_view name) const {
    const auto value = find(name);
    if (!value) return std::nullopt;
    return *value != "0" && !is_false(*value);
}

}}}  // namespace setpoint::v0::apiserver
