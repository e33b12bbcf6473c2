#include "setpoint/http/message.hpp"

namespace setpoint { inline namespace v0 { namespace http {

namespace {
constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}
}  // namespace

bool same_token(std::string_view a, std::string_view b) noexcept {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (lower(a[i]) != lower(b[i])) return false;
    return true;
}

std::string_view find_header(const std::vector<header>& headers, std::string_view name) noexcept {
    for (const header& h : headers)
        if (same_token(h.name, name)) return h.value;
    return {};
}

std::string_view find_header(const header_list& headers, std::string_view name) noexcept {
    for (const auto& [its_name, value] : headers)
        if (same_token(its_name, name)) return value;
    return {};
}

}}}  // namespace setpoint::v0::http
