#include "cli/validate/status_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

// Go names the struct and the path: "... into Go struct field DeploymentSpec.spec.replicas of type int32".
std::string field_of_decode_error(std::string_view message) {
    constexpr std::string_view mark = "Go struct field ";
    const std::size_t at = message.find(mark);
    if (at == std::string_view::npos) return {};
    std::string_view rest = message.substr(at + mark.size());
    rest = rest.substr(0, rest.find(" of type"));
    const std::size_t dot = rest.find('.');
    return dot == std::string_view::npos ? std::string() : std::string(rest.substr(dot + 1));
}

// What is between the first quotes.
std::string quoted_part(std::string_view text) {
    const std::size_t begin = text.find('"');
    const std::size_t end = begin == std::string_view::npos ? begin : text.find('"', begin + 1);
    return end == std::string_view::npos ? std::string()
                                         : std::string(text.substr(begin + 1, end - begin - 1));
}

// `unknown field "spec.a", duplicate field "spec.b"`
std::vector<status_part> strict_parts(std::string_view errors) {
    std::vector<status_part> parts;
    while (!errors.empty()) {
        std::size_t end = errors.size();
        for (const std::string_view next : {", unknown field ", ", duplicate field ", ", json: "})
            end = std::min(end, errors.find(next, 1));
        const std::string_view one = errors.substr(0, end);
        const std::string decode = field_of_decode_error(one);
        parts.push_back({decode.empty() ? quoted_part(one) : decode, std::string(one)});
        errors.remove_prefix(std::min(errors.size(), end == errors.size() ? end : end + 2));
    }
    return parts;
}

bool is_path_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '[' || c == ']' || c == '_' ||
           c == '-' || c == '/';
}

}  // namespace

std::string leading_field(std::string_view message) {
    if (message.starts_with("unknown field ") || message.starts_with("duplicate field "))
        return quoted_part(message);
    const auto end = std::ranges::find_if_not(message, is_path_character);
    const bool is_path = end != message.end() && *end == ':' && end != message.begin();
    return is_path ? std::string(message.begin(), end) : std::string();
}

std::vector<status_part> parts_of_status(const bj::object& status) {
    const std::string_view message = text_in(status, "message");
    constexpr std::string_view mark = "strict decoding error: ";
    if (const std::size_t at = message.find(mark); at != std::string_view::npos)
        return strict_parts(message.substr(at + mark.size()));
    const bj::object* const details = object_in(status, "details");
    const bj::array* const causes = details ? array_in(*details, "causes") : nullptr;
    std::vector<status_part> parts;
    for (const bj::value& each : causes ? *causes : bj::array()) {
        const bj::object* const cause = each.if_object();
        if (cause == nullptr) continue;
        std::string field(text_in(*cause, "field"));
        const std::string text(text_in(*cause, "message"));
        if (field == "<nil>") field.clear();
        parts.push_back({field, field.empty() ? text : fmt::format("{}: {}", field, text)});
    }
    // A Status of another reason may have causes that say less than its message.
    if (parts.empty() || text_in(status, "reason") != "Invalid")
        parts = {{field_of_decode_error(message), std::string(message)}};
    return parts;
}

}}}  // namespace setpoint::v0::cli
