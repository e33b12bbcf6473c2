#include "fixture.hpp"

#include <algorithm>
#include <sstream>

namespace job_watcher_test {

namespace {

cluster_config configure(const control_plane& plane, wall_time now) {
    auto c = load_config({plane.kubeconfig(), {}}, system_sources(), now);
    if (!c) throw fault(c.error());
    return *c;
}

manager_options options_of(const std::string& ns) {
    manager_options m;
    m.name = "jobwatcher-operator";
    m.metrics_address = "127.0.0.1:0";
    m.health_address = "127.0.0.1:0";
    m.namespaces = {ns};
    return m;
}

std::string fresh_name() {
    static int count = 0;
    return "t" + std::to_string(++count);
}

api_client_options named() {
    api_client_options o;
    o.name = "test";
    return o;
}

awaitable<void> install_crd(loop& l, client& api) {
    (co_await api.apply(dynamic_object(crd_of<jw>()), kind_of<custom_resource_definition>())).value();
    for (;;) {
        auto crd = co_await api.get<custom_resource_definition>(
            object_key::cluster("jobwatchers.batch.my.github.com"));
        if (crd && is_established(**crd)) co_return;
        co_await l.sleep(20ms);
    }
}

}  // namespace

control_plane& shared_plane() {
    static control_plane plane("jobwatcher", {"--kcm", "--kwok", "2"});
    static const bool installed = [] {
        real_world w;
        w.run([&]() -> awaitable<void> {
            api_connection c(w.l, configure(plane, w.time.wall_now()), system_sources(), w.log, named());
            co_await install_crd(w.l, c.api());
        });
        return true;
    }();
    BOOST_TEST(installed);
    return plane;
}

operator_world::operator_world(control_plane& p)
    : plane(p),
      ns(fresh_name()),
      measured(registry),
      operator_connection(l, configure(p, time.wall_now()), "jobwatcher-operator", log, measured,
                          [this](const call& c) {
                              calls.push_back(c);
                              calls.back().body.clear();
                          }),
      test_connection(l, configure(p, time.wall_now()), system_sources(), log, named()),
      m(l, operator_connection.client(), log, measured, options_of(ns)),
      api(test_connection.api()) {
    sink.level = log_level::debug;
    ::job_watcher::add_job_watcher_controller(m);
    run([&]() -> awaitable<void> {
        core_namespace made;
        made.metadata.name = ns;
        (co_await api.create(made)).value();
    });
}

jw operator_world::make(std::string name, std::optional<go_duration> completed,
                        std::optional<go_duration> failed) const {
    jw w;
    w.metadata.name = name;
    w.metadata.ns = ns;
    w.spec.completed_ttl = completed;
    w.spec.failed_ttl = failed;
    w.spec.delay = 1s;
    return w;
}

job operator_world::make_job(std::string name, std::optional<std::int64_t> deadline) const {
    job j;
    j.metadata.name = name;
    j.metadata.ns = ns;
    j.spec.backoff_limit = 0;
    j.spec.active_deadline_seconds = deadline;
    if (deadline) j.spec.pod_template.spec.node_selector["there-is"] = "none";
    j.spec.pod_template.spec.restart_policy = "Never";
    container c;
    c.name = "main";
    c.image = "busybox:1";
    j.spec.pod_template.spec.containers.push_back(std::move(c));
    return j;
}

awaitable<snapshot<jw>> operator_world::until_deleted(std::string name, std::int64_t completed,
                                                      std::int64_t failed) {
    co_return co_await until<jw>(key(name), "its counts", [=](const jw& w) {
        return w.status.counts.completed == completed && w.status.counts.failed == failed;
    });
}

std::size_t operator_world::deletions() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(calls, [](const call& c) { return c.op == verb::remove; }));
}

int operator_world::logged(std::initializer_list<std::string_view> words) const {
    std::istringstream lines(log_text.str());
    int found = 0;
    for (std::string line; std::getline(lines, line);)
        found += std::all_of(words.begin(), words.end(),
                             [&](std::string_view w) { return line.find(w) != std::string::npos; });
    return found;
}

}  // namespace job_watcher_test
