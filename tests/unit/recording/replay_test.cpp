// A small program part is recorded with a scripted transport, and replayed without one.
#include "setpoint/recording/replay.hpp"

#include "setpoint/recording/flight_recorder.hpp"
#include "support/script_transport.hpp"
#include "support/virtual_world.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(replay_test)

namespace {

recording_header header_of(loop& l, std::uint64_t seed = 7) {
    recording_header h;
    h.program = "part";
    h.seed = seed;
    h.start = l.wall_now();
    return h;
}

http::request get(std::string target, std::string body = {}) {
    http::request r;
    r.target = std::move(target);
    r.body = std::move(body);
    return r;
}

// The part writes here what it does, with the time.
struct notes {
    std::string text;
    void add(loop& l, std::string_view what) {
        text += fmt::format("{:.3f} {}\n", std::chrono::duration<double>(l.now().time_since_epoch()).count(),
                            what);
    }
};

awaitable<void> ask(loop& l, http::transport& net, notes& to, std::string target) {
    auto s = co_await net.send(get(target), {});
    if (!s) {
        to.add(l, target + " failed: " + s.error().to_string());
        co_return;
    }
    const auto body = co_await http::read_all(**s, 1000);
    to.add(l, fmt::format("{} {} {}", target, (*s)->head().status, body ? *body : body.error().to_string()));
}

// Asks two at a time, sleeps, and has a job.
awaitable<void> part(loop& l, http::transport& net, notes& to) {
    task_scope both(l, "both");
    both.spawn("a", ask(l, net, to, "/a"));
    both.spawn("b", ask(l, net, to, "/b"));
    co_await both.join();
    co_await l.sleep(std::chrono::milliseconds(l.random().below(500)));
    to.add(l, "slept");
    const int n = co_await l.blocking("a job", [] { return 42; });
    to.add(l, fmt::format("a job returned {}", n));
    const auto late = co_await with_timeout(l, 2s, "ask /c", ask(l, net, to, "/c"));
    to.add(l, late ? "c" : late.error().message);
}

awaitable<void> part_that_asks(loop& l, http::transport& net, notes& to, std::string target) {
    co_await ask(l, net, to, std::move(target));
}

struct recorded_part {
    std::string file;
    notes seen;
    recording_state end;
};

template <class Part>
recorded_part record(Part make, const std::function<void(script_transport&)>& script) {
    virtual_world w;
    script_transport net(w.l);
    script(net);
    recorded_part out;
    flight_recorder recorder(w.l, net, header_of(w.l), {});
    w.run([&]() -> awaitable<void> {
        co_await w.l.sleep(1h);
        co_await recorder.run("part", make(recorder.inner_loop(), recorder.net(), out.seen));
    });
    out.file = recorder.text().joined();
    out.end = recorder.state();
    return out;
}

void script_of_part(script_transport& net) {
    net.expect("GET", "/a").delay(100ms).body("one ").body("and two", 50ms);
    net.expect("GET", "/b").delay(120ms).fails(error(errc::connection_lost, "gone"));
    net.expect("GET", "/c").delay(1h).body("late");
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_part_does_the_same_with_recorded_input) {
    const recorded_part run = record(part, script_of_part);
    BOOST_TEST(run.seen.text.find("/a 200 one and two") != std::string::npos, run.seen.text);
    BOOST_TEST(run.seen.text.find("/b failed: gone") != std::string::npos, run.seen.text);
    BOOST_TEST(run.seen.text.find("a job returned 42") != std::string::npos, run.seen.text);
    BOOST_TEST(run.seen.text.find("ask /c: timed out") != std::string::npos, run.seen.text);
    const auto file = recording::parse(run.file, "memory");
    BOOST_REQUIRE_MESSAGE(file, file.error().message);
    replay again(*file);
    notes seen;
    const result<> same = again.run("part", part(again.inner_loop(), again.net(), seen));
    BOOST_REQUIRE_MESSAGE(same, same.error().message);
    BOOST_TEST(seen.text == run.seen.text);
    BOOST_TEST((again.state() == run.end));
}

BOOST_AUTO_TEST_CASE(a_part_that_asks_for_something_else_is_noticed) {
    const auto asks = [](std::string target) {
        return
            [target](loop& l, http::transport& net, notes& to) { return part_that_asks(l, net, to, target); };
    };
    const recorded_part run =
        record(asks("/a"), [](script_transport& net) { net.expect("GET", "/a").body("x"); });
    const auto file = recording::parse(run.file, "memory");
    BOOST_REQUIRE(file);
    replay again(*file);
    notes seen;
    const result<> same = again.run("part", asks("/other")(again.inner_loop(), again.net(), seen));
    BOOST_REQUIRE(!same);
    BOOST_TEST(
        same.error().message.find("the run differs from the recording 3600.000000 s after the start") == 0u,
        same.error().message);
}

namespace {

awaitable<void> ask_twice(loop& l, http::transport& net, notes& to, replay& again) {
    co_await ask(l, net, to, "/a");
    again.stop_comparing();
    co_await ask(l, net, to, "/b");
}

awaitable<void> count_run(loop& l, int& runs) {
    co_await l.blocking("a job", [&runs] { ++runs; });
}

awaitable<void> cancel_job(loop& l, int& runs) {
    task_scope scope(l, "job");
    scope.spawn("job", count_run(l, runs));
    co_await l.yield();
    scope.request_stop();
    co_await scope.join();
}

struct turn_count final : loop_observer {
    void turn(std::string_view, duration, duration) override { ++turns; }
    std::uint64_t turns = 0;
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_new_request_fails_when_differences_are_allowed) {
    const recorded_part run =
        record([](loop& l, http::transport& net, notes& to) { return part_that_asks(l, net, to, "/a"); },
               [](script_transport& net) { net.expect("GET", "/a").body("x"); });
    const auto file = recording::parse(run.file, "memory");
    BOOST_REQUIRE(file);
    replay again(*file);
    notes seen;
    const result<> same = again.run("part", ask_twice(again.inner_loop(), again.net(), seen, again));
    BOOST_REQUIRE_MESSAGE(same, same.error().message);
    BOOST_TEST(seen.text.find("/a 200 x") != std::string::npos, seen.text);
    BOOST_TEST(seen.text.find("the recording has no answer to this request") != std::string::npos, seen.text);
}

BOOST_AUTO_TEST_CASE(a_job_that_was_cancelled_does_not_run) {
    int runs = 0;
    const recorded_part run = record([&](loop& l, http::transport&, notes&) { return cancel_job(l, runs); },
                                     [](script_transport&) {});
    const auto file = recording::parse(run.file, "memory");
    BOOST_REQUIRE(file);
    replay again(*file);
    const result<> same = again.run("part", cancel_job(again.inner_loop(), runs));
    BOOST_REQUIRE_MESSAGE(same, same.error().message);
    BOOST_TEST(runs == 0);
}

BOOST_AUTO_TEST_CASE(recorded_turns_are_observed) {
    virtual_world w;
    script_transport net(w.l);
    script_of_part(net);
    flight_recorder recorder(w.l, net, header_of(w.l), {});
    turn_count count;
    recorder.observe(&count);
    notes seen;
    w.run([&]() -> awaitable<void> {
        co_await recorder.run("part", part(recorder.inner_loop(), recorder.net(), seen));
    });
    BOOST_TEST(count.turns > 0u);
    BOOST_TEST(count.turns <= recorder.state().turns);  // a turn for a waiter that is gone is not observed
}

BOOST_AUTO_TEST_CASE(a_run_that_has_not_ended_is_replayed_up_to_the_file) {
    virtual_world w;
    script_transport net(w.l);
    script_of_part(net);
    flight_recorder recorder(w.l, net, header_of(w.l), {});
    notes first;
    std::string text;
    recording_state then;
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "recorder");
        scope.spawn("recorder", recorder.run("part", part(recorder.inner_loop(), recorder.net(), first)));
        co_await w.l.sleep(130ms);
        text = recorder.text().joined();
        then = recorder.state();
        co_await scope.join();
    });
    const auto file = recording::parse(std::move(text), "memory");
    BOOST_REQUIRE(file);
    replay again(*file);
    notes seen;
    const result<> same = again.run("part", part(again.inner_loop(), again.net(), seen));
    BOOST_REQUIRE_MESSAGE(same, same.error().message);
    BOOST_TEST((again.state() == then));
}

BOOST_AUTO_TEST_CASE(a_cancelled_recording_ends_with_its_part) {
    virtual_world w;
    script_transport net(w.l);
    net.expect("GET", "/a").delay(1h).body("late");
    flight_recorder recorder(w.l, net, header_of(w.l), {});
    notes seen;
    bool was_cancelled = false;
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "recorder",
                         [&](std::string_view, std::exception_ptr) { was_cancelled = true; });
        scope.spawn("recorder",
                    recorder.run("part", part_that_asks(recorder.inner_loop(), recorder.net(), seen, "/a")));
        co_await w.l.sleep(1s);
        scope.request_stop();
        co_await scope.join();
    });
    BOOST_TEST(!was_cancelled);  // by its own scope, which is not a failure
    BOOST_TEST(recorder.inner_loop().waiting() == 0u);
    BOOST_TEST(w.l.now().time_since_epoch().count() < duration(1min).count());
}

namespace {

awaitable<void> open_socket(loop& l) {
    asio::ip::tcp::socket own(l.io());
    co_await l.sleep(1s);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_part_with_a_socket_of_its_own_is_refused) {
    virtual_world w;
    script_transport net(w.l);
    flight_recorder recorder(w.l, net, header_of(w.l), {});
    std::string why;
    w.run([&]() -> awaitable<void> {
        try {
            co_await recorder.run("part", open_socket(recorder.inner_loop()));
        } catch (const fault& f) {
            why = f.what();
        }
    });
    BOOST_TEST(why.find("a socket, a process or a signal of its own") != std::string::npos, why);
}

namespace {

awaitable<void> open_socket_after_answer(loop& l, http::transport& net) {
    const auto answer = co_await net.send(get("/a"), {});
    asio::ip::tcp::socket own(l.io());
    co_await l.sleep(1h);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_socket_after_an_answer_is_refused) {
    virtual_world w;
    script_transport net(w.l);
    net.expect("GET", "/a").body("x").stays_open();
    flight_recorder recorder(w.l, net, header_of(w.l), {});
    std::string why;
    w.run([&]() -> awaitable<void> {
        try {
            co_await recorder.run("part", open_socket_after_answer(recorder.inner_loop(), recorder.net()));
        } catch (const fault& f) {
            why = f.what();
        }
    });
    BOOST_TEST(why.find("a socket, a process or a signal of its own") != std::string::npos, why);
    BOOST_TEST(recorder.inner_loop().waiting() == 0u);
}

BOOST_AUTO_TEST_CASE(a_replayed_part_with_a_socket_is_refused) {
    const recorded_part run =
        record([](loop& l, http::transport& net, notes& to) { return part_that_asks(l, net, to, "/a"); },
               [](script_transport& net) { net.expect("GET", "/a").body("x"); });
    const auto file = recording::parse(run.file, "memory");
    BOOST_REQUIRE(file);
    replay again(*file);
    const result<> same = again.run("part", open_socket(again.inner_loop()));
    BOOST_REQUIRE(!same);
    BOOST_TEST(same.error().message.find("a signal of its own") != std::string::npos, same.error().message);
}

BOOST_AUTO_TEST_SUITE_END()
