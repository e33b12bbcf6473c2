#include "setpoint/core/log.hpp"

#include "framework/core/digits.hpp"
#include "framework/core/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::size_t usual_line = 256;

void put_timestamp(std::string& out, wall_time when) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(when);
    const auto millis = std::chrono::duration_cast<std::chrono::milliseconds>(when - seconds).count();
    append_rfc3339(seconds, static_cast<std::uint32_t>(millis), 3, out);
}

// Controls that a terminal may act on: C0, DEL, and C1 in UTF-8 (U+009B begins escape sequences).
bool is_control(std::string_view sequence) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
    if (sequence.size() == 1) return byte(0) < 0x20 || byte(0) == 0x7f;
    return sequence.size() == 2 && byte(0) == 0xc2 && byte(1) < 0xa0;
}

// Calls f with each UTF-8 sequence of s, and with an empty one for each invalid byte.
template <class F>
void for_each_sequence(std::string_view s, F f) {
    while (!s.empty()) {
        const std::size_t n = utf8_sequence(s);
        f(s.substr(0, n));
        s.remove_prefix(std::max<std::size_t>(n, 1));
    }
}

// True for most logged strings: no character needs escaping or quoting.
bool is_plain(std::string_view s) {
    return std::all_of(s.begin(), s.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

void put_json(std::string& out, std::string_view s) {
    constexpr std::string_view plain = "\"\\\n\r\t", letters = "\"\\nrt";
    out += '"';
    if (is_plain(s) && s.find_first_of(plain) == s.npos) {
        out += s;
        out += '"';
        return;
    }
    for_each_sequence(s, [&](std::string_view sequence) {
        if (sequence.empty()) {
            out += "\\ufffd";
        } else if (const auto at = plain.find(sequence.front()); at != plain.npos) {
            out += '\\';
            out += letters[at];
        } else if (is_control(sequence)) {
            out +=
                fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(sequence.back())));
        } else {
            out += sequence;
        }
    });
    out += '"';
}

// Quotes a value that would be read as several words or as none. Control characters never reach a
// terminal.
void put_text(std::string& out, std::string_view s) {
    bool plain = !s.empty() && s.find_first_of(" \"=\\") == std::string_view::npos;
    if (plain && !is_plain(s))
        for_each_sequence(
            s, [&](std::string_view sequence) { plain &= !sequence.empty() && !is_control(sequence); });
    if (plain)
        out += s;
    else
        put_json(out, s);
}

void put_message(std::string& out, std::string_view s) {
    if (is_plain(s)) {
        out += s;
        return;
    }
    for_each_sequence(s, [&](std::string_view sequence) {
        if (sequence.empty())
            out += "\xef\xbf\xbd";  // U+FFFD
        else
            out += is_control(sequence) ? " " : sequence;
    });
}

std::string render(const log_field::value_type& v) {
    const auto rendered = [](const auto& x) {
        if constexpr (std::is_same_v<decltype(x), const std::string_view&>)
            return std::string(x);
        else
            return fmt::format("{}", x);
    };
    return std::visit(rendered, v);
}

}  // namespace

std::string_view to_string(log_level level) noexcept {
    switch (level) {
        case log_level::trace:
            return "trace";
        case log_level::debug:
            return "debug";
        case log_level::info:
            return "info";
        case log_level::warn:
            return "warn";
        case log_level::error:
            return "error";
        case log_level::off:
            return "off";
    }
    return "unknown";
}

bool parse(std::string_view s, log_level& level) noexcept {
    if (s == "warning") s = "warn";
    for (const auto l : {log_level::trace, log_level::debug, log_level::info, log_level::warn,
                         log_level::error, log_level::off}) {
        if (s != to_string(l)) continue;
        level = l;
        return true;
    }
    return false;
}

void text_sink::write(const log_record& r) {
    static constexpr std::string_view names[] = {"TRACE", "DEBUG", "INFO ", "WARN ", "ERROR", "OFF  "};
    std::string line;
    line.reserve(usual_line);
    put_timestamp(line, r.when);
    line += ' ';
    line += names[static_cast<std::size_t>(r.level)];
    line += ' ';
    put_message(line, r.message);
    // First the subject of the line, then its origin.
    for (const log_field& f : r.fields) {
        line += ' ';
        line += f.key;
        line += '=';
        if (const auto* s = std::get_if<std::string_view>(&f.value))
            put_text(line, *s);
        else
            put_text(line, render(f.value));
    }
    if (r.context)
        r.context->for_each([&line](std::string_view key, std::string_view value) {
            line.append(" ").append(key).append("=");
            put_text(line, value);
        });
    line += '\n';
    out_ << line << std::flush;
}

void json_sink::write(const log_record& r) {
    std::string line;
    line.reserve(usual_line);
    line += R"({"ts":")";
    put_timestamp(line, r.when);
    line += R"(","level":")";
    line += to_string(r.level);
    line += R"(","msg":)";
    put_json(line, r.message);
    if (r.context)
        r.context->for_each([&line](std::string_view key, std::string_view value) {
            line += ',';
            put_json(line, key);
            line += ':';
            put_json(line, value);
        });
    for (const log_field& f : r.fields) {
        line += ',';
        put_json(line, f.key);
        line += ':';
        if (const auto* s = std::get_if<std::string_view>(&f.value))
            put_json(line, *s);
        else if (const auto* d = std::get_if<double>(&f.value); d && !std::isfinite(*d))
            put_json(line, render(f.value));  // JSON has no such numbers
        else
            line += render(f.value);
    }
    line += "}\n";
    out_ << line << std::flush;
}

logger logger::with(std::initializer_list<log_field> fields) const {
    logger copy(*this);
    auto inner = std::make_shared<log_context>();
    inner->outer = context_;
    inner->fields.reserve(fields.size());
    for (const log_field& f : fields) inner->fields.emplace_back(std::string(f.key), render(f.value));
    copy.context_ = std::move(inner);
    return copy;
}

void logger::log(log_level level, std::string_view message, std::initializer_list<log_field> fields) const {
    if (!enabled(level)) return;
    sink_->write({clock_->wall_now(), level, message, context_.get(), fields});
}

}}  // namespace setpoint::v0
