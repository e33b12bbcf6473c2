#include "fixture.hpp"

#include "setpoint/api/apiextensions_v1.hpp"
#include "setpoint/api/core_v1/namespace.hpp"
#include "setpoint/api/core_v1/service.hpp"
#include "setpoint/api/crd.hpp"

#include <algorithm>

namespace election_test {

namespace {

using ws = ::web_server::web_server;

cluster_config configure(const control_plane& plane, wall_time now) {
    auto c = load_config({plane.kubeconfig(), ""}, system_sources(), now);
    if (!c) throw fault(c.error());
    return *c;
}

api_client_options named() {
    api_client_options o;
    o.name = "test";
    return o;
}

awaitable<void> install_crd(election_world& w) {
    (co_await w.api.apply(dynamic_object(crd_of<ws>()), kind_of<custom_resource_definition>())).value();
    for (;;) {
        auto crd =
            co_await w.api.get<custom_resource_definition>(object_key::cluster("webservers.my.domain"));
        if (crd && is_established(**crd)) co_return;
        co_await w.l.sleep(20ms);
    }
}

template <class T>
awaitable<std::string> versions_in(election_world& w, std::string ns) {
    list_options there;
    there.ns = std::move(ns);
    const auto listed = co_await w.api.list<T>(there);
    const auto& all = listed.value();
    std::string text(kind_of<T>().gvk.kind);
    for (const auto& o : all) text += " " + o->metadata.name.str() + "@" + o->metadata.resource_version.str();
    co_return text + "\n";
}

}  // namespace

double in_seconds(duration d) {
    return std::chrono::duration<double>(d).count();
}

control_plane& shared_plane() {
    static control_plane plane("election");
    static const bool installed = [] {
        election_world w(plane);
        w.run([&]() -> awaitable<void> { co_await install_crd(w); });
        return true;
    }();
    BOOST_TEST(installed);
    return plane;
}

election_world::election_world(control_plane& p)
    : plane(p),
      connection(l, configure(p, time.wall_now()), system_sources(), log, named()),
      api(connection.api()) {}

awaitable<std::string> election_world::make_namespace() {
    static int count = 0;
    core_v1::namespace_ made;
    made.metadata.name = "e" + std::to_string(++count);
    (co_await api.create(made)).value();
    co_return made.metadata.name.str();
}

awaitable<void> election_world::make_web_server(std::string ns, std::string name) {
    ws made;
    made.metadata.name = name;
    made.metadata.ns = ns;
    made.spec.replicas = 1;
    made.spec.image = "nginx:1.23.1";
    (co_await api.create(made)).value();
}

awaitable<std::string> election_world::state_of(std::string ns) {
    std::string all = co_await versions_in<ws>(*this, ns);
    all += co_await versions_in<deployment>(*this, ns);
    all += co_await versions_in<service>(*this, ns);
    co_return all;
}

awaitable<std::size_t> election_world::deployments_in(std::string ns) {
    list_options there;
    there.ns = std::move(ns);
    co_return (co_await api.list<deployment>(there)).value().size();
}

operator_process& candidates::start(std::string work_in) {
    std::vector<std::string> words = {"--kubeconfig",
                                      w_.plane.kubeconfig(),
                                      "--metrics-bind-address",
                                      "0",
                                      "--health-probe-bind-address",
                                      "0",
                                      "--namespace",
                                      work_in.empty() ? ns_ : work_in,
                                      "--leader-elect",
                                      "--leader-election-namespace",
                                      ns_,
                                      "--leader-election-lease-duration",
                                      durations_.lease,
                                      "--leader-election-renew-deadline",
                                      durations_.renew,
                                      "--leader-election-retry-period",
                                      durations_.retry,
                                      "--leader-election-on-loss",
                                      on_loss_};
    return *processes_.emplace_back(
        std::make_unique<operator_process>("webserver-operator", std::move(words)));
}

awaitable<lease_spec> candidates::read() {
    auto l = co_await w_.api.get<lease>({ns_, "webserver-operator"});
    co_return l ? (*l)->spec : lease_spec{};
}

// By the line in which each says who it is.
operator_process* candidates::process_of(const std::string& identity) {
    if (identity.empty()) return nullptr;
    for (const auto& p : processes_)
        if (p->logged("identity=" + identity)) return p.get();
    return nullptr;
}

awaitable<operator_process*> candidates::until_led(std::string other_than, duration limit) {
    const time_point due = saturating_add(w_.l.now(), limit);
    while (w_.l.now() < due) {
        const lease_spec now = co_await read();
        const std::string holder = now.holder_identity.value_or("").str();
        operator_process* const p = holder == other_than ? nullptr : process_of(holder);
        if (p) co_return p;
        co_await w_.l.sleep(20ms);
    }
    throw std::runtime_error("nobody leads in " + ns_ + ":\n" + logs());
}

awaitable<duration> candidates::until_repaired(time_point begun, duration limit) {
    const time_point due = saturating_add(w_.l.now(), limit);
    const object_key web(ns_, "web");
    (void)co_await w_.api.remove<deployment>(web);
    while (w_.l.now() < due) {
        auto there = co_await w_.api.get<deployment>(web);
        if (there) co_return w_.l.now() - begun;
        co_await w_.l.sleep(20ms);
    }
    throw std::runtime_error("nobody works in " + ns_ + ":\n" + logs());
}

awaitable<void> candidates::begin(std::size_t n) {
    co_await w_.make_web_server(ns_, "web");
    for (std::size_t i = 0; i < n; ++i) start();
    co_await until_led();
    co_await until_repaired(w_.l.now());
    for (const auto& p : processes_)
        co_await w_.must(
            "all are complete", [&p] { return p->logged("Caches are complete"); }, [this] { return logs(); });
}

// Of each the end: Boost.Test cuts what an exception says after 4 KB.
std::string candidates::logs() const {
    constexpr std::size_t most = 1500;
    std::string all;
    for (const auto& p : processes_) {
        const std::string log = p->log();
        all += "--- " + std::to_string(p->pid()) + "\n" + log.substr(log.size() - std::min(log.size(), most));
    }
    return all;
}

}  // namespace election_test
