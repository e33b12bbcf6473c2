// SIGTERM at every stage: what program::run does when the signal comes is manager::request_stop().
#include "faults/fault_world.hpp"

#include <fmt/format.h>

#include <algorithm>

using namespace fault_test;

BOOST_AUTO_TEST_SUITE(shutdown_faults)

namespace {

struct stop_case {
    std::size_t at = 1;                 // the number of the request that is about to be sent
    std::optional<network_fault> then;  // what becomes of that one and all later ones
    duration budget = 25s;
};

// Names of the tasks that wait, but for those of the test itself.
std::vector<std::string> waiting(operator_world& w) {
    std::vector<std::string> all = w.event_loop().waiting_tasks();
    // Those of the API server's controllers come and go.
    std::erase_if(all, [](const std::string& name) {
        return name.ends_with(": long reconciles") && !name.starts_with("webserver");
    });
    std::sort(all.begin(), all.end());
    return all;
}

// A world whose own manager has been stopped: what waits now waits without an operator.
struct stopped_world : operator_world {
    stopped_world() {
        run([this]() -> awaitable<void> { co_await async_stopped(m); });
    }
};

awaitable<void> story(operator_world& w) {
    // Without pods: what runs behind the API takes most of the time of these tests.
    for (const char* name : {"a", "b"}) (co_await w.client().create(make(name, 0))).value();
    co_await w.event_loop().sleep(3s);
    co_await w.change("a", {{"image", "nginx:1.23.0"}});
    // Not there when the operator was stopped early.
    (void)co_await w.client().remove<service>(key("b-service"));
    co_await w.event_loop().sleep(5s);
}

// False: the story ended before that request came.
bool stop_at(const stop_case& c) {
    stopped_world w;
    const std::vector<std::string> before = waiting(w);
    manager_options o = named_as_the_program();
    o.shutdown_timeout = c.budget;
    o.metrics_address = o.health_address = "0";
    manager* m = nullptr;
    const std::size_t base = w.network_faults().sent();
    bool asked = false;
    w.network_faults().on_request([&](std::size_t n) {
        if (n - base < c.at || std::exchange(asked, true)) return;
        if (c.then) w.network_faults().each(*c.then);
        m->request_stop();
    });
    m = &w.start(::web_server::add_web_server_controller, o);
    w.run([&]() -> awaitable<void> {
        co_await story(w);
        const duration took = co_await w.async_stopped(*m);
        const std::string what = fmt::format("request {}, {} s", c.at, c.budget / 1s);
        BOOST_TEST((took <= c.budget), what);
        const std::size_t sent = w.network_faults().sent();
        BOOST_TEST(w.network_faults().open_streams() == 0u, what);
        BOOST_TEST((waiting(w) == before), what << ": " << fmt::format("{}", fmt::join(waiting(w), ", ")));
        w.network_faults().clear();
        co_await w.event_loop().sleep(2min);
        BOOST_TEST(w.network_faults().sent() == sent, what);
        BOOST_TEST(w.logged({"Did not end in time"}) == 0, w.log());
    });
    return asked;
}

// Every request of the story, up to `most` of them in steps of `step`.
void stop_at_each(std::optional<network_fault> then, duration budget, std::size_t most,
                  std::size_t step = 1) {
    std::size_t stops = 0;
    for (std::size_t at = 1; stops < most; at += step, ++stops)
        if (!stop_at({at, then, budget})) break;
    BOOST_TEST_MESSAGE(stops << " stops");
    BOOST_TEST(stops > 5u);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_stop_at_every_request_ends_in_time_and_leaves_nothing) {
    stop_at_each({}, 25s, 50);
}

BOOST_AUTO_TEST_CASE(a_stop_while_the_server_does_not_answer_ends_within_the_budget) {
    network_fault silent;
    silent.wait = 1h;
    for (const duration budget : {duration(25s), duration(2s)}) stop_at_each(silent, budget, 25, 2);
}

BOOST_AUTO_TEST_CASE(a_stop_while_everything_fails_ends_at_once) {
    stop_at_each(network_fault::answer(500, "InternalError"), 2s, 20, 2);
}

BOOST_AUTO_TEST_CASE(a_stop_in_back_off_or_at_rest_ends_at_once) {
    for (const bool failing : {false, true}) {
        operator_world w;
        w.run([&]() -> awaitable<void> {
            if (failing)
                for (const verb v : {verb::create, verb::patch})
                    w.network_faults().each(v, network_fault::answer(500, "InternalError"));
            (co_await w.client().create(make("a", 1))).value();
            co_await w.event_loop().sleep(1min);
            const duration took = co_await w.async_stopped(w.m);
            BOOST_TEST((took < 1s));
            BOOST_TEST(w.network_faults().open_streams() == 0u);
        });
    }
}

BOOST_AUTO_TEST_CASE(a_reconcile_under_way_is_finished_when_the_budget_allows) {
    operator_world w;
    bool done = false;
    struct slow {
        bool& done;
        awaitable<outcome> reconcile(context& ctx, object_key) {
            co_await ctx.sleep(10s);
            done = true;
            co_return outcome::done();
        }
    };
    manager_options o = named_as_the_program();
    o.name = "slow";
    manager& m = w.start([&](manager& made) { made.controller<ws>().reconcile_keys(slow{done}); }, o);
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("a", 1))).value();
        co_await w.event_loop().sleep(2s);
        const duration took = co_await w.async_stopped(m);
        BOOST_TEST(done);
        BOOST_TEST((took < 25s));
    });
}

BOOST_AUTO_TEST_SUITE_END()
