// When batches are due, and which are sent again.
#include "framework/tracing/span_queue.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(span_queue_test)

namespace {

span named(std::string name) {
    span s;
    s.name = std::move(name);
    return s;
}
constexpr time_point start{};

}  // namespace

BOOST_AUTO_TEST_CASE(a_batch_is_due_by_size_or_time) {
    span_queue q({.queue = 10, .batch = 2, .delay = 5s});
    BOOST_CHECK(q.due() == never);
    BOOST_TEST(q.add(named("a"), start));
    BOOST_CHECK(q.due() == start + 5s);
    BOOST_TEST(q.add(named("b"), start + 1s));
    BOOST_CHECK(q.due() == time_point::min());
    BOOST_TEST(q.add(named("c"), start + 1s));
    const std::vector<span> batch = q.take(start + 2s);
    BOOST_REQUIRE(batch.size() == 2u);
    BOOST_TEST(batch[0].name == "a");
    BOOST_TEST(batch[1].name == "b");
    BOOST_CHECK(q.due() == start + 7s);
    BOOST_TEST(q.take(start + 3s).size() == 1u);
    BOOST_CHECK(q.due() == never);
}

BOOST_AUTO_TEST_CASE(a_full_queue_takes_no_span) {
    span_queue q({.queue = 2, .batch = 2, .delay = 5s});
    BOOST_TEST(q.add(named("a"), start));
    BOOST_TEST(q.add(named("b"), start));
    BOOST_TEST(!q.add(named("c"), start));
    BOOST_TEST(q.size() == 2u);
}

BOOST_AUTO_TEST_CASE(only_answers_that_allow_it_are_followed_by_a_retry) {
    random_source random(1);
    for (const int status : {0, 429, 502, 503, 504})
        BOOST_TEST(!!export_attempts(start).next({status, {}}, start, random), status);
    for (const int status : {400, 401, 404, 413, 500, 501, 302})
        BOOST_TEST(!export_attempts(start).next({status, {}}, start, random), status);
}

BOOST_AUTO_TEST_CASE(delays_double_and_honor_retry_after) {
    random_source random(1);
    export_attempts attempts(start);
    const auto first = attempts.next({503, {}}, start, random),
               second = attempts.next({503, {}}, start, random);
    BOOST_REQUIRE(first);
    BOOST_REQUIRE(second);
    BOOST_CHECK(*first >= 1s);
    BOOST_CHECK(*first <= 1500ms);
    BOOST_CHECK(*second >= 2s);
    BOOST_CHECK(*second <= 3s);
    const auto asked = attempts.next({429, 60s}, start, random);
    BOOST_REQUIRE(asked);
    BOOST_CHECK(*asked == 60s);
    BOOST_TEST(!attempts.next({429, 60s}, start + 4min + 1s, random));
}

BOOST_AUTO_TEST_SUITE_END()
