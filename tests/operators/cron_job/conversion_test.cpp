#include "operators/cron_job/conversion.hpp"

#include "made_up.hpp"
#include "operators/cron_job/webhook.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/testing/round_trips.hpp"

BOOST_AUTO_TEST_SUITE(cron_job_conversion)

using namespace cron_job_test;
using ::cron_job::from_hub;
using ::cron_job::to_hub;
using cj2 = ::cron_job::v2::cron_job;

namespace {

std::string as_v2(std::string schedule) {
    cj2 to;
    from_hub(make("web", std::move(schedule)), to);
    return json::encode(to.spec.schedule);
}
std::string word(random_source& random) {
    static constexpr std::string_view words[] = {"*", "5", "*/10", "1,2", "mon-fri", "?"};
    return std::string(words[random.below(std::size(words))]);
}

}  // namespace

BOOST_AUTO_TEST_CASE(five_words_become_five_fields_and_anything_else_an_expression) {
    BOOST_TEST(as_v2("*/5 0-6 1 jan mon,fri") ==
               R"({"minute":"*/5","hour":"0-6","dayOfMonth":"1","month":"jan","dayOfWeek":"mon,fri"})");
    for (const char* other : {"@hourly", "@every 1h30m", "0  0 * * *", " 0 0 * * *", "0 0 * * * ", "0 0 * *",
                              "0 0 * * * *", "0\t0 * * * *", "0\t0 * * *", ""}) {
        cj2 between;
        from_hub(make("web", other), between);
        BOOST_TEST(between.spec.schedule.expression == other);
        BOOST_TEST(between.spec.schedule.minute == "*");
    }
}

BOOST_AUTO_TEST_CASE(fields_become_five_words) {
    cj2 from;
    from.spec.schedule.minute = "30";
    from.spec.schedule.day_of_week = "sun";
    cj to;
    BOOST_TEST(to_hub(from, to).has_value());
    BOOST_TEST(to.spec.schedule == "30 * * * sun");
    from.spec.schedule.expression = "@daily";
    const auto both = to_hub(from, to);
    BOOST_REQUIRE(!both);
    BOOST_TEST(both.error().message ==
               "spec.schedule.expression: \"@daily\" excludes all other fields of the schedule");
    from.spec.schedule = {};
    from.spec.schedule.expression = "@daily";
    BOOST_TEST(to_hub(from, to).has_value());
    BOOST_TEST(to.spec.schedule == "@daily");
}

BOOST_AUTO_TEST_CASE(random_objects_survive_both_ways) {
    testing::round_trip_options options;
    options.valid<cj>([](cj& c, random_source& random) {
        c.spec.schedule = random.below(3) ? word(random) + " 0 * * " + word(random) : "@hourly";
        if (random.below(5) == 0) c.spec.schedule += " ";
    });
    options.valid<cj2>([](cj2& c, random_source& random) {
        auto& s = c.spec.schedule;
        s = {};
        if (random.below(4) == 0) {
            s.expression = "@every 90m";
            return;
        }
        for (std::string* field : {&s.minute, &s.hour, &s.day_of_month, &s.month, &s.day_of_week})
            *field = word(random);
    });
    BOOST_TEST(testing::round_trips(::cron_job::add_cron_job_webhooks, options) == "");
}

BOOST_AUTO_TEST_SUITE_END()
