#include "cel/go_time.hpp"

#include "cel/numbers.hpp"

#include <fmt/format.h>

#include <array>
#include <cctz/civil_time.h>
#include <cctz/time_zone.h>
#include <cstdlib>
#include <limits>
#include <utility>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

constexpr std::uint64_t duration_edge = std::uint64_t{1} << 63U;

struct duration_unit {
    std::string_view name;
    std::uint64_t nanoseconds;
};
constexpr std::array<duration_unit, 8> units = {{{"ns", 1},
                                                 {"us", 1'000},
                                                 {"\u00b5s", 1'000},
                                                 {"\u03bcs", 1'000},
                                                 {"ms", 1'000'000},
                                                 {"s", 1'000'000'000},
                                                 {"m", 60'000'000'000},
                                                 {"h", 3'600'000'000'000}}};

bool is_decimal(char c) {
    return c >= '0' && c <= '9';
}

// One number with its unit, e.g. 1.5h, as nanoseconds.
std::optional<std::uint64_t> take_part(std::string_view& text) {
    std::uint64_t whole = 0;
    std::size_t digits = 0;
    for (; !text.empty() && is_decimal(text[0]); text.remove_prefix(1), ++digits) {
        if (whole > duration_edge / 10) return std::nullopt;
        whole = whole * 10 + static_cast<std::uint64_t>(text[0] - '0');
        if (whole > duration_edge) return std::nullopt;
    }
    std::uint64_t fraction = 0;
    double scale = 1;
    if (!text.empty() && text[0] == '.') {
        text.remove_prefix(1);
        bool full = false;
        for (; !text.empty() && is_decimal(text[0]); text.remove_prefix(1), ++digits) {
            if (full || fraction > (duration_edge - 1) / 10) {
                full = true;
                continue;
            }
            const std::uint64_t next = fraction * 10 + static_cast<std::uint64_t>(text[0] - '0');
            if (next > duration_edge) {
                full = true;
                continue;
            }
            fraction = next;
            scale *= 10;
        }
    }
    if (digits == 0) return std::nullopt;
    std::size_t end = 0;
    while (end < text.size() && text[end] != '.' && !is_decimal(text[end])) ++end;
    for (const duration_unit& unit : units) {
        if (unit.name != text.substr(0, end)) continue;
        text.remove_prefix(end);
        if (whole > duration_edge / unit.nanoseconds) return std::nullopt;
        std::uint64_t total = whole * unit.nanoseconds;
        total += static_cast<std::uint64_t>(static_cast<double>(fraction) *
                                            (static_cast<double>(unit.nanoseconds) / scale));
        return total > duration_edge ? std::nullopt : std::optional(total);
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> parse_duration(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    if (text == "0") return 0;
    if (text.empty()) return std::nullopt;
    std::uint64_t total = 0;
    while (!text.empty()) {
        const auto part = take_part(text);
        if (!part || *part > duration_edge - total) return std::nullopt;
        total += *part;
    }
    if (negative) return static_cast<std::int64_t>(0 - total);
    if (total > duration_edge - 1) return std::nullopt;
    return static_cast<std::int64_t>(total);
}

namespace {

// Reads fixed digits and the character behind them.
class stamp_reader {
public:
    explicit stamp_reader(std::string_view text) : text_(text) {}
    int number(std::size_t digits, int least, int most) {
        int made = 0;
        if (text_.size() < digits) return fail();
        for (std::size_t i = 0; i < digits; ++i) {
            if (!is_decimal(text_[i])) return fail();
            made = made * 10 + (text_[i] - '0');
        }
        text_.remove_prefix(digits);
        return made < least || made > most ? fail() : made;
    }
    // Go reads an hour of one digit too.
    int hour() { return number(text_.size() > 1 && !is_decimal(text_[1]) ? 1 : 2, 0, 23); }
    void expect(char c) {
        if (!text_.starts_with(c)) return void(fail());
        text_.remove_prefix(1);
    }
    std::uint32_t fraction() {
        if (text_.empty() || (text_[0] != '.' && text_[0] != ',') || text_.size() < 2 ||
            !is_decimal(text_[1]))
            return 0;
        text_.remove_prefix(1);
        std::uint32_t made = 0;
        std::uint32_t unit = 100'000'000;
        for (; !text_.empty() && is_decimal(text_[0]); text_.remove_prefix(1), unit /= 10) {
            made += static_cast<std::uint32_t>(text_[0] - '0') * unit;
        }
        return made;
    }
    std::int64_t offset() {
        if (text_ == "Z") return text_ = {}, 0;
        const bool west = text_.starts_with('-');
        if (!west && !text_.starts_with('+')) return fail();
        text_.remove_prefix(1);
        const int hours = number(2, 0, 24);
        expect(':');
        const int minutes = number(2, 0, 60);
        if (!text_.empty()) fail();
        const std::int64_t seconds = hours * 3600 + minutes * 60;
        return west ? -seconds : seconds;
    }
    int fail() {
        good = false;
        return 0;
    }
    bool good = true;

private:
    std::string_view text_;
};

int days_of(int year, int month) {
    constexpr std::array<int, 12> days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && leap ? 29 : days[static_cast<std::size_t>(month - 1)];
}

}  // namespace

std::optional<instant> parse_timestamp(std::string_view text) {
    stamp_reader reader(text);
    const int year = reader.number(4, 0, 9999);
    reader.expect('-');
    const int month = reader.number(2, 1, 12);
    reader.expect('-');
    const int day = reader.number(2, 1, 31);
    reader.expect('T');
    const int hour = reader.hour();
    reader.expect(':');
    const int minute = reader.number(2, 0, 59);
    reader.expect(':');
    const int second = reader.number(2, 0, 59);
    const std::uint32_t nanoseconds = reader.fraction();
    const std::int64_t offset = reader.offset();
    if (!reader.good || day > days_of(year, month)) return std::nullopt;
    const auto time =
        cctz::convert(cctz::civil_second(year, month, day, hour, minute, second), cctz::utc_time_zone());
    return instant{time.time_since_epoch().count() - offset, nanoseconds, static_cast<std::int32_t>(offset)};
}

std::string timestamp_text(std::int64_t seconds, std::uint32_t nanoseconds, std::int32_t offset) {
    const cctz::time_point<cctz::seconds> time{cctz::seconds(seconds + offset)};
    const cctz::civil_second civil = cctz::convert(time, cctz::utc_time_zone());
    std::string text = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", civil.year(), civil.month(),
                                   civil.day(), civil.hour(), civil.minute(), civil.second());
    if (nanoseconds != 0) {
        text += fmt::format(".{:09}", nanoseconds);
        while (text.back() == '0') text.pop_back();
    }
    if (offset == 0) return text + "Z";
    const std::int32_t minutes = std::abs(offset) / 60;
    return text + fmt::format("{}{:02}:{:02}", offset < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

std::string duration_text(std::int64_t nanoseconds) {
    const std::int64_t whole = nanoseconds / second_nanoseconds, rest = nanoseconds % second_nanoseconds;
    const double seconds = static_cast<double>(whole) + static_cast<double>(rest) / 1e9;
    return fixed_text(seconds) + "s";
}

}}}  // namespace setpoint::v0::cel
