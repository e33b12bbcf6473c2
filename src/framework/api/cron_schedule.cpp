#include "setpoint/api/cron_schedule.hpp"

#include "framework/core/ascii.hpp"
#include "framework/core/unicode_space.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 {

namespace {

using std::chrono::sys_seconds;

struct field_limits {
    int least, most;
    std::span<const std::string_view> names;  // of least, least + 1, ...
};

constexpr std::string_view month_names[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                            "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::string_view weekday_names[] = {"sun", "mon", "tue", "wed", "thu", "fri", "sat"};
constexpr field_limits limits[] = {
    {0, 59, {}}, {0, 23, {}}, {1, 31, {}}, {1, 12, month_names}, {0, 6, weekday_names}};

struct macro {
    std::string_view name, expression;
};
constexpr macro macros[] = {{"@yearly", "0 0 1 1 *"}, {"@annually", "0 0 1 1 *"}, {"@monthly", "0 0 1 * *"},
                            {"@weekly", "0 0 * * 0"}, {"@daily", "0 0 * * *"},    {"@midnight", "0 0 * * *"},
                            {"@hourly", "0 * * * *"}};

error wrong(std::string message) {
    return error(errc::bad_data, std::move(message));
}

// With `skip_empty` as strings.FieldsFunc() of Go, otherwise as strings.Split().
std::vector<std::string_view> split(std::string_view s, std::string_view by, bool skip_empty) {
    std::vector<std::string_view> out;
    for (;;) {
        const std::size_t end = s.find_first_of(by);
        if (const auto part = s.substr(0, end); !part.empty() || !skip_empty) out.push_back(part);
        if (end == std::string_view::npos) return out;
        s.remove_prefix(end + 1);
    }
}

// strings.Fields() of Go: separated by white space of Unicode.
std::vector<std::string_view> split_at_spaces(std::string_view s) {
    std::vector<std::string_view> out;
    std::size_t begin = 0, at = 0;
    while (at < s.size()) {
        const std::size_t space = leading_space(s.substr(at));
        if (space == 0) {
            ++at;
            continue;
        }
        if (at > begin) out.push_back(s.substr(begin, at - begin));
        begin = at += space;
    }
    if (at > begin) out.push_back(s.substr(begin));
    return out;
}

result<std::int64_t> read_number(std::string_view s) {
    std::int64_t n = 0;
    std::string_view digits = s;
    if (s.size() > 1 && s.front() == '+' && is_digit(s[1])) digits.remove_prefix(1);
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    const bool too_large = problem == std::errc::result_out_of_range;
    if (end != digits.data() + digits.size() || problem != std::errc())
        return wrong(fmt::format("failed to parse int from {}: strconv.Atoi: parsing \"{}\": {}", s, s,
                                 too_large ? "value out of range" : "invalid syntax"));
    if (n < 0) return wrong(fmt::format("negative number ({}) not allowed: {}", n, s));
    return n;
}

result<std::int64_t> read_value(std::string_view s, const field_limits& of) {
    const auto found = std::ranges::find(of.names, lower_case(s));
    if (found != of.names.end()) return of.least + (found - of.names.begin());
    return read_number(s);
}

struct range {
    std::int64_t start, end, step = 1;
    bool any = false;  // "*" or "?"
};

result<range> read_range(std::string_view text, const field_limits& of) {
    const auto parts = split(text, "/", false);
    const auto ends = split(parts[0], "-", false);
    range r{of.least, of.most};
    r.any = ends[0] == "*" || ends[0] == "?";
    if (!r.any) {
        const auto start = read_value(ends[0], of);
        if (!start) return start.error();
        if (ends.size() > 2) return wrong(fmt::format("too many hyphens: {}", text));
        const auto end = ends.size() == 2 ? read_value(ends[1], of) : start;
        if (!end) return end.error();
        r.start = *start;
        r.end = *end;
    }
    if (parts.size() > 2) return wrong(fmt::format("too many slashes: {}", text));
    if (parts.size() == 2) {
        const auto step = read_number(parts[1]);
        if (!step) return step.error();
        r.step = *step;
        if (ends.size() == 1) r.end = of.most;
        if (r.step > 1) r.any = false;
    }
    return r;
}

std::string range_error(const range& r, std::string_view text, const field_limits& of) {
    if (r.start < of.least)
        return fmt::format("beginning of range ({}) below minimum ({}): {}", r.start, of.least, text);
    if (r.end > of.most) return fmt::format("end of range ({}) above maximum ({}): {}", r.end, of.most, text);
    if (r.start > r.end)
        return fmt::format("beginning of range ({}) beyond end of range ({}): {}", r.start, r.end, text);
    if (r.step == 0) return fmt::format("step of range should be a positive number: {}", text);
    return {};
}

struct values {
    std::uint64_t bits = 0;
    bool any = false;
};

result<values> read_field(std::string_view text, const field_limits& of) {
    values v;
    for (const std::string_view part : split(text, ",", true)) {
        const auto r = read_range(part, of);
        if (!r) return r.error();
        if (std::string problem = range_error(*r, part, of); !problem.empty())
            return wrong(std::move(problem));
        const std::int64_t step = std::min<std::int64_t>(r->step, 64);
        for (std::int64_t i = r->start; i <= r->end; i += step) v.bits |= std::uint64_t{1} << i;
        v.any = v.any || r->any;
    }
    return v;
}

// The text of Go's time.ParseDuration for an invalid duration.
std::string duration_problem(std::string_view text) {
    constexpr std::array<std::string_view, 8> units{"ns", "us", "\u00b5s", "\u03bcs", "ms", "s", "m", "h"};
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    std::string_view rest = text;
    if (rest.starts_with('-') || rest.starts_with('+')) rest.remove_prefix(1);
    while (!rest.empty()) {
        std::size_t digits = 0, end = 0;
        for (bool point = false; end < rest.size(); ++end) {
            if (rest[end] == '.' && !std::exchange(point, true)) continue;
            if (!is_digit(rest[end])) break;
            ++digits;
        }
        if (digits == 0) break;
        rest.remove_prefix(end);
        const std::size_t after = std::min(rest.find_first_of(".0123456789"), rest.size());
        const std::string_view unit = rest.substr(0, after);
        if (unit.empty()) return fmt::format("time: missing unit in duration \"{}\"", text);
        if (std::ranges::find(units, unit) == units.end())
            return fmt::format("time: unknown unit \"{}\" in duration \"{}\"", unit, text);
        rest.remove_prefix(after);
    }
    return fmt::format("time: invalid duration \"{}\"", text);
}

result<std::chrono::seconds> read_interval(std::string_view text, std::string_view after_every) {
    const auto d = go_duration::parse(after_every);
    if (!d) return wrong(fmt::format("failed to parse duration {}: {}", text, duration_problem(after_every)));
    return std::max(std::chrono::duration_cast<std::chrono::seconds>(d->value()), std::chrono::seconds(1));
}

// A moment and its local date and time.
class moment {
public:
    moment(sys_seconds t, const utc_offset& zone) : zone_(zone) { set(t); }

    sys_seconds time() const { return time_; }
    int year() const { return static_cast<int>(date_.year()); }
    unsigned month() const { return static_cast<unsigned>(date_.month()); }
    unsigned day() const { return static_cast<unsigned>(date_.day()); }
    std::chrono::local_days date() const { return std::chrono::local_days(date_); }
    unsigned hour() const { return static_cast<unsigned>(time_of_day_.hours().count()); }
    unsigned minute() const { return static_cast<unsigned>(time_of_day_.minutes().count()); }
    std::chrono::seconds second() const { return time_of_day_.seconds(); }

    void set(sys_seconds t) {
        time_ = t;
        const std::chrono::local_seconds local(t.time_since_epoch() + zone_(t));
        const auto days = std::chrono::floor<std::chrono::days>(local);
        date_ = std::chrono::year_month_day(days);
        time_of_day_ = std::chrono::hh_mm_ss<std::chrono::seconds>(local - days);
    }
    // Sets the local date and time as Go's time.Date() does, also where it does not exist or occurs twice.
    void set_local(std::chrono::local_days date, std::chrono::seconds time_of_day) {
        const sys_seconds local(date.time_since_epoch() + time_of_day);
        const auto guess = zone_(local);
        set(guess == guess.zero() ? local : local - zone_(local - guess));
    }
    void to_day() { set_local(date(), {}); }
    void to_first_of_month() { set_local(std::chrono::local_days(date_.year() / date_.month() / 1), {}); }
    void to_hour() { set_local(date(), time_of_day_.hours()); }
    void to_next_month() {
        const auto first = date_.year() / date_.month() / 1 + std::chrono::months(1);
        set_local(std::chrono::local_days(first) + std::chrono::days(day() - 1), time_of_day_.to_duration());
    }
    void to_next_day() {
        const sys_seconds before = time_;
        set_local(date() + std::chrono::days(1), time_of_day_.to_duration());
        // Clocks may be set at midnight.
        const std::chrono::hours hours = time_of_day_.hours();
        if (hours > std::chrono::hours(12))
            set(time_ + std::chrono::hours(24) - hours);
        else if (hours > hours.zero())
            set(time_ - hours);
        // A zone that moves across the date line skips a day: Pacific/Apia had no 30 December 2011.
        if (time_ <= before) set(before + std::chrono::hours(24));
    }

private:
    const utc_offset& zone_;
    sys_seconds time_;
    std::chrono::year_month_day date_;
    std::chrono::hh_mm_ss<std::chrono::seconds> time_of_day_;
};

}  // namespace

std::chrono::seconds no_offset(sys_seconds) noexcept {
    return {};
}

result<cron_schedule> cron_schedule::parse(std::string_view text) {
    if (text.empty()) return wrong("empty spec string");
    cron_schedule s;
    std::string_view expression = text;
    if (text.front() == '@') {
        constexpr std::string_view every = "@every ";
        if (text.starts_with(every)) {
            const auto interval = read_interval(text, text.substr(every.size()));
            if (!interval) return interval.error();
            s.interval_ = *interval;
            return s;
        }
        const auto* const found = std::ranges::find(macros, text, &macro::name);
        if (found == std::end(macros)) return wrong(fmt::format("unrecognized descriptor: {}", text));
        expression = found->expression;
    }
    const auto fields = split_at_spaces(expression);
    if (fields.size() != std::size(limits))
        return wrong(fmt::format("expected exactly {} fields, found {}: [{}]", std::size(limits),
                                 fields.size(), fmt::join(fields, " ")));
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto read = read_field(fields[i], limits[i]);
        if (!read) return read.error();
        s.bits_[i] = read->bits;
        if (i == day || i == weekday) s.any_day_ = s.any_day_ || read->any;
    }
    return s;
}

bool cron_schedule::has_day(std::chrono::local_days d) const {
    const bool by_date = has(day, static_cast<unsigned>(std::chrono::year_month_day(d).day()));
    const bool by_weekday = has(weekday, std::chrono::weekday(d).c_encoding());
    return any_day_ ? by_date && by_weekday : by_date || by_weekday;
}

// The steps are those of SpecSchedule.Next() of robfig/cron, whose results depend on them where clocks are
// set forward or back: each field is counted up until it matches, and when it wraps around, the search
// starts again from the month.
std::optional<sys_seconds> cron_schedule::next(sys_seconds after, const utc_offset& zone) const {
    if (interval_ > interval_.zero()) return after + interval_;
    // A field such as "," has no values. The day fields may make up for each other.
    if (bits_[minute] == 0 || bits_[hour] == 0 || bits_[month] == 0) return std::nullopt;
    moment t(after + std::chrono::seconds(1), zone);
    const int last_year = t.year() + 5;
    bool counted = false;  // the smaller fields are at their start
    const auto first = [&counted] { return !std::exchange(counted, true); };
    while (t.year() <= last_year) {
        bool wrapped = false;
        while (!wrapped && !has(month, t.month())) {
            if (first()) t.to_first_of_month();
            t.to_next_month();
            wrapped = t.month() == 1;
        }
        while (!wrapped && !has_day(t.date())) {
            if (first()) t.to_day();
            t.to_next_day();
            wrapped = t.day() == 1;
        }
        while (!wrapped && !has(hour, t.hour())) {
            if (first()) t.to_hour();
            t.set(t.time() + std::chrono::hours(1));
            wrapped = t.hour() == 0;
        }
        while (!wrapped && !has(minute, t.minute())) {
            if (first()) t.set(std::chrono::floor<std::chrono::minutes>(t.time()));
            t.set(t.time() + std::chrono::minutes(1));
            wrapped = t.minute() == 0;
        }
        if (wrapped) continue;
        if (t.second() == t.second().zero()) return t.time();
        counted = true;
        t.set(t.time() + std::chrono::minutes(1) - t.second());
    }
    return std::nullopt;
}

std::optional<sys_seconds> cron_schedule::last(sys_seconds after, sys_seconds until,
                                               const utc_offset& zone) const {
    if (interval_ > interval_.zero()) {
        const auto count = (until - after) / interval_;
        return count > 0 ? std::optional(after + count * interval_) : std::nullopt;
    }
    auto found = next(after, zone);
    if (!found || *found > until) return std::nullopt;
    // next() is not after `until` for all times before the one sought, and after it from there on.
    sys_seconds before = *found - std::chrono::seconds(1), beyond = until;
    if (const auto second = next(*found, zone); !second || *second > until) return found;
    while (beyond - before > std::chrono::seconds(1)) {
        const sys_seconds middle = before + (beyond - before) / 2;
        const auto candidate = next(middle, zone);
        if (candidate && *candidate <= until) {
            before = middle;
            found = candidate;
        } else {
            beyond = middle;
        }
    }
    return found;
}

}}  // namespace setpoint::v0
