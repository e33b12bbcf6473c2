// The client and a control plane that is being broken.
#include "integration/client/live.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

namespace {

awaitable<void> break_it(live& w, std::vector<std::string> command) {
    co_await w.l.blocking("fault", [command] { plane().command(command); });
}

const auto needs_real = boost::unit_test::precondition(needs_real_cluster());

}  // namespace

BOOST_AUTO_TEST_SUITE(client_faults, *boost::unit_test::precondition(needs_cluster()))

BOOST_AUTO_TEST_CASE(a_write_without_an_answer_is_an_unknown_outcome, *needs_real) {
    live w;
    w.run([&]() -> awaitable<void> {
        const object_key key{co_await w.fresh_namespace(), "a"};
        api_client_options impatient = live::named();
        impatient.timeouts.first_byte = impatient.timeouts.tls = 500ms;
        w.connect({}, impatient);
        (void)co_await w.api().get<config_map>(key);  // opens a connection
        co_await break_it(w, {"freeze", "apiserver"});
        const auto written = co_await w.api().create(w.make_map("a"));
        const auto read = co_await w.api().get<config_map>(key);
        co_await break_it(w, {"thaw", "apiserver"});
        BOOST_TEST((refusal(written).code == errc::unknown_outcome), refusal(written).to_string());
        // The connection is gone, and no other could be opened.
        BOOST_TEST((refusal(read).code == errc::unreachable), refusal(read).to_string());
        // Only a read tells what became of it: either answer is possible.
        w.connect();
        const auto found = co_await w.api().get<config_map>(key);
        BOOST_TEST((found.has_value() || found.error().code == errc::not_found), refusal(found).to_string());
    });
}

BOOST_AUTO_TEST_CASE(reads_survive_a_restart_and_nothing_is_sent_to_a_server_that_is_not_there, *needs_real) {
    live w;
    w.run(
        [&]() -> awaitable<void> {
            const object_key key{co_await w.fresh_namespace(), "a"};
            BOOST_REQUIRE(co_await w.api().create(w.make_map("a")));
            co_await break_it(w, {"kill-apiserver"});
            const error written = refusal(co_await w.api().create(w.make_map("b")));
            BOOST_TEST((written.code == errc::unreachable || written.code == errc::unknown_outcome),
                       written.to_string());
            const error again = refusal(co_await w.api().create(w.make_map("b")));
            BOOST_TEST((again.code == errc::unreachable), again.to_string());
            BOOST_TEST((refusal(co_await w.api().get<config_map>(key)).code == errc::unreachable));
            co_await break_it(w, {"start-apiserver"});
            BOOST_TEST(!!(co_await w.api().get<config_map>(key)));
        },
        120s);
}

BOOST_AUTO_TEST_CASE(a_continue_token_that_is_too_old_is_gone, *needs_real) {
    live w;
    w.run(
        [&]() -> awaitable<void> {
            call page;
            page.op = verb::list;
            page.resource = kind_of<config_map>().resource();
            page.key.ns = co_await w.fresh_namespace();
            page.query().limit = 1;
            for (const char* name : {"a", "b"}) BOOST_REQUIRE(co_await w.api().create(w.make_map(name)));
            auto first = co_await w.api().open(page);
            BOOST_REQUIRE(first);
            const auto body = co_await http::read_all(**first, 1'000'000);
            BOOST_REQUIRE(body);
            page.query().continue_token =
                boost::json::parse(*body).at("metadata").at("continue").as_string().c_str();
            BOOST_REQUIRE(co_await w.api().create(w.make_map("c")));
            co_await break_it(w, {"compact"});
            const error e = refusal(co_await w.api().open(page));
            BOOST_TEST((e.code == errc::gone), e.to_string());
            BOOST_TEST(e.reason == "Expired");
        },
        120s);
}

BOOST_AUTO_TEST_CASE(a_version_of_the_future_is_too_large) {
    live w;
    w.run([&]() -> awaitable<void> {
        call c;
        c.op = verb::list;
        c.resource = kind_of<config_map>().resource();
        c.query().resource_version = "9000000000";
        c.query().resource_version_match = "NotOlderThan";
        const error e = refusal(co_await w.api().open(c));
        BOOST_TEST((e.code == errc::version_too_large), e.to_string());
        BOOST_TEST(e.retry_after.has_value());
    });
}

BOOST_AUTO_TEST_SUITE_END()
