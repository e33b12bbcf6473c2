#include "setpoint/manager/health.hpp"

#include <boost/test/unit_test.hpp>

using setpoint::health_checks;

BOOST_AUTO_TEST_SUITE(health_test)

namespace {

health_checks two(bool second_is_well) {
    health_checks c("readyz");
    c.add("first", [] { return std::string(); });
    c.add("second", [second_is_well] { return second_is_well ? std::string() : std::string("no disk"); });
    return c;
}

void expect(const health_checks::answer& a, int status, std::string_view body) {
    BOOST_TEST(a.status == status);
    BOOST_TEST(a.body == body);
}

}  // namespace

BOOST_AUTO_TEST_CASE(without_checks_there_is_a_ping_that_passes) {
    const health_checks none("healthz");
    expect(none.ask("", ""), 200, "ok\n");
    expect(none.ask("ping", ""), 200, "ok\n");
    expect(none.ask("", "verbose"), 200, "[+]ping ok\nhealthz check passed\n");
}

BOOST_AUTO_TEST_CASE(all_well_is_short_unless_verbose) {
    expect(two(true).ask("", ""), 200, "ok\n");
    expect(two(true).ask("", "verbose"), 200, "[+]first ok\n[+]second ok\nreadyz check passed\n");
    expect(two(true).ask("", "x=y&verbose=1"), 200, "[+]first ok\n[+]second ok\nreadyz check passed\n");
}

BOOST_AUTO_TEST_CASE(one_that_fails_fails_all_and_says_why) {
    expect(two(false).ask("", ""), 500, "[+]first ok\n[-]second failed: no disk\nreadyz check failed\n");
    BOOST_TEST(two(false).failing().size() == 1u);
    BOOST_TEST(two(false).failing().at(0) == "second: no disk");
}

BOOST_AUTO_TEST_CASE(a_check_can_be_asked_alone_or_left_out) {
    expect(two(false).ask("first", ""), 200, "ok\n");
    expect(two(false).ask("second", ""), 500, "second failed: no disk\n");
    expect(two(false).ask("third", ""), 404, "no check named \"third\"\n");
    expect(two(false).ask("", "exclude=second"), 200, "ok\n");
    expect(two(false).ask("", "verbose&exclude=second"), 200,
           "[+]first ok\n[+]second excluded: ok\nreadyz check passed\n");
}

BOOST_AUTO_TEST_SUITE_END()
