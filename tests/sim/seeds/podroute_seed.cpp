// Podroute: children with fixed names, any error of a read counts as "it does not exist", and nothing is
// watched but the object itself.

#include "operators/podroute/route.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "sim/seeds/seed.hpp"

namespace seeds {

namespace {

using podroute::route;

struct shop_spec {
    std::string image;
    std::int32_t replicas = 1;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("", field(&shop_spec::image, "image", ""), field(&shop_spec::replicas, "replicas", ""));
    }
};
struct shop_status {
    std::string unused;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("", field(&shop_status::unused, "unused", ""));
    }
};
struct shop : custom_resource<shop_spec, shop_status> {
    static constexpr auto kind() {
        return custom_kind("quay.io", "v1alpha1", "Podroute", "Pods behind a Route.");
    }
};

string_map labels_of(const shop& s) {
    string_map all;
    all["app"] = "PodRoute";
    all["podroute_cr"] = s.metadata.name.str();
    all["tier"] = "backend-podroute";
    return all;
}

deployment deployment_of(const shop& s) {
    auto d = named<deployment>("pod-route");
    d.spec.replicas = s.spec.replicas;
    d.spec.selector.match_labels = labels_of(s);
    d.spec.pod_template.metadata.labels = labels_of(s);
    container& c = d.spec.pod_template.spec.containers.emplace_back();
    c.name = "podroute-pod";
    c.image = s.spec.image;
    c.image_pull_policy = "Always";
    container_port& p = c.ports.emplace_back();
    p.container_port = 8080;
    p.name = "podroute";
    return d;
}
service service_of(const shop& s) {
    auto one = named<service>("podroute-service");
    one.spec.selector = labels_of(s);
    one.spec.ports.emplace_back().port = 8080;
    return one;
}
route route_of(const shop& s) {
    auto r = named<route>("podroute-route");
    r.metadata.labels = labels_of(s);
    r.spec.to.kind = "Service";
    r.spec.to.name = "podroute-service";
    r.spec.port.emplace().target_port = 8080;
    return r;
}

template <class T>
awaitable<result<snapshot<T>>> create_if_absent(context& ctx, const shop& s, T wanted) {
    auto found = co_await ctx.client().get<T>(key_of(wanted));
    if (found) co_return std::move(*found);
    if (const auto owned = set_controller_reference(wanted, s); !owned) co_return owned.error();
    auto made = co_await ctx.client().create(wanted);
    if (!made) co_return made.error();
    co_return snapshot<T>();  // found is empty
}

awaitable<outcome> reconcile_shop(context& ctx, snapshot<shop> self) {
    const auto found = co_await create_if_absent(ctx, *self, deployment_of(*self));
    if (!found) co_return found.error();
    if (*found && (*found)->spec.replicas != self->spec.replicas)
        (void)co_await ctx.client().merge_patch<deployment>(
            key_of(**found), {{"spec", {{"replicas", self->spec.replicas}}}}, unchanged(**found));
    const auto behind = co_await create_if_absent(ctx, *self, service_of(*self));
    if (!behind) co_return behind.error();
    const auto reached = co_await create_if_absent(ctx, *self, route_of(*self));
    if (!reached) co_return reached.error();
    co_return outcome::done();
}

void add_shop(manager& m) {
    m.controller<shop>()
        .uses<deployment>({verb::get, verb::create, verb::patch})
        .uses<service>({verb::get, verb::create})
        .uses<route>({verb::get, verb::create})
        .reconcile(reconcile_shop);
}

void install_routes(testing::environment& env) {
    env.install<route>();
}
const auto there = [](const route&) { return true; };
shop make_shop(std::string name, std::int32_t replicas) {
    shop s = named<shop>(std::move(name));
    s.spec = {.image = "shop:1", .replicas = replicas};
    return s;
}
void open_one(testing::environment& env) {
    env.create(make_shop("a", 1));
    env.until<route>("podroute-route", there);
    env.patch<shop>("a", {{"spec", {{"replicas", 2}}}});
    env.until<deployment>("pod-route", [](const deployment& d) { return d.status.ready_replicas == 2; });
}
void open_two(testing::environment& env) {
    env.create(make_shop("a", 1));
    env.create(make_shop("b", 2));
    env.until<route>("podroute-route", there);
}

}  // namespace

std::vector<seed> podroute_seeds() {
    return {
        {"Podroute",
         "children that others change or delete are not repaired",
         {.install = install_routes,
          .operators = {add_shop},
          .story = open_one,
          .only = {"P11.before", "P11.after", "P11.edit"}},
         {{"same end", "P11"}, {"story", "P11"}}},
        {"Podroute, refused",
         "an update that is refused once is forgotten",
         {.install = install_routes, .operators = {add_shop}, .story = open_one, .only = {"P5.409"}},
         {{"story", "P5.409@patch deployments"}}},
        {"Podroute, two of them",
         "both own one Deployment, by its fixed name",
         {.install = install_routes, .operators = {add_shop}, .story = open_two},
         {{"a restart writes nothing", "none"}}},
    };
}

}  // namespace seeds
