#include "setpoint/api/time.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

std::string printed(const auto& value) {
    std::string out;
    json::scalar_traits<std::decay_t<decltype(value)>>::print(value, out);
    return out;
}

std::int64_t seconds_of(std::string_view s) {
    return timestamp::parse(s).value().value().time_since_epoch().count();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(time_test)

BOOST_AUTO_TEST_CASE(time_is_read_with_any_fraction_and_offset) {
    struct row {
        const char* text;
        std::int64_t seconds;
    };
    for (const row& r :
         {row{"1970-01-01T00:00:00Z", 0}, row{"2026-01-01T00:00:00Z", 1767225600},
          row{"2026-01-01t00:00:00z", 1767225600}, row{"2026-01-01T00:00:00.999999999Z", 1767225600},
          row{"2026-01-01T00:00:00.1234567890123Z", 1767225600}, row{"2026-01-01T01:30:00+01:30", 1767225600},
          row{"2025-12-31T16:00:00-08:00", 1767225600}, row{"2024-02-29T23:59:59Z", 1709251199},
          row{"1969-12-31T23:59:59Z", -1}, row{"9999-12-31T23:59:59Z", 253402300799},
          row{"0000-01-01T00:00:00Z", -62167219200}}) {
        BOOST_TEST_CONTEXT(r.text) {
            BOOST_TEST(seconds_of(r.text) == r.seconds);
        }
    }
}

BOOST_AUTO_TEST_CASE(invalid_time_is_rejected) {
    for (const char* text : {"",
                             "now",
                             "2026-01-01",
                             "2026-01-01T00:00:00",
                             "2026-01-01 00:00:00Z",
                             "2026-13-01T00:00:00Z",
                             "2026-00-01T00:00:00Z",
                             "2026-02-29T00:00:00Z",
                             "2026-01-32T00:00:00Z",
                             "2026-01-01T24:00:00Z",
                             "2026-01-01T00:60:00Z",
                             "2026-01-01T00:00:60Z",
                             "2026-01-01T00:00:00.Z",
                             "2026-01-01T00:00:00+1:00",
                             "2026-01-01T00:00:00+24:00",
                             "2026-01-01T00:00:00+00:60",
                             "2026-01-01T00:00:00Zx",
                             "26-01-01T00:00:00Z",
                             "2026-1-01T00:00:00Z",
                             "+026-01-01T00:00:00Z",
                             "2026-01-01T00:00:00+0100"}) {
        BOOST_TEST_CONTEXT(text) {
            const auto t = timestamp::parse(text);
            BOOST_REQUIRE(t.has_error());
            BOOST_TEST((t.error().code == errc::bad_data));
        }
    }
}

BOOST_AUTO_TEST_CASE(times_print_in_their_resolution) {
    const auto second = timestamp::parse("2026-03-04T05:06:07.891234567+01:00").value();
    BOOST_TEST(second.to_string() == "2026-03-04T04:06:07Z");
    const auto micro = micro_timestamp::parse("2026-03-04T05:06:07.891234567Z").value();
    BOOST_TEST(micro.to_string() == "2026-03-04T05:06:07.891234Z");
    BOOST_TEST(micro_timestamp::parse("2026-03-04T05:06:07Z").value().to_string() ==
               "2026-03-04T05:06:07.000000Z");
    BOOST_TEST(micro_timestamp::parse("1969-12-31T23:59:59.25Z").value().to_string() ==
               "1969-12-31T23:59:59.250000Z");
    BOOST_TEST(fmt::format("{}", second) == second.to_string());
    BOOST_TEST(printed(second) == "\"2026-03-04T04:06:07Z\"");
}

BOOST_AUTO_TEST_CASE(clock_time_is_rounded_down) {
    const wall_time t = wall_time(1767225600s + 123456789ns);
    BOOST_TEST(timestamp::from(t).to_string() == "2026-01-01T00:00:00Z");
    BOOST_TEST(micro_timestamp::from(t).to_string() == "2026-01-01T00:00:00.123456Z");
    BOOST_TEST(timestamp::from(wall_time(-1ns)).to_string() == "1969-12-31T23:59:59Z");
    BOOST_TEST((timestamp::from(t).to_wall_time() == wall_time(1767225600s)));
}

BOOST_AUTO_TEST_CASE(unset_time_is_first_prints_nothing_and_is_gos_zero_time) {
    const timestamp unset;
    BOOST_TEST(!unset.is_set());
    BOOST_TEST(unset.to_string() == "");
    BOOST_TEST(printed(unset) == "null");
    BOOST_TEST(json::scalar_traits<timestamp>::is_unset(unset));
    BOOST_TEST((unset < timestamp::parse("1970-01-01T00:00:00Z").value()));
    BOOST_TEST((timestamp::parse("0001-01-01T00:00:00Z").value() == unset));
    BOOST_TEST((micro_timestamp::parse("0001-01-01T00:00:00Z").value() == micro_timestamp()));
}

BOOST_AUTO_TEST_CASE(numbers_are_not_times) {
    timestamp t;
    BOOST_TEST(!json::scalar_traits<timestamp>::parse_number(1767225600, t));
    go_duration d;
    BOOST_TEST(!json::scalar_traits<go_duration>::parse_number(60, d));
}

BOOST_AUTO_TEST_CASE(durations_are_parsed_as_in_go) {
    struct row {
        const char* text;
        duration value;
    };
    for (const row& r : {row{"0", 0s},
                         row{"0s", 0s},
                         row{"+5s", 5s},
                         row{"-5s", -5s},
                         row{"1h30m", 90min},
                         row{"1h30m0.5s", 90min + 500ms},
                         row{".5s", 500ms},
                         row{"1.s", 1s},
                         row{"1.5h", 90min},
                         row{"100ns", 100ns},
                         row{"11us", 11us},
                         row{"12\u00b5s", 12us},
                         row{"12\u03bcs", 12us},
                         row{"13ms", 13ms},
                         row{"2s1h", 1h + 2s},
                         row{"52763797000ns", 52763797000ns},
                         row{"0.3333333333333333333h", 20min},
                         row{"0.100000000000000000000h", 6min},
                         row{"9223372036854775807ns", duration::max()},
                         row{"9223372036854775.807us", duration::max()},
                         row{"-9223372036854775808ns", duration::min()}}) {
        BOOST_TEST_CONTEXT(r.text) {
            const auto d = go_duration::parse(r.text);
            BOOST_REQUIRE(d.has_value());
            BOOST_TEST(d->value().count() == r.value.count());
        }
    }
}

BOOST_AUTO_TEST_CASE(invalid_duration_is_rejected) {
    for (const char* text : {"",
                             "3",
                             "-",
                             "s",
                             ".",
                             "-.",
                             ".s",
                             "+.s",
                             "1d",
                             "1 s",
                             "1h 30m",
                             "1hm",
                             "--1s",
                             "1S",
                             "9223372036854775808ns",
                             "9223372036854775.808us",
                             "3000000h",
                             "-9223372036854775809ns",
                             "99999999999999999999s",
                             "1s2",
                             "0x10s"}) {
        BOOST_TEST_CONTEXT(text) {
            const auto d = go_duration::parse(text);
            BOOST_REQUIRE(d.has_error());
            BOOST_TEST((d.error().code == errc::bad_data));
        }
    }
}

BOOST_AUTO_TEST_CASE(durations_print_as_in_go) {
    struct row {
        duration value;
        const char* text;
    };
    for (const row& r :
         {row{0s, "0s"}, row{1ns, "1ns"}, row{1100ns, "1.1\u00b5s"}, row{2200us, "2.2ms"},
          row{3300ms, "3.3s"}, row{4min + 5s, "4m5s"}, row{4min + 5001ms, "4m5.001s"},
          row{5h + 6min + 7001ms, "5h6m7.001s"}, row{8min + 1ns, "8m0.000000001s"}, row{90min, "1h30m0s"},
          row{-90s, "-1m30s"}, row{duration::max(), "2562047h47m16.854775807s"},
          row{duration::min(), "-2562047h47m16.854775808s"}}) {
        BOOST_TEST(go_duration(r.value).to_string() == r.text);
        BOOST_TEST(go_duration::parse(r.text).value().value().count() == r.value.count());
    }
    BOOST_TEST(printed(go_duration(90min)) == "\"1h30m0s\"");
}

BOOST_AUTO_TEST_CASE(duration_behaves_like_one_of_chrono) {
    const go_duration d = 90s;
    BOOST_TEST((d == 90s));
    BOOST_TEST((d < go_duration(2min)));
    const duration plain = d;
    BOOST_TEST((plain == 90s));
    BOOST_TEST(!json::scalar_traits<go_duration>::is_unset(go_duration()));
}

BOOST_AUTO_TEST_SUITE_END()
