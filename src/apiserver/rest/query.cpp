#include <apiserver/rest/query.hpp>

namespace setpoint::apiserver {

namespace {

int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

std::string unescaped(std::string_view s, bool plus_is_space) {
    std::string out;
    out.reserve(s.size());
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] == '%' && i + 2 < s.size() && hex(s[i + 1]) >= 0 && hex(s[i + 2]) >= 0) {
            out += static_cast<char>(hex(s[i + 1]) * 16 + hex(s[i + 2]));
            i += 2;
        } else {
            out += s[i] == '+' && plus_is_space ? ' ' : s[i];
        }
    }
    return out;
}

query_parameters::query_parameters(std::string_view query) {
    while (!query.empty()) {
        const std::size_t end = std::min(query.find('&'), query.size());
        const std::string_view one = query.substr(0, end);
        query.remove_prefix(std::min(end + 1, query.size()));
        if (one.empty()) continue;
        const std::size_t equals = one.find('=');
        const std::string_view value =
            equals == std::string_view::npos ? std::string_view() : one.substr(equals + 1);
        list_.emplace_back(unescaped(one.substr(0, equals), true), unescaped(value, true));
    }
}

bool query_parameters::has(std::string_view name) const {
    for (const auto& [key, value] : list_)
        if (key == name) return true;
    return false;
}

std::string_view query_parameters::get(std::string_view name) const {
    for (const auto& [key, value] : list_)
        if (key == name) return value;
    return {};
}

std::vector<std::string> query_parameters::all(std::string_view name) const {
    std::vector<std::string> out;
    for (const auto& [key, value] : list_)
        if (key == name) out.push_back(value);
    return out;
}

bool query_parameters::flag(std::string_view name) const {
    const std::string_view value = get(name);
    return !value.empty() && value != "false" && value != "0";
}

}  // namespace setpoint::apiserver
