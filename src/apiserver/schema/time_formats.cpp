#include "apiserver/go/time.hpp"
#include "apiserver/schema/formats.hpp"
#include "apiserver/schema/pattern.hpp"
#include "framework/core/ascii.hpp"
#include "setpoint/api/time.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

int number(std::string_view digits) {
    int out = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    return error == std::errc() && end == digits.data() + digits.size() ? out : -1;
}

// The last name of each unit is a prefix: "nanoseconds" matches too. The micro sign (U+00B5) is not
// the Greek letter mu.
struct unit_names {
    std::vector<std::string_view> whole;
    std::string_view beginning;
};
bool is_unit(std::string_view text) {
    static const std::vector<unit_names> units{
        {{"ns"}, "nano"}, {{"us", "\u00b5s"}, "micro"}, {{"ms"}, "milli"}, {{"s"}, "sec"},
        {{"m"}, "min"},   {{"h", "hr"}, "hour"},        {{"d"}, "day"},    {{"w", "wk"}, "week"}};
    const std::string unit = lower_case(text);
    return std::any_of(units.begin(), units.end(), [&](const unit_names& u) {
        return unit.starts_with(u.beginning) ||
               std::find(u.whole.begin(), u.whole.end(), unit) != u.whole.end();
    });
}

// The length of a leading match of the regexp [A-Za-z\u00b5].
std::size_t letter(std::string_view s) {
    if (s.starts_with("\u00b5")) return std::string_view("\u00b5").size();
    return !s.empty() && static_cast<unsigned char>(s.front()) < 0x80 &&
           std::isalpha(static_cast<unsigned char>(s.front()));
}

// strconv.Atoi accepts it: a larger number makes the whole text invalid.
bool fits_int(std::string_view digits) {
    std::int64_t out = 0;
    return std::from_chars(digits.data(), digits.data() + digits.size(), out).ec == std::errc();
}

}  // namespace

bool is_date(std::string_view v) {
    if (v.size() != 10 || v[4] != '-' || v[7] != '-') return false;
    if (v[0] == '-' || v[5] == '-' || v[8] == '-') return false;
    const int year = number(v.substr(0, 4)), month = number(v.substr(5, 2)), day = number(v.substr(8, 2));
    if (year < 0 || month < 1 || month > 12 || day < 1) return false;
    return day <= days_in_month(year, month);
}

bool is_date_time(std::string_view value) {
    const std::string v = lower_case(value);
    const auto t = v.find('t');
    if (v.size() < 4 || t == std::string::npos || !is_date(std::string_view(v).substr(0, t))) return false;
    // strfmt splits at every t and ignores what follows a second one.
    const std::string time = v.substr(t + 1, v.find('t', t + 1) - t - 1);
    static const auto form = [] {
        std::string why;
        return pattern::compile("^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$",
                                why);
    }();
    return form->matches(time) && time.substr(0, 2) <= "23" && time.substr(3, 2) <= "59" &&
           time.substr(6, 2) <= "59";
}

bool is_duration(std::string_view text) {
    if (go_duration::parse(text)) return true;
    bool found = false;
    // Matches of (\d+)\s*([A-Za-z\u00b5]+), from the left.
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t digits = std::min(text.find_first_not_of("0123456789", i), text.size()) - i;
        if (digits == 0) {
            ++i;
            continue;
        }
        const std::size_t unit = std::min(text.find_first_not_of("\t\n\f\r ", i + digits), text.size());
        std::size_t end = unit;
        while (const std::size_t n = letter(text.substr(end))) end += n;
        if (end == unit) {
            i += digits;
            continue;
        }
        if (!fits_int(text.substr(i, digits))) return false;
        found = found || is_unit(text.substr(unit, end - unit));
        i = end;
    }
    return found;
}

}}}  // namespace setpoint::v0::apiserver
