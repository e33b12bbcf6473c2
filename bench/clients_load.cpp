// clients_load [--clients C] [--objects N] [--watches W] [--data BYTES] [--rate R] [--seconds S] : C clients
// of the API server of $KUBECONFIG, each with connections of its own and a namespace of its own. They create
// N ConfigMaps in all, then open W watches, then send R updates a second for S seconds, each at its own time.
// Before each phase it prints "phase NAME" and waits for a line, so that who runs it can read the server's
// memory and CPU time.
//
// A write that comes late because the server is slow counts from when it was due: the waiting is not left
// out.

#include "bench/replay/histogram.hpp"
#include "setpoint/api/core_v1/config_map.hpp"
#include "setpoint/api/core_v1/namespace.hpp"
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
using replay::histogram;

struct settings {
    int clients = 200, objects = 50000, watches = 5000, rate = 200, seconds = 60;
    std::size_t data = 2000;
};

struct load {
    load(loop& l, const cluster_config& config, const logger& log, const settings& s)
        : event_loop(l), work(s), changed(l) {
        api_client_options o;
        o.name = "clients-load";
        for (int i = 0; i < s.clients; ++i)
            clients.push_back(std::make_unique<api_connection>(l, config, system_sources(), log, o));
    }
    loop& event_loop;
    const settings& work;
    std::vector<std::unique_ptr<api_connection>> clients;
    notifier changed;
    int watching = 0;
    std::int64_t events = 0, failed = 0;
    histogram writes;

    int objects_of(int client) const {
        return work.objects / work.clients + (client < work.objects % work.clients ? 1 : 0);
    }
    static std::string ns(int client) { return fmt::format("load-{}", client); }
};

void phase(const char* name) {
    std::printf("phase %s\n", name);
    std::fflush(stdout);
    std::getchar();
}

void report(const char* name, const histogram& h, double seconds) {
    const auto ms = [&](double share) {
        return std::chrono::duration<double, std::milli>(h.quantile(share)).count();
    };
    std::printf("%s count=%llu seconds=%.2f p50_ms=%.2f p99_ms=%.2f max_ms=%.2f\n", name,
                static_cast<unsigned long long>(h.count()), seconds, ms(0.5), ms(0.99),
                std::chrono::duration<double, std::milli>(h.max()).count());
}

awaitable<void> fill(load& r, int client) {
    api_client& api = r.clients[static_cast<std::size_t>(client)]->api();
    core_v1::namespace_ n;
    n.metadata.name = load::ns(client);
    if (const auto made = co_await api.create(n); !made) throw fault(made.error());
    config_map m;
    m.metadata.ns = load::ns(client);
    m.data["payload"] = std::string(r.work.data, 'x');
    for (int i = 0; i < r.objects_of(client); ++i) {
        m.metadata.name = fmt::format("o-{}", i);
        const time_point begin = r.event_loop.now();
        const auto made = co_await api.create(m);
        if (!made) throw fault(made.error());
        r.writes.add(r.event_loop.now() - begin);
    }
}

// The version that watches begin at.
awaitable<std::string> newest(load& r, int client) {
    const auto changed = co_await r.clients[static_cast<std::size_t>(client)]->api().merge_patch<config_map>(
        {load::ns(client), "o-0"}, {{"data", {{"seen", "yes"}}}});
    if (!changed) throw fault(changed.error());
    co_return (*changed)->metadata.resource_version;
}

// Counts lines: each is an event.
awaitable<void> watch(load& r, int client, std::string version) {
    call c;
    c.op = verb::watch;
    c.resource = kind_of<config_map>().resource();
    c.key.ns = load::ns(client);
    c.query().resource_version = std::move(version);
    auto stream = co_await r.clients[static_cast<std::size_t>(client)]->api().open(std::move(c));
    if (!stream) throw fault(stream.error());
    ++r.watching;
    r.changed.notify();
    for (;;) {
        const auto piece = co_await (*stream)->read();
        if (!piece) throw fault(piece.error());
        if (piece->empty()) throw fault(errc::connection_lost, "a watch has ended");
        r.events += std::ranges::count(*piece, '\n');
    }
}

awaitable<void> update(load& r, int client, time_point begin) {
    api_client& api = r.clients[static_cast<std::size_t>(client)]->api();
    const int objects = r.objects_of(client);
    const duration each = duration(std::chrono::seconds(r.work.clients)) / r.work.rate;
    time_point due = begin + each * client / r.work.clients;
    for (int i = 0; due < begin + std::chrono::seconds(r.work.seconds); ++i, due += each) {
        co_await r.event_loop.sleep_until(due);
        const object_key key{load::ns(client), fmt::format("o-{}", i * 7 % objects)};
        const auto done = co_await api.merge_patch<config_map>(
            key, {{"data", {{"payload", std::string(r.work.data, static_cast<char>('a' + i % 26))}}}});
        if (!done) ++r.failed;
        r.writes.add(r.event_loop.now() - due);
    }
}

awaitable<void> measure(load& r) {
    const auto since = [&](time_point begin) {
        return std::chrono::duration<double>(r.event_loop.now() - begin).count();
    };
    phase("fill");
    time_point begin = r.event_loop.now();
    {
        task_scope fillers(r.event_loop, "fill");
        for (int i = 0; i < r.work.clients; ++i) fillers.spawn("client", fill(r, i));
        co_await fillers.join();
    }
    report("fill", r.writes, since(begin));
    r.writes = {};

    phase("watch");
    begin = r.event_loop.now();
    task_scope watches(r.event_loop, "watches");
    for (int client = 0; client < r.work.clients; ++client) {
        const std::string version = co_await newest(r, client);
        for (int i = client; i < r.work.watches; i += r.work.clients)
            watches.spawn("watch", watch(r, client, version));
    }
    while (r.watching < r.work.watches) co_await r.changed.wait();
    std::printf("watch count=%d seconds=%.2f\n", r.watching, since(begin));

    phase("update");
    begin = r.event_loop.now();
    const std::int64_t before = r.events;
    {
        task_scope writers(r.event_loop, "update");
        for (int i = 0; i < r.work.clients; ++i) writers.spawn("client", update(r, i, begin));
        co_await writers.join();
    }
    report("update", r.writes, since(begin));
    std::printf("events count=%lld failed=%lld\n", static_cast<long long>(r.events - before),
                static_cast<long long>(r.failed));
    phase("end");
    watches.request_stop();
    co_await watches.join();
}

}  // namespace

int main(int argc, char** argv) {
    settings s;
    CLI::App flags("Many clients of one API server: creates, watches, and updates at a given rate.");
    flags.add_option("--clients", s.clients, "clients, each with a namespace")->check(CLI::Range(1, 10000));
    flags.add_option("--objects", s.objects, "ConfigMaps in all")->check(CLI::PositiveNumber);
    flags.add_option("--watches", s.watches, "watches in all")->check(CLI::NonNegativeNumber);
    flags.add_option("--data", s.data, "bytes of data in each object");
    flags.add_option("--rate", s.rate, "updates a second")->check(CLI::PositiveNumber);
    flags.add_option("--seconds", s.seconds, "how long to update")->check(CLI::PositiveNumber);
    CLI11_PARSE(flags, argc, argv);
    real_clock time;
    random_source random(random_source::system_seed());
    loop l(time, random);
    null_sink sink;
    const logger log(sink, time);
    try {
        if (s.objects < s.clients) throw fault(errc::bad_config, "--objects: fewer than clients");
        auto config = load_config({}, system_sources(), time.wall_now());
        if (!config) throw fault(config.error());
        load r(l, *config, log, s);
        run_to_end(l, "load", measure(r));
    } catch (const std::exception& e) {
        std::fprintf(stderr, "clients_load: %s\n", e.what());
        return 1;
    }
    return 0;
}
