#include "fixture.hpp"

#include <setpoint/json/yaml.hpp>

#include <algorithm>
#include <fstream>

namespace web_server_test {

namespace {

cluster_config configure(const control_plane& plane, const operator_options& o, wall_time now) {
    auto c = load_config({o.kubeconfig.empty() ? plane.kubeconfig() : o.kubeconfig, o.context},
                         system_sources(), now);
    if (!c) throw fault(c.error());
    return *c;
}

manager_options options_of(const operator_options& o, const std::string& ns) {
    manager_options m;
    m.name = "webserver-operator";
    m.metrics_address = "127.0.0.1:0";
    m.health_address = "127.0.0.1:0";
    m.namespaces = {ns};
    m.max_concurrent_reconciles = o.workers;
    return m;
}

std::string fresh_namespace(control_plane& plane) {
    static int count = 0;
    std::string name = "t" + std::to_string(++count);
    plane.kubectl({"create", "namespace", name});
    return name;
}

}  // namespace

control_plane& shared_plane() {
    static control_plane plane("webserver", {"--kcm", "--kwok", "2"});
    static const bool installed = [] {
        const std::string file = plane.folder() + "/crd.yaml";
        std::ofstream(file) << json::to_yaml(crd_of<web_server::web_server>());
        plane.kubectl({"apply", "--server-side", "-f", file});
        plane.kubectl({"wait", "--for=condition=Established", "crd/webservers.my.domain", "--timeout=30s"});
        return true;
    }();
    BOOST_TEST(installed);
    return plane;
}

operator_world::operator_world(control_plane& p, operator_options o)
    : plane(p),
      ns(fresh_namespace(p)),
      measured(registry),
      operator_connection(l, configure(p, o, time.wall_now()), "webserver-operator", log, measured,
                          [this](const call& c) {
                              calls.push_back(c);
                              calls.back().body.clear();
                          }),
      test_connection(l, configure(p, {}, time.wall_now()), "test", log, measured),
      m(l, operator_connection.client(), log, measured, options_of(o, ns)),
      api(test_connection.client()) {
    sink.level = log_level::debug;
    web_server::add_web_server_controller(m);
}

web_server::web_server operator_world::make(std::string name, std::int32_t replicas,
                                            std::string image) const {
    web_server::web_server w;
    w.metadata.name = name;
    w.metadata.ns = ns;
    w.spec.replicas = replicas;
    w.spec.image = std::move(image);
    return w;
}

awaitable<bool> operator_world::gone_deployment(object_key k) {
    auto d = co_await api.get<deployment>(std::move(k));
    co_return !d && d.error().code == errc::not_found;
}

int operator_world::logged(std::initializer_list<std::string_view> words) const {
    std::istringstream lines(log_text.str());
    int found = 0;
    for (std::string line; std::getline(lines, line);)
        found += std::all_of(words.begin(), words.end(),
                             [&](std::string_view w) { return line.find(w) != std::string::npos; });
    return found;
}

awaitable<std::size_t> operator_world::settle(duration quiet) {
    constexpr duration limit = std::chrono::seconds(30);
    const time_point due = saturating_add(l.now(), limit);
    std::size_t last = calls.size();
    time_point since = l.now();
    while (l.now() < due) {
        co_await l.sleep(50ms);
        if (calls.size() != last) {
            last = calls.size();
            since = l.now();
        } else if (l.now() - since >= quiet) {
            co_return last;
        }
    }
    throw std::runtime_error("the operator does not come to rest:\n" + log_text.str());
}

}  // namespace web_server_test
