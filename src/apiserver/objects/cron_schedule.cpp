#include "apiserver/objects/cron_schedule.hpp"

#include "framework/core/ascii.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <span>
#include <vector>

namespace setpoint::apiserver {

namespace {

struct bounds {
    int least, most;
    std::span<const std::string_view> names;  // of least, least + 1, ...
};

constexpr std::string_view months[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                       "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::string_view days[] = {"sun", "mon", "tue", "wed", "thu", "fri", "sat"};
const bounds fields_bounds[] = {{0, 59, {}}, {0, 23, {}}, {1, 31, {}}, {1, 12, months}, {0, 6, days}};

std::vector<std::string_view> split(std::string_view s, char by, bool skip_empty) {
    std::vector<std::string_view> out;
    for (;;) {
        const std::size_t end = s.find(by);
        if (const auto part = s.substr(0, end); !part.empty() || !skip_empty) out.push_back(part);
        if (end == std::string_view::npos) return out;
        s.remove_prefix(end + 1);
    }
}

std::string read_number(std::string_view s, int& to) {
    long long n = 0;
    const std::string_view digits = s.starts_with('+') ? s.substr(1) : s;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    if (problem != std::errc() || end != digits.data() + digits.size() || n > 1'000'000'000) {
        return fmt::format("failed to parse int from {}: strconv.Atoi: parsing \"{}\": invalid syntax", s, s);
    }
    if (n < 0) return fmt::format("negative number ({}) not allowed: {}", n, s);
    to = static_cast<int>(n);
    return {};
}

std::string read_value(std::string_view s, const bounds& b, int& to) {
    const std::string lower = lower_case(s);
    for (std::size_t i = 0; i < b.names.size(); ++i) {
        if (b.names[i] != lower) continue;
        to = b.least + static_cast<int>(i);
        return {};
    }
    return read_number(s, to);
}

std::string range_error(std::string_view expression, const bounds& b) {
    const auto range_and_step = split(expression, '/', false);
    const auto ends = split(range_and_step[0], '-', false);
    int start = b.least, end = b.most, step = 1;
    std::string wrong;
    if (ends[0] != "*" && ends[0] != "?") {
        if (wrong = read_value(ends[0], b, start); !wrong.empty()) return wrong;
        end = start;
        if (ends.size() == 2) wrong = read_value(ends[1], b, end);
        if (ends.size() > 2) return fmt::format("too many hyphens: {}", expression);
        if (!wrong.empty()) return wrong;
    }
    if (range_and_step.size() > 2) return fmt::format("too many slashes: {}", expression);
    if (range_and_step.size() == 2) {
        if (wrong = read_number(range_and_step[1], step); !wrong.empty()) return wrong;
        if (ends.size() == 1) end = b.most;
    }
    if (start < b.least)
        return fmt::format("beginning of range ({}) below minimum ({}): {}", start, b.least, expression);
    if (end > b.most) return fmt::format("end of range ({}) above maximum ({}): {}", end, b.most, expression);
    if (start > end) {
        return fmt::format("beginning of range ({}) beyond end of range ({}): {}", start, end, expression);
    }
    if (step == 0) return fmt::format("step of range should be a positive number: {}", expression);
    return {};
}

std::string descriptor_error(std::string_view s) {
    for (const char* descriptor :
         {"@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"}) {
        if (s == descriptor) return {};
    }
    constexpr std::string_view every = "@every ";
    if (!s.starts_with(every)) return fmt::format("unrecognized descriptor: {}", s);
    const std::string_view text = s.substr(every.size());
    if (go_duration::parse(text)) return {};
    return fmt::format("failed to parse duration {}: time: invalid duration \"{}\"", s, text);
}

}  // namespace

std::string schedule_error(std::string_view s) {
    if (s.empty()) return "empty spec string";
    if (s.starts_with("TZ=") || s.starts_with("CRON_TZ=")) {
        const std::size_t space = s.find(' ');
        if (space == std::string_view::npos) {
            return "invalid schedule format: runtime error: slice bounds out of range [:-1]";
        }
        s.remove_prefix(std::min(s.find_first_not_of(' ', space), s.size()));
    }
    if (s.starts_with('@')) return descriptor_error(s);
    std::string spaced(s);
    for (char& c : spaced) {
        if (c == '\t' || c == '\n' || c == '\r') c = ' ';
    }
    const auto fields = split(spaced, ' ', true);
    if (fields.size() != std::size(fields_bounds)) {
        return fmt::format("expected exactly {} fields, found {}: [{}]", std::size(fields_bounds),
                           fields.size(), fmt::join(fields, " "));
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
        for (const std::string_view expression : split(fields[i], ',', true)) {
            if (std::string wrong = range_error(expression, fields_bounds[i]); !wrong.empty()) return wrong;
        }
    }
    return {};
}

}  // namespace setpoint::apiserver
