#include "framework/cache/watch_frames.hpp"

#include "framework/json/member_scanner.hpp"
#include "setpoint/core/shortened.hpp"

#include <fmt/format.h>

#include <cstring>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::size_t kept_buffer = 64 * 1024;  // capacity that a large frame may leave allocated
constexpr std::size_t excerpt = 128;            // of an invalid frame, for the log

struct spelling {
    std::string_view name;
    watch_event type;
};
constexpr spelling spellings[] = {{"ADDED", watch_event::added},
                                  {"MODIFIED", watch_event::modified},
                                  {"DELETED", watch_event::deleted},
                                  {"BOOKMARK", watch_event::bookmark},
                                  {"ERROR", watch_event::error}};

std::optional<watch_event> parse_type(std::string_view name) {
    for (const spelling& s : spellings)
        if (s.name == name) return s.type;
    return std::nullopt;
}

std::string_view trim(std::string_view s) {
    while (!s.empty() && json::is_blank(s.front())) s.remove_prefix(1);
    while (!s.empty() && json::is_blank(s.back())) s.remove_suffix(1);
    return s;
}

// The exact format that the API server writes. Only the ends of the object are checked; the decoder
// does the rest.
std::optional<watch_frame> parse_usual(std::string_view line) {
    constexpr std::string_view head = "{\"type\":\"", middle = "\",\"object\":";
    if (!line.starts_with(head)) return std::nullopt;
    line.remove_prefix(head.size());
    for (const spelling& s : spellings) {
        if (!line.starts_with(s.name) || !line.substr(s.name.size()).starts_with(middle)) continue;
        line.remove_prefix(s.name.size() + middle.size());
        if (line.size() < 3 || line.front() != '{' || !line.ends_with("}}")) return std::nullopt;
        line.remove_suffix(1);
        return watch_frame{s.type, line};
    }
    return std::nullopt;
}

// Accepts any member order, any white space and unknown members. Returns the problem, or "".
std::string_view parse_any(std::string_view line, watch_frame& out) {
    json::member_scanner scan(line);
    std::string_view type, object;
    if (!scan.take('{')) return "is not a JSON object";
    bool more = !scan.take('}');
    while (more) {
        const std::string_view name = scan.take_string();
        if (name.empty() || !scan.take(':')) return "is not a JSON object";
        const std::string_view value = scan.take_value();
        if (value.empty()) return "is not a JSON object";
        if (name == "\"type\"") type = value;
        if (name == "\"object\"") object = value;
        more = scan.take(',');
        if (!more && !scan.take('}')) return "is not a JSON object";
    }
    if (!scan.at_end()) return "has more after its JSON object";
    if (!type.starts_with('"')) return "has no type";
    if (!object.starts_with('{') || !object.ends_with('}')) return "has no object";
    const auto event = parse_type(type.substr(1, type.size() - 2));
    if (!event) return "has an unknown type";
    out = {*event, object};
    return {};
}

}  // namespace

std::string_view to_string(watch_event e) noexcept {
    for (const spelling& s : spellings)
        if (s.type == e) return s.name;
    return "UNKNOWN";
}

error watch_frames::fault_in_frame(errc code, std::string_view what, std::string_view line) const {
    error e(code, fmt::format("watch frame {} {}", count_, what));
    e.server_text = shortened(line, excerpt);
    return e;
}

result<std::optional<std::string_view>> watch_frames::next_line() {
    if (line_done_) {
        line_done_ = false;
        line_.clear();
        if (line_.capacity() > kept_buffer) line_.shrink_to_fit();
    }
    if (piece_.empty()) return std::nullopt;
    const void* const end = std::memchr(piece_.data(), '\n', piece_.size());
    const std::size_t n =
        end ? static_cast<std::size_t>(static_cast<const char*>(end) - piece_.data()) : piece_.size();
    if (line_.size() + n > limit_) {
        ++count_;
        return fault_in_frame(errc::too_large, fmt::format("has more than {} bytes", limit_),
                              line_.empty() ? piece_.substr(0, n) : std::string_view(line_));
    }
    std::string_view line = piece_.substr(0, n);
    piece_.remove_prefix(end ? n + 1 : n);
    if (end && line_.empty()) return line;
    line_.append(line);
    if (!end) return std::nullopt;
    line_done_ = true;
    return std::string_view(line_);
}

result<std::optional<watch_frame>> watch_frames::next() {
    for (;;) {
        auto line = next_line();
        if (!line) return line.error();
        if (!*line) return std::nullopt;
        const std::string_view text = trim(**line);
        if (text.empty()) continue;
        ++count_;
        if (auto usual = parse_usual(text)) return usual;
        watch_frame frame{};
        const std::string_view wrong = parse_any(text, frame);
        if (!wrong.empty()) return fault_in_frame(errc::bad_data, wrong, text);
        return frame;
    }
}

}}  // namespace setpoint::v0
