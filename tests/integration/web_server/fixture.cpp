#include "fixture.hpp"

namespace web_server_test {

control_plane& shared_plane() {
    static control_plane plane("webserver", {"--kcm", "--kwok", "2"});
    static const bool installed = (install_crd_of<web_server::web_server>(plane), true);
    BOOST_TEST(installed);
    return plane;
}

awaitable<void> install_crd(loop& l, client& api) {
    co_await install_crd_of<web_server::web_server>(l, api);
}

operator_world::operator_world(control_plane& p, operator_options o)
    : live_operator(p, {"webserver-operator", web_server::add_web_server_controller, o.kubeconfig, o.context,
                        o.workers}) {}

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

}  // namespace web_server_test
