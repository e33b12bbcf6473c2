// The last look before a request goes out: after the connection is there, before its first byte.
#include "peers.hpp"

using namespace setpoint;
using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(may_start_test)

BOOST_AUTO_TEST_CASE(a_request_that_may_not_start_costs_no_byte_and_no_connection) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        co_await against(w.l, w.server_tls(), always(w.l, std::string(ok_answer)),
                         [&](raw_server& s) -> awaitable<void> {
                             https_pool pool(w.l, s.secure(), w.source());
                             std::uint64_t opened_when_asked = 0;
                             request refused = post("x");
                             refused.may_start = [&]() -> result<> {
                                 opened_when_asked = pool.count().opened_ever;
                                 return error(errc::not_leader, "not sent");
                             };
                             auto r = co_await pool.send(std::move(refused), {});
                             BOOST_REQUIRE(!r);
                             BOOST_TEST((r.error().code == errc::not_leader));
                             BOOST_TEST(surely_not_sent(r.error().code));
                             // It was asked once the connection was open, and the connection is as good as
                             // new.
                             BOOST_TEST(opened_when_asked == 1u);
                             BOOST_TEST(pool.count().idle == 1u);
                             BOOST_TEST((co_await ask(pool, post("x"))) == "200 ok");
                             BOOST_TEST(pool.count().opened_ever == 1u);
                             BOOST_TEST(s.accepted == 1);
                             request allowed = post("x");
                             int asked = 0;
                             allowed.may_start = [&] {
                                 ++asked;
                                 return result<>();
                             };
                             BOOST_TEST((co_await ask(pool, std::move(allowed))) == "200 ok");
                             BOOST_TEST(asked == 1);
                         });
    });
}

BOOST_AUTO_TEST_SUITE_END()
