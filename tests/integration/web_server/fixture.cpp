#include "fixture.hpp"

#include <algorithm>

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

std::string fresh_name() {
    static int count = 0;
    return "t" + std::to_string(++count);
}

api_client_options named() {
    api_client_options o;
    o.name = "test";
    return o;
}

}  // namespace

control_plane& shared_plane() {
    static control_plane plane("webserver", {"--kcm", "--kwok", "2"});
    static const bool installed = [] {
        real_world w;
        w.run([&]() -> awaitable<void> {
            api_connection c(w.l, configure(plane, {}, w.time.wall_now()), system_sources(), w.log, named());
            co_await install_crd(w.l, c.api());
        });
        return true;
    }();
    BOOST_TEST(installed);
    return plane;
}

awaitable<void> install_crd(loop& l, client& api) {
    (co_await api.apply(dynamic_object(crd_of<web_server::web_server>()),
                        kind_of<custom_resource_definition>()))
        .value();
    for (;;) {
        auto crd = co_await api.get<custom_resource_definition>(object_key::cluster("webservers.my.domain"));
        if (crd && is_established(**crd)) co_return;
        co_await l.sleep(20ms);
    }
}

operator_world::operator_world(control_plane& p, operator_options o)
    : plane(p),
      ns(fresh_name()),
      measured(registry),
      operator_connection(l, configure(p, o, time.wall_now()), "webserver-operator", log, measured,
                          [this](const call& c) {
                              calls.push_back(c);
                              calls.back().body.clear();
                          }),
      test_connection(l, configure(p, {}, time.wall_now()), system_sources(), log, named()),
      m(l, operator_connection.client(), log, measured, options_of(o, ns)),
      api(test_connection.api()) {
    sink.level = log_level::debug;
    web_server::add_web_server_controller(m);
    run([&]() -> awaitable<void> {
        core_namespace made;
        made.metadata.name = ns;
        (co_await api.create(made)).value();
    });
}

awaitable<std::string> operator_world::ask(std::string method, std::string what, std::string body,
                                           std::string type) {
    // "apps/v1/deployments/web": /apis/apps/v1/namespaces/NS/deployments/web; "v1/services": /api/v1/...
    const std::size_t version_end = what.starts_with("v1/") ? 2 : what.find('/', what.find('/') + 1);
    http::request r;
    r.method = method;
    r.target = (what.starts_with("v1/") ? "/api/" : "/apis/") + what.substr(0, version_end) + "/namespaces/" +
               ns + what.substr(version_end);
    if (!body.empty()) r.headers = {{"Content-Type", std::move(type)}};
    r.body = std::move(body);
    auto answer = co_await test_connection.connections().send(std::move(r), {});
    if (!answer) throw fault(answer.error());
    auto text = co_await http::read_all(**answer, 1 << 20);
    if (!text) throw fault(text.error());
    if ((*answer)->head().status >= 300) throw std::runtime_error(method + " " + what + ": " + *text);
    co_return *text;
}

awaitable<void> operator_world::patch(std::string what, std::string body, std::string type) {
    co_await ask("PATCH", std::move(what), std::move(body), std::move(type));
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
