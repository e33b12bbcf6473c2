#include "apiserver/kinds/named_formats.hpp"

#include "apiserver/kinds/shared/field_errors.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

template <messages (*Check)(std::string_view)>
void add_messages_of(std::string_view text, const std::string& path, field_errors& to) {
    add_invalid(to, path, text, Check(text));
}

void validate_path_segment(std::string_view text, const std::string& path, field_errors& to) {
    add_invalid(to, path, text, path_segment(text, false));
}

void validate_no_backsteps(std::string_view text, const std::string& path, field_errors& to) {
    if (("/" + std::string(text) + "/").find("/../") != std::string::npos)
        invalid(to, path, text, "must not contain '..'");
}

// Kubernetes lowers the case first and shows the lowered text.
void validate_caseless_name(std::string_view text, const std::string& path, field_errors& to) {
    std::string lowered(text);
    for (char& c : lowered)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    add_invalid(to, path, lowered, qualified_name(lowered));
}

constexpr std::pair<std::string_view, named_format> formats[] = {
    {"config-map-key", add_messages_of<config_key>},
    {"dns1035-label", add_messages_of<dns1035_label>},
    {"dns1123-label", add_messages_of<dns1123_label>},
    {"dns1123-subdomain", add_messages_of<dns1123_subdomain>},
    {"domain-prefixed-key", validate_domain_prefixed_key},
    {"domain-prefixed-path", validate_domain_prefixed_path},
    {"http-header-name", add_messages_of<http_header_name>},
    {"ip", add_messages_of<ip_address>},
    {"label-value", add_messages_of<label_value>},
    {"path-segment", validate_path_segment},
    {"percent", add_messages_of<percent>},
    {"port-name", add_messages_of<port_name>},
    {"path-without-backsteps", validate_no_backsteps},
    {"qualified-name", add_messages_of<qualified_name>},
    {"qualified-name-caseless", validate_caseless_name},
};

bool is_path_character(char c) {
    constexpr std::string_view others = "/%!$&'()*+,;=:._~-";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           others.find(c) != others.npos;
}

}  // namespace

named_format find_format(std::string_view name) {
    const auto* found = std::ranges::find(formats, name, [](const auto& row) { return row.first; });
    return found == std::end(formats) ? nullptr : found->second;
}

void validate_domain_prefixed_path(std::string_view text, const std::string& path, field_errors& to) {
    if (text.empty()) {
        required(to, path);
        return;
    }
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos || slash == 0 || slash + 1 == text.size()) {
        invalid(to, path, text, R"(must be a domain-prefixed path (such as "acme.io/foo"))");
        return;
    }
    const std::string_view host = text.substr(0, slash), rest = text.substr(slash + 1);
    add_invalid(to, path, host, dns1123_subdomain(host));
    if (std::ranges::all_of(rest, is_path_character)) return;
    invalid(to, path, rest,
            R"(Invalid path (regex used for validation is '[A-Za-z0-9/\-._~%!$&'()*+,;=:]+'))");
}

void validate_domain_prefixed_key(std::string_view text, const std::string& path, field_errors& to) {
    if (text.empty()) {
        required(to, path);
        return;
    }
    const messages wrong = qualified_name(text);
    add_invalid(to, path, text, wrong);
    if (wrong.empty() && text.find('/') == std::string_view::npos)
        invalid(to, path, text, R"(must be a domain-prefixed key (such as "acme.io/foo"))");
}

}}}  // namespace setpoint::v0::apiserver
