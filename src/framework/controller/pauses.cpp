#include "framework/controller/pauses.hpp"

#include "setpoint/api/time.hpp"
#include "setpoint/core/shortened.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::size_t max_reason_shown = 256, max_end_shown = 64;  // bytes that are shown
constexpr std::string_view end_word = "until ";

std::string_view trimmed(std::string_view s) {
    const std::size_t first = s.find_first_not_of(" \t\n");
    if (first == std::string_view::npos) return {};
    return s.substr(first, s.find_last_not_of(" \t\n") - first + 1);
}

// Where the last "until" begins that is a word of its own; npos without one.
std::size_t find_end(std::string_view value) {
    const std::size_t at = value.rfind(end_word);
    const bool is_word = at == 0 || (at != std::string_view::npos && value[at - 1] == ' ');
    return is_word ? at : std::string_view::npos;
}

// Nanoseconds in 64 bits reach from 1678 to 2261.
bool fits(const timestamp& t) {
    using std::chrono::sys_days;
    using namespace std::chrono;
    return t.value() >= sys_days{year{1700} / 1 / 1} && t.value() < sys_days{year{2261} / 1 / 1};
}

}  // namespace

std::string paused_annotation(std::string_view group, std::string_view program) {
    const bool is_own = group.find('.') == std::string_view::npos || group.ends_with(".k8s.io");
    return std::string(is_own ? program : group) += "/paused";
}

std::optional<pause> parse_pause(std::string_view value) {
    value = trimmed(value);
    if (value == "false") return std::nullopt;
    pause p;
    const std::size_t at = find_end(value);
    if (at != std::string_view::npos) {
        const std::string_view end = trimmed(value.substr(at + end_word.size()));
        const bool is_like_a_time = !end.empty() && end.front() >= '0' && end.front() <= '9';
        const auto time = timestamp::parse(end);
        if (time && fits(*time))
            p.until = time->to_wall_time();
        else if (is_like_a_time)
            p.invalid_end = shortened(end, max_end_shown);
        if (p.until || is_like_a_time) value = trimmed(value.substr(0, at));
    }
    if (value != "true") p.reason = shortened(value, max_reason_shown);
    return p;
}

std::string pause::message() const {
    std::string text = reason.empty() ? "Not reconciled" : fmt::format("Not reconciled: {}", reason);
    if (until) text += fmt::format(" (until {})", timestamp::from(*until).to_string());
    if (!invalid_end.empty())
        text += fmt::format(" (without an end, since \"{}\" is not an RFC 3339 time)", invalid_end);
    return text;
}

bool pauses::holds(const object_key& key, wall_time now) const {
    const auto at = entries_.find(key);
    return at != entries_.end() && at->second.what && !at->second.what->is_over(now);
}

bool pauses::seen(const object_key& key, const std::string_view* value, bool says_so, bool initial,
                  wall_time now) {
    const auto at = entries_.find(key);
    std::optional<pause> next = value ? parse_pause(*value) : std::nullopt;
    if (next && next->is_over(now)) next.reset();
    if (!next) {
        if (at == entries_.end()) {
            if (says_so) entries_[key];  // left by an earlier process
            return says_so;
        }
        const bool was_paused = at->second.what.has_value();
        end(at->second);
        return was_paused;
    }
    if (at != entries_.end() && at->second.what && at->second.value == *value) return false;
    entry& e = at != entries_.end() ? at->second : entries_[key];
    if (!e.what) ++count_;
    e = {std::string(*value), std::move(next), false, initial};
    return true;
}

pauses::entry* pauses::turn(const object_key& key, wall_time now) {
    const auto at = entries_.find(key);
    if (at == entries_.end()) return nullptr;
    if (at->second.what && at->second.what->is_over(now)) end(at->second);
    return &at->second;
}

void pauses::clear() {
    entries_.clear();
    count_ = 0;
}

void pauses::end(entry& e) {
    if (e.what) --count_;
    e.what.reset();
}

void pauses::erase(const object_key& key) {
    const auto at = entries_.find(key);
    if (at == entries_.end()) return;
    end(at->second);
    entries_.erase(at);
}

}}  // namespace setpoint::v0
