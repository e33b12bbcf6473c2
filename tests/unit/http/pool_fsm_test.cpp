#include "framework/http/pool_fsm.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::http;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(pool_fsm_test)

namespace {

pool_options options(std::size_t max_connections, std::size_t max_idle = 16, std::size_t max_urgent = 2) {
    return {max_connections, max_idle, 90s, max_urgent};
}
constexpr time_point at(duration d) {
    return time_point(d);
}

}  // namespace

BOOST_AUTO_TEST_CASE(slots_are_granted_until_all_are_in_use) {
    pool_fsm b(options(2));
    const auto first = b.acquire(), second = b.acquire(), third = b.acquire();
    BOOST_REQUIRE(first && second);
    BOOST_TEST(!first->kept);
    BOOST_TEST(first->at != second->at);
    BOOST_TEST(!third.has_value());
    BOOST_TEST(b.open() == 2u);
}

BOOST_AUTO_TEST_CASE(the_connection_kept_last_is_used_first) {
    pool_fsm b(options(3));
    const auto x = b.acquire()->at, y = b.acquire()->at;
    BOOST_TEST(!b.keep(x, at(1s)).has_value());
    BOOST_TEST(!b.keep(y, at(2s)).has_value());
    BOOST_TEST(b.idle() == 2u);
    const auto again = b.acquire();
    BOOST_TEST(again->kept);
    BOOST_TEST(again->at == y);
    BOOST_TEST(b.acquire()->at == x);
    BOOST_TEST(!b.acquire()->kept);
}

BOOST_AUTO_TEST_CASE(waiting_senders_get_free_slots_in_order) {
    pool_fsm b(options(1));
    const auto s = b.acquire()->at;
    b.join(11);
    b.join(12);
    b.join(13);
    b.leave(12);
    BOOST_TEST(b.waiting() == 2u);
    const auto kept = b.keep(s, at(1s));
    BOOST_REQUIRE(kept.has_value());
    BOOST_TEST(kept->to == 11u);
    BOOST_TEST(kept->what.kept);
    BOOST_TEST(b.idle() == 0u);
    const auto freed = b.free(s);
    BOOST_REQUIRE(freed.has_value());
    BOOST_TEST(freed->to == 13u);
    BOOST_TEST(!freed->what.kept);
    BOOST_TEST(b.open() == 1u);
    BOOST_TEST(!b.free(s).has_value());
    BOOST_TEST(b.open() == 0u);
}

BOOST_AUTO_TEST_CASE(urgent_senders_have_slots_of_their_own_and_go_first) {
    pool_fsm b(options(2, 16, 1));
    const auto x = b.acquire()->at, y = b.acquire()->at;
    BOOST_TEST(!b.acquire().has_value());
    const auto urgent = b.acquire(true);
    BOOST_REQUIRE(urgent.has_value());
    BOOST_TEST(!b.acquire(true).has_value());
    b.join(1);
    b.join(2, true);
    b.join(3, true);
    b.join(4, true);
    b.leave(3);
    BOOST_TEST(b.waiting() == 3u);
    BOOST_TEST(b.keep(x, at(1s))->to == 2u);
    BOOST_TEST(b.free(y)->to == 4u);
    // Now two urgent senders and the first one use slots: another sender gets one when a single one is left.
    BOOST_TEST(!b.keep(urgent->at, at(2s)).has_value());
    BOOST_TEST(!b.acquire().has_value());
    const auto next = b.keep(x, at(3s));
    BOOST_REQUIRE(next.has_value());
    BOOST_TEST(next->to == 1u);
    BOOST_TEST(!b.acquire().has_value());
    BOOST_TEST(b.acquire(true)->at == urgent->at);
}

BOOST_AUTO_TEST_CASE(connections_expire_and_the_oldest_are_closed_when_there_are_too_many) {
    pool_fsm b(options(8, 2));
    const auto x = b.acquire()->at, y = b.acquire()->at, z = b.acquire()->at;
    (void)b.keep(x, at(1s));
    (void)b.keep(y, at(2s));
    BOOST_TEST(b.expire(at(3s)).empty());
    (void)b.keep(z, at(3s));
    BOOST_TEST(b.expire(at(3s)) == std::vector{x}, boost::test_tools::per_element());
    BOOST_TEST(b.expire(at(91s)).empty());
    BOOST_TEST(b.expire(at(92s)) == std::vector{y}, boost::test_tools::per_element());
    BOOST_TEST(b.idle() == 1u);
    BOOST_TEST(b.open() == 1u);
    BOOST_TEST(b.expire(never) == std::vector{z}, boost::test_tools::per_element());
    BOOST_TEST(b.open() == 0u);
}

BOOST_AUTO_TEST_CASE(no_sender_waits_after_cancel_waiters) {
    pool_fsm b(options(1));
    (void)b.acquire();
    b.join(1);
    b.join(2);
    BOOST_TEST(b.cancel_waiters() == (std::deque<pool_fsm::ticket>{1, 2}), boost::test_tools::per_element());
    BOOST_TEST(b.waiting() == 0u);
    BOOST_TEST(!b.free(0).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
