// If Go is installed, tests/integration/cron_job compares many more with robfig/cron.
#include "setpoint/api/cron_schedule.hpp"

#include "setpoint/api/time.hpp"
#include "setpoint/api/time_zone.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <string>
#include <vector>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(cron_schedule_test)

namespace {

using std::chrono::hours;
using std::chrono::sys_seconds;

sys_seconds at(std::string_view rfc3339) {
    return timestamp::parse(rfc3339).value().value();
}
std::string text_of(std::optional<sys_seconds> t) {
    return t ? timestamp(*t).to_string() : "never";
}
std::string next(std::string_view schedule, std::string_view after, const utc_offset& zone = no_offset) {
    return text_of(cron_schedule::parse(schedule).value().next(at(after), zone));
}
std::string error_of(std::string_view schedule) {
    const auto s = cron_schedule::parse(schedule);
    return s ? "" : s.error().message;
}

// Berlin in 2026: UTC+1, and UTC+2 from 29 March to 25 October, 01:00 UTC.
std::chrono::seconds berlin(sys_seconds t) {
    return hours(t >= at("2026-03-29T01:00:00Z") && t < at("2026-10-25T01:00:00Z") ? 2 : 1);
}

}  // namespace

BOOST_AUTO_TEST_CASE(next_time_of_each_form) {
    const std::string now = "2026-01-01T12:34:56Z";  // a Thursday
    const std::pair<const char*, const char*> cases[] = {
        {"* * * * *", "2026-01-01T12:35:00Z"},
        {"*/5 * * * *", "2026-01-01T12:35:00Z"},
        {"34 12 * * *", "2026-01-02T12:34:00Z"},
        {"7/20 * * * *", "2026-01-01T12:47:00Z"},
        {"10-20/7 * * * *", "2026-01-01T13:10:00Z"},
        {"5,3 9 * * *", "2026-01-02T09:03:00Z"},
        {"0 0 * feb-apr *", "2026-02-01T00:00:00Z"},
        {"0 0 * * SAT", "2026-01-03T00:00:00Z"},
        {"0 0 ? * 1-2", "2026-01-05T00:00:00Z"},
        {"0 0 29 2 *", "2028-02-29T00:00:00Z"},
        {"0 0 31 2 *", "never"},
        {", * * * *", "never"},
        {"0 0 , * mon", "2026-01-05T00:00:00Z"},
        {"\t0  0\n1\r1 \v* ", "2027-01-01T00:00:00Z"},
        {"@yearly", "2027-01-01T00:00:00Z"},
        {"@annually", "2027-01-01T00:00:00Z"},
        {"@monthly", "2026-02-01T00:00:00Z"},
        {"@weekly", "2026-01-04T00:00:00Z"},
        {"@daily", "2026-01-02T00:00:00Z"},
        {"@midnight", "2026-01-02T00:00:00Z"},
        {"@hourly", "2026-01-01T13:00:00Z"},
        {"@every 1h30m", "2026-01-01T14:04:56Z"},
        {"@every 1ms", "2026-01-01T12:34:57Z"},
        {"@every 90.7s", "2026-01-01T12:36:26Z"},
    };
    for (const auto& [schedule, expected] : cases) BOOST_TEST(next(schedule, now) == expected, schedule);
}

BOOST_AUTO_TEST_CASE(either_day_matches_when_both_are_restricted) {
    // 13 February 2026 is a Friday.
    BOOST_TEST(next("0 0 13 * fri", "2026-01-03T00:00:00Z") == "2026-01-09T00:00:00Z");
    BOOST_TEST(next("0 0 13 * *", "2026-01-03T00:00:00Z") == "2026-01-13T00:00:00Z");
    BOOST_TEST(next("0 0 13 * ?", "2026-01-03T00:00:00Z") == "2026-01-13T00:00:00Z");
    BOOST_TEST(next("0 0 */1 * fri", "2026-01-03T00:00:00Z") == "2026-01-09T00:00:00Z");
    // With a step above 1 it is a list of days, no longer "any day".
    BOOST_TEST(next("0 0 */2 * fri", "2026-01-03T00:00:00Z") == "2026-01-05T00:00:00Z");
}

BOOST_AUTO_TEST_CASE(local_time_has_its_offset) {
    const auto local = [](std::chrono::seconds offset) {
        return local_time(at("2026-03-01T00:10:00Z"), offset);
    };
    BOOST_TEST(local(hours(0)) == "2026-03-01T00:10:00Z");
    BOOST_TEST(local(hours(2)) == "2026-03-01T02:10:00+02:00");
    BOOST_TEST(local(-std::chrono::minutes(570)) == "2026-02-28T14:40:00-09:30");
}

BOOST_AUTO_TEST_CASE(local_time_that_does_not_exist_is_left_out) {
    BOOST_TEST(next("30 2 * * *", "2026-03-28T00:00:00Z", berlin) == "2026-03-28T01:30:00Z");
    BOOST_TEST(next("30 2 * * *", "2026-03-28T01:30:00Z", berlin) == "2026-03-30T00:30:00Z");
    BOOST_TEST(next("0 * * * *", "2026-03-29T00:00:00Z", berlin) == "2026-03-29T01:00:00Z");
    BOOST_TEST(next("0 3 * * *", "2026-03-29T00:00:00Z", berlin) == "2026-03-29T01:00:00Z");
}

BOOST_AUTO_TEST_CASE(local_time_that_occurs_twice_counts_twice) {
    BOOST_TEST(next("30 2 * * *", "2026-10-24T12:00:00Z", berlin) == "2026-10-25T00:30:00Z");
    BOOST_TEST(next("30 2 * * *", "2026-10-25T00:30:00Z", berlin) == "2026-10-25T01:30:00Z");
    BOOST_TEST(next("30 2 * * *", "2026-10-25T01:30:00Z", berlin) == "2026-10-26T01:30:00Z");
    BOOST_TEST(next("0 4 * * *", "2026-10-24T12:00:00Z", berlin) == "2026-10-25T03:00:00Z");
}

BOOST_AUTO_TEST_CASE(day_begins_after_midnight_where_clocks_are_set_at_midnight) {
    // As in Brazil: 00:00 to 01:00 does not exist on 1 March.
    const utc_offset zone = [](sys_seconds t) { return hours(t >= at("2026-03-01T03:00:00Z") ? -2 : -3); };
    BOOST_TEST(next("0 0 1 * *", "2026-02-10T00:00:00Z", zone) == "2026-04-01T02:00:00Z");
    BOOST_TEST(next("0 1 1 * *", "2026-02-10T00:00:00Z", zone) == "2026-03-01T03:00:00Z");
}

BOOST_AUTO_TEST_CASE(zone_that_skips_a_day_does_not_stop_the_search) {
    // As in Samoa: 29 December is followed by 31 December.
    const utc_offset zone = [](sys_seconds t) { return hours(t >= at("2026-12-30T10:00:00Z") ? 14 : -10); };
    BOOST_TEST(next("0 0 30 12 *", "2026-12-20T00:00:00Z", zone) == "2027-12-29T10:00:00Z");
    BOOST_TEST(next("0 0 31 12 *", "2026-12-20T00:00:00Z", zone) == "2026-12-30T10:00:00Z");
}

BOOST_AUTO_TEST_CASE(last_time_is_found_however_many_were_missed) {
    const std::tuple<const char*, const char*, const char*, const char*> cases[] = {
        {"0 * * * *", "2026-01-01T00:00:00Z", "2026-01-01T00:59:59Z", "never"},
        {"0 * * * *", "2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z", "2026-01-01T01:00:00Z"},
        {"0 * * * *", "2026-01-01T00:00:00Z", "2026-01-01T03:30:00Z", "2026-01-01T03:00:00Z"},
        {"* * * * *", "1996-01-01T00:00:00Z", "2026-01-01T03:30:20Z", "2026-01-01T03:30:00Z"},
        // Kubernetes' estimate from the first two times would be off by months.
        {"* 0 1 1 *", "2025-06-01T00:00:00Z", "2026-07-01T00:00:00Z", "2026-01-01T00:59:00Z"},
        {"0 0 31 2 *", "2025-06-01T00:00:00Z", "2026-07-01T00:00:00Z", "never"},
        {"0 0 29 2 *", "2000-06-01T00:00:00Z", "2026-07-01T00:00:00Z", "2024-02-29T00:00:00Z"},
        {"@every 7m", "2026-01-01T00:00:00Z", "2026-01-01T00:06:59Z", "never"},
        {"@every 7m", "2026-01-01T00:00:10Z", "2026-01-01T01:00:00Z", "2026-01-01T00:56:10Z"},
    };
    for (const auto& [schedule, after, until, expected] : cases) {
        const auto s = cron_schedule::parse(schedule).value();
        BOOST_TEST(text_of(s.last(at(after), at(until))) == expected, schedule);
    }
    const auto nightly = cron_schedule::parse("30 2 * * *").value();
    BOOST_TEST(text_of(nightly.last(at("2026-01-01T00:00:00Z"), at("2026-03-29T20:00:00Z"), berlin)) ==
               "2026-03-28T01:30:00Z");
}

BOOST_AUTO_TEST_CASE(invalid_schedule_is_rejected_as_robfig_cron_rejects_it) {
    const std::pair<const char*, const char*> cases[] = {
        {"", "empty spec string"},
        {"* * * *", "expected exactly 5 fields, found 4: [* * * *]"},
        {"* * * * * *", "expected exactly 5 fields, found 6: [* * * * * *]"},
        {"TZ=UTC * * * * *", "expected exactly 5 fields, found 6: [TZ=UTC * * * * *]"},
        {"60 * * * *", "end of range (60) above maximum (59): 60"},
        {"* * 0 * *", "beginning of range (0) below minimum (1): 0"},
        {"* * * * 7", "end of range (7) above maximum (6): 7"},
        {"* * * * fri-mon", "beginning of range (5) beyond end of range (1): fri-mon"},
        {"1-2-3 * * * *", "too many hyphens: 1-2-3"},
        {"1/2/3 * * * *", "too many slashes: 1/2/3"},
        {"*/0 * * * *", "step of range should be a positive number: */0"},
        {"-1 * * * *", "failed to parse int from : strconv.Atoi: parsing \"\": invalid syntax"},
        {"+-1 * * * *", "failed to parse int from +: strconv.Atoi: parsing \"+\": invalid syntax"},
        {"*/-1 * * * *", "negative number (-1) not allowed: -1"},
        {"x * * * *", "failed to parse int from x: strconv.Atoi: parsing \"x\": invalid syntax"},
        {"mon * * * *", "failed to parse int from mon: strconv.Atoi: parsing \"mon\": invalid syntax"},
        {"99999999999999999999 * * * *",
         "failed to parse int from 99999999999999999999: strconv.Atoi: parsing \"99999999999999999999\": "
         "value out of range"},
        {"99999999999999999999? * * * *",
         "failed to parse int from 99999999999999999999?: strconv.Atoi: parsing \"99999999999999999999?\": "
         "value out of range"},
        {"@noon", "unrecognized descriptor: @noon"},
        {"@every", "unrecognized descriptor: @every"},
        {"@every x", "failed to parse duration @every x: time: invalid duration \"x\""},
        {"@every 5", "failed to parse duration @every 5: time: missing unit in duration \"5\""},
        {"@every 1.5d",
         "failed to parse duration @every 1.5d: time: unknown unit \"d\" in duration \"1.5d\""},
        {"@every 1h2", "failed to parse duration @every 1h2: time: missing unit in duration \"1h2\""},
    };
    for (const auto& [schedule, why] : cases) BOOST_TEST(error_of(schedule) == why, schedule);
    BOOST_TEST(error_of("+5 * * * *") == "");
}

BOOST_AUTO_TEST_SUITE_END()
