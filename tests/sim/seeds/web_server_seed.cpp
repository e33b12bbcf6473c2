// WebServer: children without an owner, an update of two fields, and a look every 10 s.

#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "sim/seeds/seed.hpp"

namespace seeds {

namespace {

struct web_spec {
    std::int32_t replicas = 1;
    std::string image;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("", field(&web_spec::replicas, "replicas", ""), field(&web_spec::image, "image", ""));
    }
};
struct web_status {
    std::string unused;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("", field(&web_status::unused, "unused", ""));
    }
};
struct web : custom_resource<web_spec, web_status> {
    static constexpr auto kind() { return custom_kind("my.domain", "v1", "WebServer", "A web server."); }
};

deployment deployment_for(const web& w) {
    deployment d;
    d.metadata.name = w.metadata.name;
    d.metadata.ns = w.metadata.ns;
    d.spec.replicas = w.spec.replicas;
    d.spec.selector.match_labels["app"] = w.metadata.name.str();
    d.spec.pod_template.metadata.labels["app"] = w.metadata.name.str();
    container& c = d.spec.pod_template.spec.containers.emplace_back();
    c.name = "webserver";
    c.image = w.spec.image;
    return d;
}

service service_for(const web& w) {
    service s;
    s.metadata.name = w.metadata.name.str() + "-service";
    s.metadata.ns = w.metadata.ns;
    s.spec.type = "NodePort";
    s.spec.selector["app"] = w.metadata.name.str();
    s.spec.ports.emplace_back().port = 80;
    return s;
}

awaitable<outcome> update_deployment(context& ctx, const web& self, const deployment& found) {
    boost::json::object spec;
    if (found.spec.replicas != self.spec.replicas) spec["replicas"] = self.spec.replicas;
    if (found.spec.pod_template.spec.containers.at(0).image != self.spec.image) {
        boost::json::object c{{"name", "webserver"}, {"image", self.spec.image}};
        spec["template"] = boost::json::object{
            {"spec", boost::json::object{{"containers", boost::json::array{boost::json::value(c)}}}}};
    }
    const auto updated = co_await ctx.client().merge_patch<deployment>(
        key_of(found), {{"spec", std::move(spec)}}, unchanged(found));
    if (!updated) co_return updated.error();
    co_return requeue();
}

awaitable<outcome> reconcile_web(context& ctx, snapshot<web> self) {
    const auto found = co_await ctx.client().get<deployment>(key_of(*self));
    if (!found && found.error().code == errc::not_found) {
        const auto made = co_await ctx.client().create(deployment_for(*self));
        if (!made) co_return made.error();
        co_return requeue();
    }
    if (!found) co_return found.error();
    const auto& containers = (*found)->spec.pod_template.spec.containers;
    if ((*found)->spec.replicas != self->spec.replicas || containers.at(0).image != self->spec.image)
        co_return co_await update_deployment(ctx, *self, **found);
    const service wanted = service_for(*self);
    const auto found_service = co_await ctx.client().get<service>(key_of(wanted));
    if (!found_service && found_service.error().code == errc::not_found) {
        const auto made = co_await ctx.client().create(wanted);
        if (!made) co_return made.error();
        co_return requeue();
    }
    if (!found_service) co_return found_service.error();
    co_return outcome::requeue_after(10s);
}

void add_web(manager& m) {
    m.controller<web>()
        .uses<deployment>({verb::get, verb::create, verb::patch})
        .uses<service>({verb::get, verb::create})
        .reconcile(reconcile_web);
}

void host(testing::environment& env) {
    web w = named<web>("web");
    w.spec = {.replicas = 1, .image = "nginx:1.23.1"};
    env.create(w);
    const auto ready = [](std::int32_t n) {
        return [n](const deployment& d) { return d.status.ready_replicas == n && d.spec.replicas == n; };
    };
    env.until<deployment>("web", ready(1));
    env.until<service>("web-service", [](const service&) { return true; });
    env.patch<web>("web", {{"spec", {{"replicas", 2}}}});
    env.until<deployment>("web", ready(2));
}

}  // namespace

std::vector<seed> web_server_seeds() {
    return {
        {"WebServer",
         "its Deployment and Service have no owner",
         {.operators = {add_web}, .story = host},
         {{"nothing left", "none"}}},
        {"WebServer, kept",
         "a Service that others change is not repaired",
         {.operators = {add_web}, .story = host, .uninstall = false},
         {{"same end", "P11.edit@create services"}}},
    };
}

}  // namespace seeds
