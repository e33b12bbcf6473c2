#include "operators/cron_job/run.hpp"

#include "made_up.hpp"
#include "setpoint/api/time_zone.hpp"

BOOST_AUTO_TEST_SUITE(cron_job_run)

using namespace cron_job_test;
using ::cron_job::job_name;
using ::cron_job::schedule_error;
using ::cron_job::timetable_of;

BOOST_AUTO_TEST_CASE(job_is_named_after_the_minute_of_its_run) {
    BOOST_TEST(job_name(make("web"), at("2026-01-01T01:00:00Z")) == "web-29453820");
    BOOST_TEST(job_name(make("web"), at("2026-01-01T01:00:59Z")) == "web-29453820");
    BOOST_TEST(job_name(make("my.web"), at("2026-01-01T01:01:00Z")) == "my.web-29453821");
    // 52 characters leave room for the minute until the year 3871.
    const std::string longest(52, 'a');
    BOOST_TEST(job_name(make(longest), at("2026-01-01T01:00:00Z")) == longest + "-29453820");
    const std::string derived = job_name(make(std::string(253, 'a')), at("2026-01-01T01:00:00Z"));
    BOOST_TEST(derived.size() == 63u);
    BOOST_TEST(derived.ends_with("-29453820"));
}

BOOST_AUTO_TEST_CASE(job_has_the_template_and_its_run) {
    cj self = make("web");
    self.spec.time_zone = "America/New_York";
    self.spec.job_template.metadata.labels["team"] = "blue";
    self.spec.job_template.metadata.annotations["note"] = "nightly";
    self.spec.job_template.spec.backoff_limit = 2;
    const job j = desired_job(self, at("2026-07-01T01:00:00Z"), timetable_of(self.spec));
    BOOST_TEST(j.metadata.ns == "default");
    BOOST_TEST(j.metadata.labels.at("team") == "blue");
    BOOST_TEST(j.metadata.annotations.at("note") == "nightly");
    BOOST_TEST(j.metadata.annotations.at(::cron_job::scheduled_time) == "2026-06-30T21:00:00-04:00");
    BOOST_TEST(j.spec.backoff_limit.value() == 2);
    BOOST_TEST(j.spec.pod_template.spec.containers.at(0).image == "busybox:1");
    BOOST_TEST(is_controlled_by(j.metadata, self.metadata.uid));
    BOOST_TEST(text_of(run_of(self, j)) == "2026-07-01T01:00:00Z");
    for (const auto& [zone, expected] : {std::pair("Asia/Kolkata", "2026-07-01T06:30:00+05:30"),
                                         std::pair("Etc/UTC", "2026-07-01T01:00:00Z")}) {
        self.spec.time_zone = zone;
        const job other = desired_job(self, at("2026-07-01T01:00:00Z"), timetable_of(self.spec));
        BOOST_TEST(other.metadata.annotations.at(::cron_job::scheduled_time) == expected);
    }
}

BOOST_AUTO_TEST_CASE(runs_follow_the_clocks_of_the_zone) {
    cj self = make("web", "30 2 * * *");
    self.spec.time_zone = "Europe/Berlin";
    const auto when = timetable_of(self.spec);
    BOOST_TEST(text_of(when.next(at("2026-01-01T00:00:00Z"))) == "2026-01-01T01:30:00Z");
    BOOST_TEST(text_of(when.next(at("2026-03-28T12:00:00Z"))) == "2026-03-30T00:30:00Z");
    BOOST_TEST(text_of(when.next(at("2026-10-24T12:00:00Z"))) == "2026-10-25T00:30:00Z");
    BOOST_TEST(text_of(when.next(at("2026-10-25T00:30:00Z"))) == "2026-10-25T01:30:00Z");
    // Beyond the transitions that the file lists.
    BOOST_TEST(text_of(when.next(at("2060-07-01T12:00:00Z"))) == "2060-07-02T00:30:00Z");
}

BOOST_AUTO_TEST_CASE(name_that_is_not_a_zone_is_rejected) {
    for (const char* good : {"", "UTC", "Europe/Berlin", "Etc/GMT+5", "America/Argentina/Buenos_Aires"})
        BOOST_TEST(find_time_zone(good).has_value(), good);
    for (const char* bad :
         {"Mars/Phobos", "Europe", "/etc/localtime", "../../../etc/localtime", "localtime", "utc", "UTC0",
          "Fixed/UTC+01:00:00", "libc:localtime", "europe/berlin", "a b", "zone.tab"}) {
        const auto zone = find_time_zone(bad);
        BOOST_REQUIRE_MESSAGE(!zone, bad);
        BOOST_TEST(zone.error().message == std::string("unknown time zone ") + bad);
    }
    for (const char* local : {"Local", "local", "LOCAL"})
        BOOST_TEST(find_time_zone(local).error().message ==
                   "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
}

BOOST_AUTO_TEST_CASE(schedule_of_a_cron_job_has_no_zone_and_no_seconds) {
    for (const char* good : {"*/5 * * * *", "@hourly", "@every 60s", "@every 1h30m"})
        BOOST_TEST(schedule_error(good) == "", good);
    const char* const no_zone = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead";
    BOOST_TEST(schedule_error("TZ=UTC * * * * *") == no_zone);
    BOOST_TEST(schedule_error("CRON_TZ=UTC * * * * *") == no_zone);
    BOOST_TEST(schedule_error("* * * *") == "expected exactly 5 fields, found 4: [* * * *]");
    BOOST_TEST(schedule_error("@every 59s") == "the interval of @every must be at least one minute");
}

BOOST_AUTO_TEST_SUITE_END()
