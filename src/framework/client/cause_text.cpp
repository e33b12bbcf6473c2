#include "framework/client/cause_text.hpp"

#include "setpoint/core/shortened.hpp"

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::size_t max_field = 128, max_value = 64, max_text = 256;
constexpr std::string_view colon = ": ";

// The error types that include the value: apimachinery/pkg/util/validation/field/errors.go.
constexpr std::array<std::string_view, 6> with_value{"Invalid value", "Unsupported value", "Duplicate value",
                                                     "Not found",     "Too many",          "Too few"};
constexpr std::array<std::string_view, 5> without_value{"Forbidden", "Required value", "Too long",
                                                        "Too short", "Internal error"};

// Returns the length of the value at the beginning of `s`; nothing if `s` is a sentence. A value
// has no blanks outside quotes and brackets.
std::size_t size_of_value(std::string_view s) {
    std::size_t depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < s.size(); ++i) {
        const char c = s[i];
        if (quoted) {
            if (c == '\\') ++i;
            if (c == '"') quoted = false;
            continue;
        }
        if (c == '"') quoted = true;
        if (c == '{' || c == '[' || c == '(') ++depth;
        if ((c == '}' || c == ']' || c == ')') && depth > 0) --depth;
        if (depth > 0) continue;
        if (s.substr(i).starts_with(colon)) return i;
        if (c == ' ') return 0;
    }
    return s.size();
}

bool begins_with(std::string_view message, std::string_view what) {
    if (!message.starts_with(what)) return false;
    return message.size() == what.size() || message.substr(what.size()).starts_with(colon);
}

}  // namespace

cause_parts split_cause(std::string_view message) {
    const auto begins = [&](std::string_view what) { return begins_with(message, what); };
    const auto valued = std::ranges::find_if(with_value, begins);
    const auto bare = std::ranges::find_if(without_value, begins);
    if (valued == with_value.end() && bare == without_value.end()) return {{}, {}, message};
    cause_parts p;
    p.what = valued != with_value.end() ? *valued : *bare;
    std::string_view rest = message.substr(std::min(message.size(), p.what.size() + colon.size()));
    if (valued != with_value.end()) {
        p.value = rest.substr(0, size_of_value(rest));
        rest.remove_prefix(p.value.empty() ? 0 : std::min(rest.size(), p.value.size() + colon.size()));
    }
    p.detail = rest;
    return p;
}

std::string short_cause(std::string_view message) {
    const cause_parts p = split_cause(message);
    const std::string_view detail = p.detail.substr(0, p.detail.find('\n'));
    std::string text(p.what);
    for (const std::string_view part : {p.value.size() > max_value ? "..." : p.value, detail}) {
        if (part.empty()) continue;
        if (!text.empty()) text += colon;
        text += part;
    }
    return shortened(text, max_text);
}

std::string lines_of_causes(const std::vector<status_cause>& causes, std::size_t limit) {
    constexpr std::string_view more = "and more";
    std::string lines;
    for (const status_cause& c : causes) {
        std::string one = short_cause(c.message);
        if (!c.field_path.empty()) {
            const std::string_view field(c.field_path);
            one = shortened(field.substr(0, field.find('\n')), max_field).append(colon).append(one);
        }
        if (lines.size() + one.size() + more.size() + 2 > limit) return lines.append(more);
        lines.append(one).push_back('\n');
    }
    if (!lines.empty()) lines.pop_back();
    return lines;
}

std::size_t size_of_field(std::string_view line) {
    if (!split_cause(line).what.empty()) return 0;
    const std::size_t size = size_of_value(line);
    return size > 0 && size < line.size() ? size + colon.size() : 0;
}

}}  // namespace setpoint::v0
