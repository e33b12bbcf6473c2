// A manager is recorded against the embedded API server, and replayed without one.
#include "framework/recording/recording_log.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/recording/flight_recorder.hpp"
#include "setpoint/recording/replay.hpp"
#include "setpoint/testing/environment.hpp"
#include "testkit/testing/environment_parts.hpp"

#include <boost/test/unit_test.hpp>
#include <prometheus/registry.h>

#include <csignal>
#include <cstdlib>
#include <sstream>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(recording_test)

namespace {

struct memo_spec {
    std::string text;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&memo_spec::text, "text", "What it says."));
    }
};
struct memo : custom_resource<memo_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Memo", "A text."); }
};

// Copies the text of a Memo into a ConfigMap of its name, and looks again at a random time.
awaitable<outcome> copy_memo(context& ctx, snapshot<memo> self) {
    config_map m;
    m.metadata.name = self->metadata.name;
    m.metadata.ns = self->metadata.ns;
    m.data["text"] = self->spec.text;
    const auto done = co_await ctx.ensure(*self, m);
    if (!done) co_return done.error();
    co_return outcome::requeue_after(30s + std::chrono::seconds(ctx.event_loop().random().below(60)));
}

result<std::string> no_file(const std::string&) {
    return error(errc::not_found, "there are no files here");
}

manager_options options_of_memos() {
    manager_options o;
    o.name = "memo-operator";
    o.metrics_address = o.health_address = "0";
    o.when_overdue = [] {};
    o.election.enabled = true;
    o.election.ns = "default";
    return o;
}

api_client_options client_of_memos() {
    api_client_options o;
    o.name = "memo-operator";
    o.host = "embedded";
    return o;
}

// A manager on a loop and a transport of either kind.
struct memo_operator {
    memo_operator(loop& l, http::transport& net)
        : sink(text),
          log(sink, l.time()),
          measured(registry),
          nobody({}, l.time(), no_file, log),
          api(l, net, nobody, log, client_of_memos()),
          m(l, api, log, measured, options_of_memos()) {
        m.controller<memo>().owns<config_map>().reconcile(copy_memo);
    }
    std::ostringstream text;
    text_sink sink;
    logger log;
    prometheus::Registry registry;
    metrics measured;
    credentials nobody;
    api_client api;
    manager m;
};

recording_header header_of(std::uint64_t seed, loop& l) {
    recording_header h;
    h.program = "memo-operator";
    h.seed = seed;
    h.start = l.wall_now();
    return h;
}

memo make_memo(int i) {
    memo n;
    n.metadata.name = "m" + std::to_string(i);
    n.metadata.ns = "default";
    n.spec.text = "text " + std::to_string(i);
    return n;
}

struct recorded_run {
    std::string file, log;
    recording_state end;
};

// Ten minutes of cluster time, in which users change Memos and their copies.
recorded_run record_ten_minutes(std::uint64_t seed) {
    testing::environment_options options;
    options.seed = seed;
    testing::environment env(options);
    env.install<memo>();
    loop& l = env.event_loop();
    testing::detail::environment_parts& parts = testing::detail::environment_access::parts(env);
    flight_recorder recorder(l, *parts.faulty, header_of(seed, l), {});
    memo_operator recorded(recorder.inner_loop(), recorder.net());
    recorder.on_signal([&](int) { recorded.m.request_stop(); });
    env.run([&]() -> awaitable<void> {
        task_scope scope(l, "recorded");
        scope.spawn("recorder", recorder.run("manager", recorded.m.run()));
        random_source users(seed + 1000);
        for (int i = 0; i < 60; ++i) {
            co_await l.sleep(std::chrono::milliseconds(users.below(20'000)));
            const object_key key{"default", "m" + std::to_string(i / 3)};
            if (i % 3 == 0) (co_await env.client().create(make_memo(i / 3))).value();
            if (i % 3 == 1)
                (co_await env.client().merge_patch<memo>(key, {{"spec", {{"text", "new"}}}})).value();
            if (i % 3 == 2) (void)co_await env.client().remove<config_map>(key);
        }
        recorder.signal(SIGTERM);
        co_await scope.join();
    });
    return {recorder.text().joined(), recorded.text.str(), recorder.state()};
}

}  // namespace

namespace {

// The runs, each with a seed of its own; SETPOINT_REPLAYS=100 unit_testing --run_test=recording_test
std::uint64_t number_of_runs() {
    const char* const given = std::getenv("SETPOINT_REPLAYS");
    return given ? std::strtoull(given, nullptr, 10) : 2;
}

void check_replay(const recorded_run& run) {
    const auto file = recording::parse(run.file, "memory");
    BOOST_REQUIRE_MESSAGE(file, file.error().message);
    BOOST_TEST_MESSAGE("bytes: " << run.file.size() << ", inputs: " << file->inputs());
    replay again(*file);
    memo_operator replayed(again.inner_loop(), again.net());
    again.on_signal([&](int) { replayed.m.request_stop(); });
    const result<> same = again.run("manager", replayed.m.run());
    BOOST_REQUIRE_MESSAGE(same, same.error().message);
    BOOST_TEST((again.state() == run.end));
    BOOST_TEST(replayed.text.str() == run.log);
    BOOST_TEST(run.end.turns > 1000u);
    BOOST_TEST((file->end().when >= time_point(5min)));
}

}  // namespace

BOOST_AUTO_TEST_CASE(recorded_runs_are_replayed_to_the_same_trace) {
    for (std::uint64_t seed = 1; seed <= number_of_runs(); ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) check_replay(record_ten_minutes(seed));
    }
}

BOOST_AUTO_TEST_SUITE_END()
