#include "world.hpp"

#include "setpoint/api/apiextensions_v1.hpp"
#include "setpoint/api/crd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

namespace soak {

namespace {

constexpr int names = 20;
// Of calls to the API. A change takes two applies, a status for each step of the rollout and events; a fault
// breaks three watches, and lists and reconciles are tried again.
constexpr double calls_for_a_change = 20, calls_for_a_fault = 60;
// Between the second and the last fifth of the run.
constexpr std::size_t memory_growth = 3 * 1024;  // KiB
constexpr std::size_t file_growth = 16;          // idle connections that a pool may keep

cluster_config config_of(const std::string& kubeconfig, wall_time now) {
    auto c = load_config({kubeconfig, {}}, system_sources(), now);
    if (!c) throw fault(c.error());
    return std::move(*c);
}

api_client_options named() {
    api_client_options o;
    o.name = "soak";
    return o;
}

std::uint16_t free_port() {
    return reserved_port().port();
}

std::size_t median(const std::vector<sample>& all, std::size_t from, std::size_t to,
                   std::size_t sample::* of) {
    std::vector<std::size_t> values;
    for (std::size_t i = from; i < to; ++i) values.push_back(all[i].*of);
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

}  // namespace

world::world(std::uint64_t s, duration d)
    : seed(s),
      length(d),
      random(seed),
      l(time, random),
      log(quiet, time),
      proxied(server.folder() + "/proxied"),
      server_port(kubeconfig_through(server.kubeconfig(), at.port(), proxied)),
      proxy(l, at, server_port),
      direct(l, config_of(server.kubeconfig(), time.wall_now()), system_sources(), log, named()),
      under_test(l, proxied, free_port(), server.folder() + "/operator.log") {}

void world::tell(const std::string& line) const {
    std::cout << fmt::format("{:>5} s  {}", (l.now() - begun_) / 1s, line) << std::endl;
}

awaitable<void> world::install() {
    (co_await direct.api().apply(dynamic_object(crd_of<web_server>()), kind_of<custom_resource_definition>()))
        .value();
    for (;;) {
        const auto crd = co_await direct.api().get<custom_resource_definition>(
            object_key::cluster("webservers.my.domain"));
        if (crd && is_established(**crd)) co_return;
        co_await l.sleep(20ms);
    }
}

// One change of one web server, or one child taken away.
awaitable<void> world::change(std::string name) {
    client& api = direct.api();
    const object_key key{"default", name};
    const auto held = wanted.find(name);
    web_server w = held == wanted.end() ? web_server() : held->second;
    w.metadata.name = name;
    w.metadata.ns = "default";
    const std::uint64_t what = held == wanted.end() ? 0 : random.below(10);
    result<> done;
    if (what == 0 && held != wanted.end()) {
        done = co_await api.remove<web_server>(key);
        if (done) wanted.erase(name);
    } else if (what == 1) {
        done = co_await api.remove<deployment>(key);
    } else if (what == 2) {
        done = co_await api.remove<service>({"default", name + "-service"});
    } else {
        w.spec.replicas = static_cast<std::int32_t>(random.below(4));
        w.spec.image = random.below(2) == 0 ? "nginx:1.23.1" : "nginx:1.23.0";
        const auto applied = co_await api.apply(w);
        if (applied)
            wanted[name] = w;
        else
            done = applied.error();
    }
    ++changes;
    if (!done && done.error().code != errc::not_found) ++refused;
}

awaitable<void> world::churn(time_point until) {
    while (l.now() < until) {
        co_await change(fmt::format("w{}", random.below(names)));
        co_await l.sleep(50ms + random.below(100) * 1ms);
    }
}

awaitable<void> world::break_one() {
    const duration some = 100ms + random.below(600) * 1ms;
    switch (random.below(8)) {
        case 0:
            proxy.reset_all();
            break;
        case 1:
            proxy.refuse(true);
            proxy.reset_all();
            break;
        case 2:
            proxy.freeze(true);
            break;
        case 3:
            proxy.mute(true);
            break;
        case 4:
            proxy.trickle(1 + random.below(50), 100us);
            break;
        case 5:
            proxy.cut_after(1 + random.below(8000));
            proxy.reset_all();
            break;
        case 6:
            under_test.signal(SIGSTOP);
            break;
        default:
            server.signal(SIGSTOP);
            break;
    }
    co_await l.sleep(some);
    under_test.signal(SIGCONT);
    server.signal(SIGCONT);
    proxy.heal();
}

awaitable<void> world::break_things(time_point until) {
    for (time_point next = l.now(); next < until; next += 1s) {
        co_await l.sleep_until(next);
        co_await break_one();
        ++faults;
    }
}

awaitable<void> world::watch_memory(time_point until) {
    for (int second = 1; l.now() < until; ++second) {
        co_await l.sleep(1s);
        samples.push_back({under_test.memory(), under_test.open_files()});
        if (second % 10 == 0)
            tell(fmt::format("{} changes, {} faults, {:.1f} MB, {} files, {} connections", changes, faults,
                             static_cast<double>(samples.back().memory) / 1024, samples.back().files,
                             proxy.accepted()));
    }
}

awaitable<std::string> world::difference() {
    const auto deployments = co_await direct.api().list<deployment>();
    if (!deployments) co_return deployments.error().to_string();
    const auto services = co_await direct.api().list<service>();
    if (!services) co_return services.error().to_string();
    std::map<std::string, snapshot<deployment>> there;
    for (const auto& d : *deployments) there[d->metadata.name.str()] = d;
    std::size_t ours = 0;
    for (const auto& s : *services) ours += s->metadata.name.view().ends_with("-service") ? 1 : 0;
    for (const auto& [name, w] : wanted) {
        const auto d = there.find(name);
        if (d == there.end()) co_return "no Deployment " + name;
        if (d->second->spec.replicas != w.spec.replicas) co_return "replicas of Deployment " + name;
        if (d->second->spec.pod_template.spec.containers.at(0).image != w.spec.image)
            co_return "image of Deployment " + name;
        if (d->second->status.ready_replicas.value_or(0) != w.spec.replicas)
            co_return "ready pods of " + name;
        const auto live = co_await direct.api().get<web_server>({"default", name});
        if (!live || (*live)->status.observed_generation != (*live)->metadata.generation ||
            (*live)->status.ready_replicas != w.spec.replicas)
            co_return "status of WebServer " + name;
    }
    if (there.size() != wanted.size())
        co_return fmt::format("{} Deployments for {}", there.size(), wanted.size());
    if (ours != wanted.size()) co_return fmt::format("{} Services for {}", ours, wanted.size());
    co_return "";
}

// Faults have ended: how long back-off may have grown decides how long this takes, and a busy machine.
awaitable<std::string> world::converge() {
    const time_point due = l.now() + 5min;
    std::string wrong;
    while (l.now() < due) {
        wrong = co_await difference();
        if (wrong.empty()) co_return "";
        co_await l.sleep(200ms);
    }
    co_return "it does not become as wanted: " + wrong;
}

// Until no call is made for three seconds: what is as wanted is left alone. Watches that the server ends
// after five to ten minutes may come in between: then again.
awaitable<std::string> world::rest() {
    const time_point due = l.now() + 3min;
    double last = -1;
    time_point since = l.now();
    while (l.now() < due) {
        const double now = co_await under_test.metric("rest_client_requests_total");
        if (now < 0 || now != last) {
            last = now;
            since = l.now();
        } else if (l.now() - since >= 3s) {
            const double most = 500 + calls_for_a_change * static_cast<double>(changes) +
                                calls_for_a_fault * static_cast<double>(faults);
            tell(fmt::format("at rest after {:.0f} calls: {:.1f} for each change and fault", now,
                             now / static_cast<double>(changes + faults)));
            co_return now <= most ? "" : fmt::format("{:.0f} calls, at most {:.0f} expected", now, most);
        }
        co_await l.sleep(250ms);
    }
    co_return "it does not come to rest: calls go on without an end";
}

std::string world::check_memory() const {
    const std::size_t n = samples.size(), fifth = n / 5;
    if (fifth < 2) return "";
    const std::size_t before = median(samples, fifth, 2 * fifth, &sample::memory),
                      after = median(samples, n - fifth, n, &sample::memory);
    const std::size_t files_before = median(samples, fifth, 2 * fifth, &sample::files),
                      files_after = median(samples, n - fifth, n, &sample::files);
    tell(fmt::format("memory {} to {} KiB, open files {} to {}", before, after, files_before, files_after));
    if (after > before + before / 10 + memory_growth)
        return fmt::format("memory grows: {} KiB in the second fifth, {} KiB in the last", before, after);
    if (files_after > files_before + file_growth)
        return fmt::format("open files grow: {} in the second fifth, {} in the last", files_before,
                           files_after);
    return "";
}

awaitable<std::string> world::stop() {
    under_test.signal(SIGTERM);
    const time_point due = l.now() + 60s;
    while (l.now() < due && under_test.ended() < 0) co_await l.sleep(50ms);
    const int code = under_test.ended();
    co_return code == 0 ? "" : fmt::format("the operator ended with {} (-1: not at all)", code);
}

awaitable<std::string> world::run() {
    begun_ = l.now();
    co_await install();
    const time_point until = l.now() + length;
    {
        task_scope all(l, "soak");
        all.spawn("churn", churn(until));
        all.spawn("faults", break_things(until));
        all.spawn("memory", watch_memory(until));
        co_await all.join();
    }
    proxy.heal();
    tell(fmt::format("{} changes ({} refused), {} faults: now it has to become as wanted", changes, refused,
                     faults));
    std::vector<std::string> wrong;
    if (under_test.ended() >= 0)
        wrong.push_back(fmt::format("the operator ended with {}", under_test.ended()));
    if (wrong.empty()) wrong.push_back(co_await converge());
    if (wrong.back().empty()) wrong.push_back(co_await rest());
    wrong.push_back(check_memory());
    wrong.push_back(co_await stop());
    co_await proxy.stop();
    std::erase(wrong, "");
    co_return fmt::format("{}", fmt::join(wrong, "; "));
}

}  // namespace soak
