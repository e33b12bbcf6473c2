// How much is asked of an API that is in trouble.
#include "faults/fault_world.hpp"

#include <fmt/format.h>

using namespace fault_test;

BOOST_AUTO_TEST_SUITE(storms)

namespace {

constexpr int web_servers = 3;

std::string name_of(int i) {
    return fmt::format("w{}", i);
}

awaitable<void> make_many(operator_world& w) {
    for (int i = 0; i < web_servers; ++i) (co_await w.client().create(make(name_of(i), 1))).value();
    for (int i = 0; i < web_servers; ++i)
        co_await w.async_until<ws>(key(name_of(i)), "rolled out", is_rolled_out);
    co_await w.async_until_idle();
}

}  // namespace

// 3 informers: back-off from 0.8 s to 30 s, so at most 7 attempts in the first minute and 2 in the others.
// 3 keys: back-off from 5 ms, so 14 attempts in the first minute, and 1 in the others; each may make two or
// three calls, and an event recorder may try as well. A read whose connection is lost goes again up to 10
// times, 0.2 s to 5 s apart, within the reconcile. With Retry-After the server says how often it wants to be
// asked, and each call does it up to 10 times: by a worker for each key at once.
BOOST_AUTO_TEST_CASE(calls_in_an_outage_are_bounded_by_back_off) {
    const struct {
        const char* name;
        network_fault fault;
        std::size_t first = 300, later = 60;
    } outages[] = {{"nobody there", network_fault::unreachable()},
                   {"reset", network_fault::lost_request(), 300, 150},
                   {"500", network_fault::answer(500, "InternalError")},
                   {"503 later", network_fault::answer(503, "ServiceUnavailable", 1), 300, 300},
                   {"429", network_fault::answer(429, "TooManyRequests")},
                   {"429 now", network_fault::answer(429, "TooManyRequests", 0), 900, 300},
                   {"401", network_fault::answer(401, "Unauthorized")},
                   {"403", network_fault::answer(403, "Forbidden")},
                   {"404", network_fault::answer(404, "NotFound")},
                   {"409", network_fault::answer(409, "Conflict")},
                   {"410", network_fault::answer(410, "Expired")},
                   {"too large", network_fault::answer(504, "ResourceVersionTooLarge")},
                   {"empty", network_fault::text(200, "{}")}};
    for (const auto& o : outages) {
        operator_world w;
        w.run([&]() -> awaitable<void> {
            co_await make_many(w);
            w.network_faults().each(o.fault);
            for (int i = 0; i < web_servers; ++i) co_await w.change(name_of(i), {{"replicas", 2}});
            w.network_faults().cut_watches();
            std::vector<std::size_t> calls;
            for (int minute = 0; minute < 6; ++minute) {
                const std::size_t before = w.network_faults().sent();
                co_await w.event_loop().sleep(1min);
                calls.push_back(w.network_faults().sent() - before);
            }
            const std::string told = fmt::format("{}: calls a minute: {}", o.name, fmt::join(calls, " "));
            BOOST_TEST_MESSAGE(told);
            BOOST_TEST(calls.front() <= o.first, told);
            for (std::size_t i = 2; i < calls.size(); ++i) BOOST_TEST(calls[i] <= o.later, told);
            w.network_faults().clear();
            for (int i = 0; i < web_servers; ++i)
                co_await w.async_until<ws>(
                    key(name_of(i)), "rolled out", [](const ws& x) { return x.status.ready_replicas == 2; },
                    20min);
        });
    }
}

BOOST_AUTO_TEST_CASE(no_child_is_made_again_and_again_for_an_owner_whose_deletion_is_late) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        co_await make_many(w);
        w.network_faults().hold_watches("webservers");
        const std::map<std::string, int> before = w.network_faults().created();
        const std::size_t sent = w.network_faults().sent(), gets = w.network_faults().sent(verb::get);
        for (int i = 0; i < web_servers; ++i) (co_await w.client().remove<ws>(key(name_of(i)))).value();
        // Shorter than it takes to notice the silence of the watch.
        co_await w.event_loop().sleep(1min);
        for (const auto& [path, times] : w.network_faults().created())
            if (path.find("/events") == std::string::npos)
                BOOST_TEST(times == before.at(path), path << " was made " << times << " times\n" << w.log());
        // A look at each owner, and what it takes to see that there is nothing to do.
        BOOST_TEST(w.network_faults().sent(verb::get) - gets <= 2 * web_servers);
        BOOST_TEST(w.network_faults().sent() - sent <= 6 * web_servers);
        w.network_faults().clear();
        co_await w.async_until_idle(2min);
        BOOST_TEST((co_await w.client().list<deployment>()).value().empty());
        BOOST_TEST(w.m.ready());
    });
}

BOOST_AUTO_TEST_CASE(looking_for_an_owner_in_an_outage_waits_as_any_failure_does) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        co_await make_many(w);
        w.network_faults().hold_watches("webservers");
        w.network_faults().each(verb::get, network_fault::answer(500, "InternalError"));
        const std::size_t sent = w.network_faults().sent();
        for (int i = 0; i < web_servers; ++i) (co_await w.client().remove<ws>(key(name_of(i)))).value();
        co_await w.event_loop().sleep(1min);
        BOOST_TEST(w.network_faults().sent() - sent <= 25 * web_servers);
        w.network_faults().clear();
        co_await w.async_until_idle(2min);
        BOOST_TEST((co_await w.client().list<deployment>()).value().empty());
    });
}

BOOST_AUTO_TEST_CASE(an_owner_that_was_replaced_while_its_watch_is_late_gets_its_own_children) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web", 1))).value();
        co_await w.async_until<ws>(key("web"), "rolled out", is_rolled_out);
        co_await w.async_until_idle();
        w.network_faults().hold_watches("webservers");
        (co_await w.client().remove<ws>(key("web"))).value();
        const auto second = (co_await w.client().create(make("web", 2))).value();
        co_await w.async_until<deployment>(key("web"), "of the second", [&](const deployment& d) {
            return is_controlled_by(d.metadata, second->metadata.uid);
        });
        w.network_faults().clear();
        co_await w.async_until<ws>(
            key("web"), "rolled out", [](const ws& x) { return x.status.ready_replicas == 2; }, 5min);
    });
}

BOOST_AUTO_TEST_CASE(a_child_that_is_deleted_is_made_again_with_one_look_at_its_owner) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        co_await make_many(w);
        const std::size_t gets = w.network_faults().sent(verb::get);
        BOOST_TEST(gets == 0u);  // nothing was read live to get here
        (co_await w.client().remove<service>(key("w0-service"))).value();
        co_await w.async_until<service>(key("w0-service"), "made again", [](const service&) { return true; });
        co_await w.async_until_idle();
        BOOST_TEST(w.network_faults().sent(verb::get) == gets + 1);
    });
}

BOOST_AUTO_TEST_CASE(a_child_that_was_made_and_lost_between_two_lists_is_made_again) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        co_await w.async_eventually("ready", [&] { return w.m.ready(); });
        co_await w.async_until_idle();
        w.network_faults().hold_watches("services");
        (co_await w.client().create(make("web", 1))).value();
        co_await w.async_until<service>(key("web-service"), "made", [](const service&) { return true; });
        co_await w.async_until_idle();
        (co_await w.client().remove<service>(key("web-service"))).value();
        // What the watch would have brought is compacted: the next list has never heard of the service.
        w.server().compact();
        w.network_faults().nth(verb::watch, 1, network_fault::error_event(410, "Expired"), "services");
        w.network_faults().cut_watches("services");
        w.network_faults().release_watches();
        co_await w.async_until<service>(key("web-service"), "made again",
                                        [](const service&) { return true; });
        co_await w.async_until<ws>(key("web"), "rolled out", is_rolled_out);
    });
}

BOOST_AUTO_TEST_SUITE_END()
