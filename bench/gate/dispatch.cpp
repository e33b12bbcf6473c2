// A reconcile that does nothing, in a controller with its cache, under virtual time: from a posted key, and
// from the bytes of a watch event.
#include "events.hpp"
#include "meter.hpp"
#include "setpoint/cache/cache.hpp"
#include "setpoint/controller/controller.hpp"
#include "support/fake_client.hpp"
#include "support/watched_collection.hpp"

#include <prometheus/registry.h>

#include <vector>

namespace setpoint { inline namespace v0 { namespace gate {

namespace {

using watched = web_server::web_server;
constexpr std::size_t count = 500;

awaitable<outcome> do_nothing() {
    co_return outcome::done();
}

struct running_controller {
    running_controller() {
        api.on_open = [this](const call& c) { return objects.open(c); };
        made.add_watch({&kind_of<watched>(), map_self(kind_of<watched>()), {}, "WebServer", {}});
        made.add_channel(posts);
        made.subscribe();
        held.start(tasks);
        tasks.spawn("controller", made.run(std::chrono::seconds(1)));
        settle();
    }
    ~running_controller() {
        objects.hang_up();
        tasks.request_stop();
        l.run_until(l.now() + std::chrono::seconds(2));
    }
    static controller_options options() {
        controller_options o;
        o.name = "gate";
        return o;
    }
    void settle() { l.run_until(l.now()); }

    virtual_clock time;
    random_source random{1};
    loop l{time, random};
    prometheus::Registry registry;
    metrics measured{registry};
    null_sink sink;
    null_recorder events;
    watched_collection objects{
        l, [this] { return body_of(l, R"({"kind":"List","metadata":{"resourceVersion":"1"},"items":[]})"); }};
    fake_client api{l};
    cache held{l, api, logger(sink, time), measured};
    cached_client reads{l, held, api};
    channel posts;
    std::size_t reconciled = 0;
    controller made{l,
                    held,
                    {reads, api},
                    events,
                    logger(sink, time),
                    measured,
                    kind_of<watched>(),
                    options(),
                    [this](context&, const object_key&) {
                        ++reconciled;
                        return do_nothing();
                    }};
    task_scope tasks{l, "tasks"};
};

}  // namespace

void dispatch_reconciles(meter& m) {
    running_controller c;
    std::vector<object_key> keys;
    keys.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        keys.emplace_back(fmt::format("team-{}", i % 10), fmt::format("web-server-{:06}", i));
    m.measure("reconcile a posted key", count, [&] {
        for (const object_key& k : keys) {
            c.posts.post(k);
            c.settle();
        }
    });
    meter::expect(c.reconciled == 2 * count, "every posted key is reconciled");

    std::vector<std::string> events;
    for (std::size_t version = 2; version <= 3; ++version)
        for (std::size_t i = 0; i < count; ++i)
            events.push_back(
                watch_event_of(version == 2 ? "ADDED" : "MODIFIED", web_server_json(i, version)));
    auto next = events.begin();
    m.measure("reconcile a watch event", count, [&] {
        for (std::size_t i = 0; i < count; ++i) {
            c.objects.say(std::move(*next++));
            c.settle();
        }
    });
    meter::expect(c.reconciled == 4 * count, "every event is reconciled");
}

}}}  // namespace setpoint::v0::gate
