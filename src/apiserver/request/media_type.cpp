#include "apiserver/request/body.hpp"
#include "framework/core/ascii.hpp"

#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view blanks_of_go = " \t\n\v\f\r";

std::string_view without_blanks(std::string_view s) {
    const std::size_t begin = s.find_first_not_of(blanks_of_go);
    if (begin == s.npos) return {};
    return s.substr(begin, s.find_last_not_of(blanks_of_go) + 1 - begin);
}

void skip_blanks(std::string_view& s) {
    s.remove_prefix(std::min(s.find_first_not_of(blanks_of_go), s.size()));
}

// RFC 2045, 5.1.
std::string_view take_token(std::string_view& s) {
    constexpr std::string_view special = "()<>@,;:\\\"/[]?=";
    std::size_t n = 0;
    while (n < s.size() && s[n] > ' ' && s[n] < 0x7f && special.find(s[n]) == special.npos) ++n;
    const std::string_view token = s.substr(0, n);
    s.remove_prefix(n);
    return token;
}

// A quoted value; empty, with `s` unchanged, if it is not terminated.
std::optional<std::string> take_quoted(std::string_view& s) {
    constexpr std::string_view special = "()<>@,;:\\\"/[]?=";
    std::string out;
    for (std::size_t i = 1; i < s.size(); ++i) {
        if (s[i] == '"') {
            s.remove_prefix(i + 1);
            return out;
        }
        if (s[i] == '\r' || s[i] == '\n') return std::nullopt;
        if (s[i] == '\\' && i + 1 < s.size() && special.find(s[i + 1]) != special.npos) ++i;
        out += s[i];
    }
    return std::nullopt;
}

// "; name=value"; empty if it is malformed.
std::optional<std::pair<std::string, std::string>> take_parameter(std::string_view& s) {
    skip_blanks(s);
    if (!s.starts_with(';')) return std::nullopt;
    s.remove_prefix(1);
    skip_blanks(s);
    const std::string name = lower_case(take_token(s));
    skip_blanks(s);
    if (name.empty() || !s.starts_with('=')) return std::nullopt;
    s.remove_prefix(1);
    skip_blanks(s);
    if (s.starts_with('"')) {
        auto value = take_quoted(s);
        if (!value) return std::nullopt;
        return std::pair(name, *std::move(value));
    }
    const std::string_view value = take_token(s);
    if (value.empty()) return std::nullopt;
    return std::pair(name, std::string(value));
}

bool is_type(std::string_view s) {
    if (take_token(s).empty()) return false;
    if (s.empty()) return true;
    if (s[0] != '/') return false;
    s.remove_prefix(1);
    return !take_token(s).empty() && s.empty();
}

}  // namespace

std::optional<std::string> media_type(std::string_view content_type) {
    std::string type = lower_case(without_blanks(content_type.substr(0, content_type.find(';'))));
    if (!is_type(type)) return std::nullopt;
    std::string_view rest = content_type.substr(std::min(content_type.find(';'), content_type.size()));
    std::map<std::string, std::string> seen;
    while (!without_blanks(rest).empty() && without_blanks(rest) != ";") {
        auto parameter = take_parameter(rest);
        if (!parameter) return std::nullopt;
        const auto [at, fresh] = seen.try_emplace(parameter->first, parameter->second);
        if (!fresh && at->second != parameter->second) return std::nullopt;
    }
    return type;
}

std::string_view patch_type(std::string_view content_type) {
    const std::size_t end = content_type.find(';');
    return end == 0 ? content_type : content_type.substr(0, end);
}

}}}  // namespace setpoint::v0::apiserver
