#include "setpoint/testing/round_trips.hpp"

#include "backup.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::test;

namespace {

testing::round_trip_options with_schedules() {
    testing::round_trip_options o;
    o.valid<backup>([](backup& b, random_source& r) {
        b.spec.schedule = fmt::format("{} {} * * *", r.below(60), r.below(24));
    });
    o.valid<backup_v2>([](backup_v2& b, random_source& r) {
        b.spec.at = {std::to_string(r.below(60)), std::to_string(r.below(24))};
    });
    return o;
}

void declare_lossy(manager& m) {
    m.conversion<backup>().version<backup_v2>(to_hub, [](const backup& from, backup_v2& to) -> result<> {
        auto done = from_hub(from, to);
        if (to.spec.keep == 7) to.spec.keep.reset();
        return done;
    });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(round_trips_test)

BOOST_AUTO_TEST_CASE(conversions_that_lose_nothing_pass) {
    BOOST_TEST(testing::round_trips(declare_webhooks, with_schedules()) == "");
}

BOOST_AUTO_TEST_CASE(what_is_lost_is_shown) {
    testing::round_trip_options o = with_schedules();
    o.objects = 100'000;
    const std::string failure = testing::round_trips(declare_lossy, o);
    BOOST_TEST(failure.find("not the same") != std::string::npos, failure);
    BOOST_TEST(failure.find("\"keep\":7") != std::string::npos, failure);
    // v1 to v2 cannot express what is no time of day.
    BOOST_TEST(testing::round_trips(declare_webhooks).find("has no minute and hour") != std::string::npos);
    BOOST_TEST(testing::round_trips([](manager&) {}) == "no conversions are declared");
}

BOOST_AUTO_TEST_CASE(random_objects_use_the_whole_description) {
    random_source r(1);
    std::set<std::string> seen;
    for (int i = 0; i < 200; ++i) {
        const auto one = testing::random_object<backup>(r);
        seen.insert(json::encode(one));
        BOOST_TEST(one.metadata.name == "random");
    }
    BOOST_TEST(seen.size() > 150u);
}

BOOST_AUTO_TEST_SUITE_END()
