#include "cel/go_time.hpp"
#include "cel/standard_functions.hpp"

#include <fmt/format.h>

#include <cctz/civil_time.h>
#include <cctz/time_zone.h>
#include <charconv>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

bool parse_whole_part(std::string_view text, int& number) {
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return !text.empty() && error == std::errc() && stop == text.data() + text.size();
}

value not_a_number(evaluation& in, std::string_view text) {
    return in.error(fmt::format("strconv.Atoi: parsing \"{}\": invalid syntax", text));
}

// An offset like -02:30, in hours and minutes.
value zone_offset(evaluation& in, std::string_view zone, std::int64_t& offset) {
    const std::size_t colon = zone.find(':');
    int hours = 0;
    int minutes = 0;
    if (!parse_whole_part(zone.substr(0, colon), hours)) return not_a_number(in, zone.substr(0, colon));
    if (!parse_whole_part(zone.substr(colon + 1), minutes)) return not_a_number(in, zone.substr(colon + 1));
    const std::int64_t whole = std::int64_t{hours} * 60;
    offset = (zone.starts_with('-') ? whole - minutes : whole + minutes) * 60;
    return {};
}

// The local time of a timestamp in the zone of the second argument, else UTC; an error value if there is no
// such zone.
value local_time(evaluation& in, arguments_view args, cctz::civil_second& made) {
    std::int64_t seconds = args[0].seconds();
    cctz::time_zone zone = cctz::utc_time_zone();
    if (args.size() > 1) {
        if (!args[1].is(value_kind::string)) return no_overload_error();
        const std::string_view name = args[1].text();
        if (name.find(':') != std::string_view::npos) {
            std::int64_t offset = 0;
            if (value error = zone_offset(in, name, offset); error.is_error()) return error;
            seconds += offset;
        } else if (!name.empty() && name != "UTC" &&
                   (name[0] == '/' || name.find("..") != std::string_view::npos ||
                    !cctz::load_time_zone(std::string(name), &zone))) {
            return in.error(fmt::format("unknown time zone {}", name));
        }
    }
    made = cctz::convert(cctz::time_point<cctz::seconds>(cctz::seconds(seconds)), zone);
    return {};
}

template <class Part>
value part_of(evaluation& in, arguments_view args, Part part) {
    if (!args[0].is(value_kind::timestamp)) return no_overload_error();
    cctz::civil_second local;
    if (value error = local_time(in, args, local); error.is_error()) return error;
    return value::integer(static_cast<std::int64_t>(part(local)));
}

}  // namespace

value full_year(evaluation& in, arguments_view args) {
    return part_of(in, args, [](const cctz::civil_second& time) { return time.year(); });
}
value month_of_year(evaluation& in, arguments_view args) {
    return part_of(in, args, [](const cctz::civil_second& time) { return time.month() - 1; });
}
value day_of_year(evaluation& in, arguments_view args) {
    return part_of(in, args, [](const cctz::civil_second& time) {
        return cctz::get_yearday(cctz::civil_day(time)) - 1;
    });
}
value day_of_month(evaluation& in, arguments_view args) {
    return part_of(in, args, [](const cctz::civil_second& time) { return time.day() - 1; });
}
value date_of_month(evaluation& in, arguments_view args) {
    return part_of(in, args, [](const cctz::civil_second& time) { return time.day(); });
}
value day_of_week(evaluation& in, arguments_view args) {
    return part_of(in, args, [](const cctz::civil_second& time) {
        return (static_cast<int>(cctz::get_weekday(cctz::civil_day(time))) + 1) %
               7;  // cctz begins with Monday
    });
}
value hours_of(evaluation& in, arguments_view args) {
    if (args[0].is(value_kind::duration))
        return value::integer(args[0].nanoseconds() / (3600 * second_nanoseconds));
    return part_of(in, args, [](const cctz::civil_second& time) { return time.hour(); });
}
value minutes_of(evaluation& in, arguments_view args) {
    if (args[0].is(value_kind::duration))
        return value::integer(args[0].nanoseconds() / (60 * second_nanoseconds));
    return part_of(in, args, [](const cctz::civil_second& time) { return time.minute(); });
}
value seconds_of(evaluation& in, arguments_view args) {
    if (args[0].is(value_kind::duration)) return value::integer(args[0].nanoseconds() / second_nanoseconds);
    return part_of(in, args, [](const cctz::civil_second& time) { return time.second(); });
}
value milliseconds_of(evaluation& in, arguments_view args) {
    if (args[0].is(value_kind::duration)) return value::integer(args[0].nanoseconds() / 1'000'000);
    const std::int64_t milliseconds = args[0].is(value_kind::timestamp) ? args[0].subsecond() / 1'000'000 : 0;
    return part_of(in, args, [=](const cctz::civil_second&) { return milliseconds; });
}

}}}  // namespace setpoint::v0::cel
