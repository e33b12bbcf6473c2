// api_load [--creates N] [--watchers W] [--writers C] [--data BYTES] : creates N ConfigMaps in the namespace
// default of the API server of $KUBECONFIG with C writers, while W watches read every event, each over its
// own connection. Prints what was done and in which time; who runs it reads the server's CPU time from /proc
// before and after.

#include "setpoint/api/core_v1/config_map.hpp"
#include "setpoint/client/api_connection.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/core/task_scope.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

namespace {

using namespace setpoint;
using namespace setpoint::kinds;

struct load {
    std::int64_t creates = 2000;
    int watchers = 1, writers = 8;
    std::size_t data = 1000;
};

struct progress {
    explicit progress(loop& l) : changed(l) {}
    notifier changed;
    std::int64_t made = 0, events = 0;
    int watching = 0;
};

struct run {
    run(loop& l, const cluster_config& config, const logger& log, const load& w)
        : work(w), connection(l, config, system_sources(), log, named()), seen(l) {
        for (int i = 0; i < w.watchers; ++i)
            readers.push_back(std::make_unique<api_connection>(l, config, system_sources(), log, named()));
    }
    static api_client_options named() {
        api_client_options o;
        o.name = "api-load";
        return o;
    }
    const load& work;
    api_connection connection;
    std::vector<std::unique_ptr<api_connection>> readers;  // one connection each
    progress seen;
};

// Counts lines: each is an event.
awaitable<void> watch(run& r, api_connection& mine_alone, std::string version) {
    call c;
    c.op = verb::watch;
    c.resource = kind_of<config_map>().resource();
    c.key.ns = "default";
    c.query().resource_version = std::move(version);
    auto stream = co_await mine_alone.api().open(std::move(c));
    if (!stream) throw fault(stream.error());
    ++r.seen.watching;
    r.seen.changed.notify();
    for (std::int64_t mine = 0; mine < r.work.creates;) {
        const auto piece = co_await (*stream)->read();
        if (!piece) throw fault(piece.error());
        if (piece->empty()) throw fault(errc::connection_lost, "the watch has ended");
        const auto events = std::ranges::count(*piece, '\n');
        mine += events;
        r.seen.events += events;
    }
    r.seen.changed.notify();
}

awaitable<void> write(run& r, std::string prefix) {
    config_map m;
    m.metadata.ns = "default";
    m.data["payload"] = std::string(r.work.data, 'x');
    while (r.seen.made < r.work.creates) {
        m.metadata.name = fmt::format("{}-{}", prefix, r.seen.made++);
        const auto made = co_await r.connection.api().create(m);
        if (!made) throw fault(made.error());
    }
}

awaitable<void> measure(loop& l, run& r) {
    call now;
    now.op = verb::list;
    now.resource = kind_of<config_map>().resource();
    now.key.ns = "default";
    now.query().limit = 1;
    auto page = co_await r.connection.api().open(std::move(now));
    if (!page) throw fault(page.error());
    const std::string text = (co_await http::read_all(**page, 1 << 20)).value();
    constexpr std::string_view key = "\"resourceVersion\":\"";
    const auto at = text.find(key) + key.size();
    const std::string from = text.substr(at, text.find('"', at) - at);

    task_scope tasks(l, "load");
    for (const auto& reader : r.readers) tasks.spawn("watcher", watch(r, *reader, from));
    while (r.seen.watching < r.work.watchers) co_await r.seen.changed.wait();
    std::printf("ready\n");
    std::fflush(stdout);
    std::getchar();  // the caller has read the clock
    const time_point begin = l.now();
    {
        task_scope writers(l, "writers");
        const std::string prefix = fmt::format("load-{:x}", l.random().next());
        for (int i = 0; i < r.work.writers; ++i) writers.spawn("writer", write(r, prefix));
        co_await writers.join();
    }
    const double written = std::chrono::duration<double>(l.now() - begin).count();
    co_await tasks.join();
    const double all = std::chrono::duration<double>(l.now() - begin).count();
    std::printf("creates=%lld events=%lld create_seconds=%.3f all_seconds=%.3f\n",
                static_cast<long long>(r.work.creates), static_cast<long long>(r.seen.events), written, all);
}

}  // namespace

int main(int argc, char** argv) {
    load w;
    CLI::App flags("Creates ConfigMaps and watches them.");
    flags.add_option("--creates", w.creates, "ConfigMaps to create");
    flags.add_option("--watchers", w.watchers, "watches that read along");
    flags.add_option("--writers", w.writers, "creates under way at a time");
    flags.add_option("--data", w.data, "bytes of data in each");
    CLI11_PARSE(flags, argc, argv);
    real_clock time;
    random_source random(random_source::system_seed());
    loop l(time, random);
    null_sink sink;
    const logger log(sink, time);
    try {
        auto config = load_config({}, system_sources(), time.wall_now());
        if (!config) throw fault(config.error());
        run r(l, *config, log, w);
        run_to_end(l, "load", measure(l, r));
    } catch (const std::exception& e) {
        std::fprintf(stderr, "api_load: %s\n", e.what());
        return 1;
    }
    return 0;
}
