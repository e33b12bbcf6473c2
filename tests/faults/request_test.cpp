// Requests that are refused, put off, lost on their way or on the way back.
#include "faults/fault_world.hpp"

using namespace fault_test;

BOOST_AUTO_TEST_SUITE(request_faults)

namespace {

// All calls but those of informers.
void each_call(network_fault_plan& p, const network_fault& f) {
    for (const verb v : {verb::get, verb::create, verb::patch}) p.each(v, f);
}

constexpr std::string_view retried = "controller_runtime_reconcile_errors_total{controller=\"webserver\"} ";

}  // namespace

BOOST_AUTO_TEST_CASE(a_request_that_is_lost_on_its_way_is_made_again) {
    survive({.begin = [](auto& w) { each_call(w.network_faults(), network_fault::lost_request()); },
             .says = {{"Reconcile failed", "it is unknown whether it was executed"}},
             .metrics = {retried}});
}

BOOST_AUTO_TEST_CASE(a_write_whose_answer_is_lost_is_read_and_not_repeated) {
    survive({.begin =
                 [](auto& w) {
                     w.network_faults().nth(verb::create, 1, network_fault::lost_answer(), "deployments");
                     w.network_faults().nth(verb::patch, 1, network_fault::lost_answer(), "deployments");
                     w.network_faults().nth(verb::create, 1, network_fault::lost_answer(), "services");
                     w.network_faults().nth(verb::patch, 1, network_fault::lost_answer(), "webservers");
                 },
             .says = {{"Reconcile failed", "it is unknown whether it was executed"}},
             .metrics = {retried}});
}

BOOST_AUTO_TEST_CASE(own_writes_are_read_although_every_watch_is_late) {
    survive({.begin =
                 [](auto& w) {
                     w.network_faults().hold_watches("deployments");
                     w.network_faults().hold_watches("services");
                 },
             .ready = true,
             .minutes = 1});
}

BOOST_AUTO_TEST_CASE(a_conflict_is_no_alarm_and_is_tried_again) {
    survive(
        {.begin =
             [](auto& w) {
                 w.network_faults().nth(verb::create, 1, network_fault::answer(409, "Conflict"),
                                        "deployments");
                 w.network_faults().nth(verb::create, 1, network_fault::answer(409, "Conflict"), "services");
                 w.network_faults().nth(verb::patch, 1, network_fault::answer(409, "Conflict"), "webservers");
             },
         .says = {{"INFO", "Reconcile met a conflict"}},
         .metrics = {retried}});
}

BOOST_AUTO_TEST_CASE(too_many_requests_with_a_time_is_waited_for_and_no_failure) {
    operator_world w;
    w.network_faults().nth(verb::create, 1, network_fault::answer(429, "TooManyRequests", 7), "deployments");
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web", 1))).value();
        const time_point begin = w.event_loop().now();
        co_await w.async_until<ws>(key("web"), "rolled out", is_rolled_out);
        BOOST_TEST((w.event_loop().now() - begin >= 7s));
        BOOST_TEST(w.logged({"Reconcile failed"}) == 0, w.log());
    });
    BOOST_TEST(w.network_faults().pending().empty());
}

BOOST_AUTO_TEST_CASE(too_many_requests_for_everything_with_a_time) {
    survive(
        {.begin = [](auto& w) { w.network_faults().each(network_fault::answer(429, "TooManyRequests", 5)); },
         .says = {{"Reconcile failed", "too many requests"}},
         .metrics = {retried},
         .minutes = 5});
}

BOOST_AUTO_TEST_CASE(too_many_requests_for_everything_without_a_time) {
    survive({.begin = [](auto& w) { w.network_faults().each(network_fault::answer(429, "TooManyRequests")); },
             .says = {{"Reconcile failed", "too many requests"}},
             .metrics = {retried},
             .minutes = 5});
}

BOOST_AUTO_TEST_CASE(a_server_that_fails_with_500_503_or_504_is_tried_again_with_back_off) {
    const struct {
        int status;
        const char* reason;
    } failures[] = {{500, "InternalError"}, {503, "ServiceUnavailable"}, {504, "Timeout"}};
    for (const auto& f : failures)
        survive(
            {.begin = [&](auto& w) { w.network_faults().each(network_fault::answer(f.status, f.reason)); },
             .says = {{"Reconcile failed", "the server failed"}},
             .metrics = {retried},
             .minutes = 5});
}

BOOST_AUTO_TEST_CASE(a_write_that_the_server_failed_on_after_it_was_done_is_not_repeated) {
    // "etcdserver: leader changed" comes when the write is stored: the answer says 500, the state says done.
    operator_world w;
    w.network_faults().nth(verb::create, 1, network_fault::lost_answer(), "deployments");
    w.network_faults().nth(verb::get, 1, network_fault::text(500, "etcdserver: leader changed"),
                           "deployments");
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web", 1))).value();
        co_await w.async_until<ws>(key("web"), "rolled out", is_rolled_out);
        co_await w.async_until_idle();
        BOOST_TEST(w.network_faults().created().at("/apis/apps/v1/namespaces/default/deployments/web") == 1);
        BOOST_TEST(w.logged({"Reconcile failed", "etcdserver: leader changed"}) == 1, w.log());
    });
    BOOST_TEST(w.network_faults().pending().empty());
}

BOOST_AUTO_TEST_CASE(credentials_that_are_refused_are_said_and_tried_again_with_back_off) {
    survive({.begin =
                 [](auto& w) {
                     w.network_faults().each(network_fault::answer(401, "Unauthorized"));
                     // The others stay open, so that there is something to reconcile.
                     w.network_faults().cut_watches("services");
                 },
             .says = {{"Reconcile failed", "the credentials were not accepted"},
                      {"retrying", "the credentials were not accepted"}},
             .metrics = {"state=\"retrying\"} 1"},
             .ready = false,
             .minutes = 5});
}

BOOST_AUTO_TEST_CASE(answers_that_are_garbage_or_cut_short_are_no_answers) {
    for (const network_fault& f :
         {network_fault::text(200, "\xff<html>Welcome to the hotel</html>"),
          network_fault::text(200, R"({"kind":"Deployment","metadata":{"name":)"), network_fault::cut(100)})
        survive({.begin =
                     [&](auto& w) {
                         for (const verb v : {verb::get, verb::create, verb::patch})
                             w.network_faults().each(v, f);
                     },
                 .says = {{"Reconcile failed", "its response is unusable"}},
                 .metrics = {retried}});
}

BOOST_AUTO_TEST_CASE(an_outage_of_everything_ends_as_if_it_had_not_been) {
    survive({.begin =
                 [](auto& w) {
                     w.network_faults().each(network_fault::unreachable());
                     w.network_faults().cut_watches();
                 },
             .says = {{"retrying", "cannot connect"}},
             .metrics = {"state=\"retrying\"} 1"},
             .ready = false,
             .minutes = 20});
}

BOOST_AUTO_TEST_CASE(an_exception_of_a_reconciler_is_a_failed_reconcile) {
    testing::environment env;
    env.install<ws>();
    int ran = 0;
    struct throwing {
        int& ran;
        awaitable<outcome> reconcile(context& ctx, object_key) {
            co_await ctx.sleep(1s);
            if (++ran < 5) throw std::runtime_error("a bug");
            co_return outcome::done();
        }
    };
    manager& m = env.start([&](manager& made) { made.controller<ws>().reconcile_keys(throwing{ran}); });
    env.run([&]() -> awaitable<void> {
        (co_await env.client().create(make("web"))).value();
        co_await env.async_eventually("it has worked", [&] { return ran == 5; });
        co_await env.async_until_idle();
        const std::string measured = m.all_metrics().text();
        BOOST_TEST(measured.find("controller_runtime_reconcile_panics_total{controller=\"webserver\"} 4") !=
                       std::string::npos,
                   measured);
        BOOST_TEST(m.ready());
    });
    BOOST_TEST(env.log().find("the reconciler threw: a bug") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
