// What the annotation of a paused object says, and which keys it holds back.
#include "framework/controller/pauses.hpp"

#include "setpoint/api/time.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(pauses_test)

namespace {

const object_key a("default", "a"), b("default", "b");

wall_time at(const char* text) {
    return timestamp::parse(text).value().to_wall_time();
}
const wall_time noon = at("2026-12-01T12:00:00Z");

bool see(pauses& p, const object_key& key, std::optional<std::string_view> value, bool says_so = false) {
    return p.seen(key, value ? &*value : nullptr, says_so, false, noon);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_value_is_true_or_a_reason) {
    BOOST_TEST(paused_annotation("example.com", "operator") == "example.com/paused");
    for (const char* const group : {"", "apps", "networking.k8s.io"})
        BOOST_TEST(paused_annotation(group, "operator") == "operator/paused");
    BOOST_TEST(!parse_pause("false"));
    BOOST_TEST(!parse_pause(" false "));
    for (const char* const plain : {"true", "", " ", " true\n"}) {
        const auto p = parse_pause(plain);
        BOOST_TEST_REQUIRE(p.has_value(), plain);
        BOOST_TEST(p->reason.empty());
        BOOST_TEST(!p->until);
        BOOST_TEST(p->message() == "Not reconciled");
    }
    BOOST_TEST(parse_pause("moving the disks")->message() == "Not reconciled: moving the disks");
    BOOST_TEST(parse_pause("False")->reason == "False");
    BOOST_TEST(parse_pause(std::string(1000, 'x'))->reason.size() == 256u);
}

BOOST_AUTO_TEST_CASE(a_pause_may_have_an_end) {
    for (const char* const value : {"until 2026-12-01T12:00:00Z", "true until 2026-12-01T12:00:00Z",
                                    "true until 2026-12-01T14:00:00+02:00 "}) {
        const auto p = parse_pause(value);
        BOOST_TEST_REQUIRE(p.has_value(), value);
        BOOST_TEST(p->reason.empty());
        BOOST_TEST_REQUIRE(p->until.has_value());
        BOOST_CHECK(*p->until == noon);
        BOOST_TEST(p->message() == "Not reconciled (until 2026-12-01T12:00:00Z)");
        BOOST_TEST(p->is_over(noon));
        BOOST_TEST(!p->is_over(noon - 1s));
    }
    const auto reason = parse_pause("wait until Bob is back until 2026-12-01T12:00:00Z");
    BOOST_TEST(reason->reason == "wait until Bob is back");
    BOOST_TEST(reason->until.has_value());
}

BOOST_AUTO_TEST_CASE(an_end_that_is_no_time_is_said) {
    const auto p = parse_pause("moving until 2026-13-01T12:00:00Z");
    BOOST_TEST(!p->until);
    BOOST_TEST(
        p->message() ==
        "Not reconciled: moving (without an end, since \"2026-13-01T12:00:00Z\" is not an RFC 3339 time)");
    BOOST_TEST(!parse_pause("until 9999-01-01T00:00:00Z")->until);  // beyond the clock
    BOOST_TEST(!parse_pause("until 9999-01-01T00:00:00Z")->invalid_end.empty());
    BOOST_TEST(parse_pause("until Bob is back")->reason == "until Bob is back");
    BOOST_TEST(parse_pause("until Bob is back")->invalid_end.empty());
    BOOST_TEST(parse_pause("thuntil 2026-12-01T12:00:00Z")->until.has_value() == false);
}

BOOST_AUTO_TEST_CASE(a_paused_key_is_held_until_the_annotation_goes) {
    pauses p;
    BOOST_TEST(!see(p, a, std::nullopt));
    BOOST_TEST(p.empty());
    BOOST_TEST(see(p, a, "true"));
    BOOST_TEST(!see(p, a, "true"));  // nothing new
    BOOST_TEST(p.holds(a, noon));
    BOOST_TEST(!p.holds(b, noon));
    BOOST_TEST(p.count() == 1u);
    BOOST_TEST(see(p, a, "for a reason"));  // to be said
    BOOST_TEST(p.count() == 1u);
    BOOST_TEST_REQUIRE(p.turn(a, noon));
    BOOST_TEST(p.turn(a, noon)->what->reason == "for a reason");
    BOOST_TEST(see(p, a, std::nullopt));
    BOOST_TEST(!see(p, a, std::nullopt));
    BOOST_TEST(!p.holds(a, noon));
    BOOST_TEST(p.count() == 0u);
    BOOST_TEST_REQUIRE(p.turn(a, noon));  // the condition is still to be removed
    BOOST_TEST(!p.turn(a, noon)->what);
    BOOST_TEST(see(p, a, "true"));  // paused again before that
    BOOST_TEST(p.count() == 1u);
    BOOST_TEST(see(p, a, "false"));
    p.resumed(a);
    BOOST_TEST(p.empty());
}

BOOST_AUTO_TEST_CASE(a_pause_ends_at_its_time) {
    pauses p;
    BOOST_TEST(see(p, a, "until 2026-12-01T12:00:10Z"));
    BOOST_TEST(p.holds(a, noon + 9s));
    BOOST_TEST(!p.holds(a, noon + 10s));
    BOOST_TEST(p.turn(a, noon + 9s)->what.has_value());
    BOOST_TEST(!p.turn(a, noon + 10s)->what);
    BOOST_TEST(p.count() == 0u);
    p.resumed(a);
    BOOST_TEST(!see(p, a, "until 2026-12-01T12:00:00Z"));  // over when it is seen
    BOOST_TEST(p.empty());
}

BOOST_AUTO_TEST_CASE(a_condition_of_an_earlier_process_is_removed) {
    pauses p;
    BOOST_TEST(see(p, a, std::nullopt, true));
    BOOST_TEST_REQUIRE(p.turn(a, noon));
    BOOST_TEST(!p.turn(a, noon)->what);
    BOOST_TEST(!p.holds(a, noon));
    p.gone(a);
    p.gone(b);
    BOOST_TEST(p.empty());
}

BOOST_AUTO_TEST_SUITE_END()
