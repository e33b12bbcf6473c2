#include "setpoint/cel/kubernetes.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

constexpr std::array<std::string_view, 21> reserved_names = {
    "true",     "false",   "null",      "in",       "as",  "break",  "const",
    "continue", "else",    "for",       "function", "if",  "import", "let",
    "loop",     "package", "namespace", "return",   "var", "void",   "while"};

constexpr std::pair<std::string_view, std::string_view> escapes[] = {
    {"__", "underscores"}, {".", "dot"}, {"-", "dash"}, {"/", "slash"}};

bool is_reserved_name(std::string_view name) {
    return std::find(reserved_names.begin(), reserved_names.end(), name) != reserved_names.end();
}

bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

std::optional<std::string> escape_property(std::string_view name) {
    if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return std::nullopt;
    if (is_reserved_name(name)) return "__" + std::string(name) + "__";
    std::string made;
    for (std::size_t at = 0; at < name.size();) {
        const auto found = std::find_if(std::begin(escapes), std::end(escapes), [&](const auto& each) {
            return name.substr(at).starts_with(each.first);
        });
        if (found != std::end(escapes)) {
            made += "__" + std::string(found->second) + "__";
            at += found->first.size();
        } else if (is_plain(name[at])) {
            made += name[at++];
        } else {
            return std::nullopt;
        }
    }
    return made;
}

std::optional<std::string> unescape_property(std::string_view identifier) {
    std::string made;
    for (std::size_t at = 0; at < identifier.size();) {
        const std::size_t end =
            identifier.substr(at).starts_with("__") ? identifier.find('_', at + 2) : std::string_view::npos;
        const bool sequence =
            end != std::string_view::npos && end > at + 2 && identifier.substr(end).starts_with("__");
        if (!sequence) {
            made += identifier[at++];
            continue;
        }
        const std::string_view content = identifier.substr(at + 2, end - at - 2);
        const auto found = std::find_if(std::begin(escapes), std::end(escapes),
                                        [&](const auto& each) { return each.second == content; });
        if (found != std::end(escapes))
            made += found->first;
        else if (is_reserved_name(content) && content.size() + 4 == identifier.size())
            made += content;
        else
            return std::nullopt;
        at = end + 2;
    }
    return made;
}

}}}  // namespace setpoint::v0::cel
