// How long it takes until another one works, and that one that was stopped does nothing when it wakes.
// Each case runs its scenarios at one time, each with a namespace and a Lease of its own.
#include "fixture.hpp"
#include "setpoint/api/events_v1.hpp"

#include <fmt/format.h>

using namespace election_test;

namespace {

struct scenario_log {
    std::vector<std::string> lines;
    void say(std::string line) { lines.push_back(std::move(line)); }
};

// When a line with these words was logged, by the clock that all processes here share.
wall_time logged_at(const operator_process& p, std::string_view words) {
    const std::string log = p.log();
    const std::size_t begin = log.rfind('\n', log.find(words)) + 1;  // after no line: 0
    const auto when = micro_timestamp::parse(log.substr(begin, log.find(' ', begin) - begin));
    BOOST_REQUIRE_MESSAGE(when.has_value(), words << " in\n" << log);
    return when->to_wall_time();
}

// The leader is asked to stop: it gives the lease back, and the next one does not wait for it to run out.
awaitable<void> orderly(election_world& w, durations d, scenario_log& out) {
    candidates c(w, co_await w.make_namespace(), d, "exit");
    co_await c.begin(2);
    const lease_spec before = co_await c.read();
    operator_process& old = *c.process_of(before.holder_identity.value_or("").str());
    const time_point begun = w.l.now();
    old.signal(SIGTERM);
    co_await w.must(
        "the old one ends", [&] { return old.exit_code().has_value(); }, [&] { return c.logs(); });
    const duration ended = w.l.now() - begun;
    BOOST_TEST(old.exit_code().value() == 0, c.logs());
    BOOST_TEST(old.logged("Released the lease"), c.logs());
    const duration gap = co_await c.until_repaired(begun);
    // Were it not given back, nobody could have taken it before this. With shorter durations a busy machine
    // could take as long.
    if (d.lease_duration >= 15s) BOOST_TEST((gap < d.lease_duration - d.retry_period), c.logs());
    const lease_spec after = co_await c.read();
    BOOST_TEST(after.lease_transitions.value_or(0) > before.lease_transitions.value_or(0));
    const duration taken =
        logged_at(*c.process_of(after.holder_identity.value_or("").str()), "Became leader") -
        logged_at(old, "Released the lease");
    BOOST_TEST((taken < d.lease_duration - d.retry_period), c.logs());
    out.say(
        fmt::format("SIGTERM, {}/{}/{}: ended after {:.2f} s, another led {:.3f} s after the lease was given "
                    "back, its first write came after {:.2f} s",
                    d.lease, d.renew, d.retry, in_seconds(ended), in_seconds(taken), in_seconds(gap)));
}

awaitable<void> killed(election_world& w, durations d, scenario_log& out) {
    candidates c(w, co_await w.make_namespace(), d, "exit");
    co_await c.begin(2);
    const lease_spec before = co_await c.read();
    const time_point begun = w.l.now();
    c.process_of(before.holder_identity.value_or("").str())->signal(SIGKILL);
    const duration gap = co_await c.until_repaired(begun);
    const lease_spec after = co_await c.read();
    BOOST_TEST((after.holder_identity != before.holder_identity));
    // What is over lease duration + 1.2 retry periods is what a busy machine needs.
    BOOST_TEST((gap < d.lease_duration + d.retry_period * 12 / 10 + 15s), c.logs());
    out.say(fmt::format("kill -9, {}/{}/{}: the next one's first write after {:.2f} s", d.lease, d.renew,
                        d.retry, in_seconds(gap)));
}

// The leader is stopped in the midst of its work, another takes over, and there is work that only the first
// one would do (they mind different namespaces). When it goes on, it does none of it.
awaitable<void> stopped(election_world& w, std::string on_loss, scenario_log& out) {
    constexpr int many = 40;
    candidates c(w, co_await w.make_namespace(), shortened, on_loss);
    const std::string elsewhere = co_await w.make_namespace();
    operator_process& first = c.start();
    co_await c.until_led();
    const lease_spec before = co_await c.read();
    operator_process& second = c.start(elsewhere);
    co_await w.must(
        "the second is complete", [&] { return second.logged("Caches are complete"); },
        [&] { return c.logs(); });
    for (int i = 0; i < many; ++i) co_await w.make_web_server(c.ns(), "early" + std::to_string(i));
    for (;;) {
        const std::size_t made = co_await w.deployments_in(c.ns());
        if (made > 0) break;
        co_await w.l.sleep(5ms);
    }
    first.signal(SIGSTOP);
    const time_point begun = w.l.now();
    for (int i = 0; i < many; ++i) co_await w.make_web_server(c.ns(), "late" + std::to_string(i));
    operator_process* const leader = co_await c.until_led(before.holder_identity.value_or("").str());
    const duration taken = w.l.now() - begun;
    BOOST_TEST(leader == &second);
    const std::string state = co_await w.state_of(c.ns());
    const std::size_t made = co_await w.deployments_in(c.ns());
    BOOST_TEST(made <= std::size_t(many));
    first.signal(SIGCONT);
    if (on_loss == "exit") {
        co_await w.must(
            "the first one ends", [&] { return first.exit_code().has_value(); }, [&] { return c.logs(); });
        BOOST_TEST(first.exit_code().value() == 1, c.logs());
        BOOST_TEST(first.logged("leadership was lost"), c.logs());
    } else {
        co_await w.must(
            "the first one stands by",
            [&] {
                const std::string log = first.log();
                const std::size_t lost = log.find("Lost leadership");
                return lost != std::string::npos && log.find("Standing by", lost) != std::string::npos &&
                       log.find("The lease is held", lost) != std::string::npos;
            },
            [&] { return c.logs(); });
    }
    const std::string after = co_await w.state_of(c.ns());
    BOOST_TEST(after == state, "it wrote after it woke:\n" << c.logs());
    out.say(
        fmt::format("SIGSTOP, {}: {} of {} were made; another led after {:.2f} s; on waking the first one "
                    "wrote nothing",
                    on_loss, made, 2 * many, in_seconds(taken)));
    if (on_loss == "exit") co_return;
    // And when it leads again, it does what was left.
    const std::string holder =
        (co_await c.read()).holder_identity.value_or("").str();  // before it hands over
    second.signal(SIGTERM);
    co_await c.until_led(holder);
    for (int i = 0;; ++i) {
        const std::size_t now = co_await w.deployments_in(c.ns());
        if (now == 2 * many) break;
        if (i > 1000) throw std::runtime_error("what was left is not done:\n" + c.logs());
        co_await w.l.sleep(50ms);
    }
}

awaitable<void> all_at_once(election_world& w, std::vector<awaitable<void>> scenarios) {
    task_scope scope(w.l, "scenarios");
    for (awaitable<void>& s : scenarios) scope.spawn("scenario", std::move(s));
    co_await scope.join();
}

void run_all(election_world& w, std::vector<awaitable<void>> scenarios, const scenario_log& out) {
    w.run([&] { return all_at_once(w, std::move(scenarios)); }, 180s);
    for (const std::string& line : out.lines)
        BOOST_TEST_MESSAGE((embedded() ? "embedded, " : "real, ") << line);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(election_hand_over, *boost::unit_test::precondition(needs_cluster()))

BOOST_AUTO_TEST_CASE(another_works_soon_after_the_leader_is_gone_and_a_stopped_one_writes_nothing_on_waking) {
    election_world w(shared_plane());
    scenario_log out;
    std::vector<awaitable<void>> scenarios;
    for (const durations& d : {shortened, defaults}) {
        scenarios.push_back(orderly(w, d, out));
        scenarios.push_back(killed(w, d, out));
    }
    for (const char* on_loss : {"exit", "standby"}) scenarios.push_back(stopped(w, on_loss, out));
    run_all(w, std::move(scenarios), out);
}

BOOST_AUTO_TEST_CASE(the_lease_tells_of_its_holder_by_an_event) {
    election_world w(shared_plane());
    w.run([&]() -> awaitable<void> {
        candidates c(w, co_await w.make_namespace(), shortened, "exit");
        c.start();
        co_await c.until_led();
        const std::string holder = (co_await c.read()).holder_identity.value_or("").str();
        co_await w.must(
            "it says so", [&] { return c.all().front()->logged("Became leader"); }, [&] { return c.logs(); });
        for (int i = 0;; ++i) {
            list_options there;
            there.ns = c.ns();
            const auto events = (co_await w.api.list<events_v1::event>(there)).value();
            const bool told = std::any_of(events.begin(), events.end(), [&](const auto& e) {
                return e->reason == "LeaderElection" && e->note == holder + " became leader" &&
                       e->regarding.kind == "Lease";
            });
            if (told) break;
            if (i > 400) throw std::runtime_error("no event:\n" + c.logs());
            co_await w.l.sleep(50ms);
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(election_program)

BOOST_AUTO_TEST_CASE(flags_that_cannot_work_are_refused) {
    const std::string program =
        std::filesystem::read_symlink("/proc/self/exe").parent_path() / "webserver-operator";
    const auto refused = [&](std::vector<std::string> words, std::string_view why) {
        words.insert(words.begin(), program);
        const auto [text, code] = detail::run_command(words);
        BOOST_TEST(code == 2, text);
        BOOST_TEST(text.find(why) != std::string::npos, text);
    };
    refused({"--leader-elect", "--kubeconfig", "/nonexistent"}, "--leader-election-namespace: not given");
    refused({"--leader-election-renew-deadline", "20s"},
            "--leader-election-lease-duration: 15s must be more");
    refused({"--leader-election-lease-duration", "1.5s"}, "whole number of seconds");
    refused({"--leader-election-retry-period", "soon"}, "--leader-election-retry-period");
    refused({"--leader-election-on-loss", "shrug"}, "--leader-election-on-loss");
}

BOOST_AUTO_TEST_SUITE_END()
