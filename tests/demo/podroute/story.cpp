// The life of a Podroute, on a cluster where Routes come later and go again.
#include "../show.hpp"
#include "operators/podroute/plan.hpp"
#include "setpoint/api/apiextensions_v1.hpp"
#include "setpoint/api/crd.hpp"
#include "setpoint/controller/workload_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace demo {

namespace {

namespace bj = boost::json;
using namespace std::chrono_literals;
using ::podroute::route;
using pr = ::podroute::podroute;

const std::string sample = "podroute-sample", host = "podroute-sample.apps.example";
const object_key sample_key{"default", sample}, deployment_key{"default", sample + "-pod-route"},
    service_key{"default", sample + "-podroute-service"}, route_key{"default", sample + "-podroute-route"},
    routes = object_key::cluster("routes.route.openshift.io");

// "" until the status is of this generation.
std::string reason_of(const world& w, std::string_view name, std::string_view type) {
    const auto p = w.find<pr>(name);
    const condition* c = p ? find_condition(p->status.conditions, type) : nullptr;
    return c && p->status.observed_generation == p->metadata.generation ? c->reason.str() : "";
}
bool rolled_out(const world& w, std::string_view name, int replicas) {
    const auto p = w.find<pr>(name);
    return p && reason_of(w, name, "Progressing") == "RolledOut" && p->status.replicas == replicas &&
           p->status.ready_replicas == replicas;
}
std::string host_of(const world& w, std::string_view name) {
    const auto p = w.find<pr>(name);
    return p ? p->status.host : "";
}
bool has_children(const world& w, const std::string& name) {
    return w.find<deployment>(name + "-pod-route") && w.find<service>(name + "-podroute-service");
}

awaitable<void> change(world& w, bj::object spec, std::string_view what) {
    done(co_await w.api().merge_patch<pr>(sample_key, {{"spec", std::move(spec)}}), what);
}

// Routes are not among the views, since they are not always served: they are asked for.
awaitable<snapshot<route>> until_route(world& w, std::string what, std::function<bool(const route&)> holds) {
    const time_point due = saturating_add(w.event_loop().now(), 60s);
    w.shown().waiting(what);
    while (w.event_loop().now() < due) {
        const auto r = co_await w.api().get<route>(route_key);
        if (r && holds(**r)) {
            w.check(what, true);
            co_return *r;
        }
        co_await w.event_loop().sleep(50ms);
    }
    throw step_failed(what + ": not within 60 s");
}

// As a router of OpenShift does.
awaitable<void> admit(world& w) {
    bj::object router{{"host", host},
                      {"routerName", "default"},
                      {"conditions", {{{"type", "Admitted"}, {"status", "True"}}}}};
    done(co_await w.api().merge_patch<route>(route_key, {{"status", {{"ingress", {std::move(router)}}}}}, {},
                                             "status"),
         "admitting the Route");
}

awaitable<void> create(world& w) {
    w.shown().title("Create, on a cluster without Routes");
    pr wanted = ::podroute::sample();
    wanted.metadata.ns = "default";
    const auto made = done(co_await w.api().create(wanted), "creating it");
    co_await w.until("a Deployment with 3 pods, and a Service",
                     [&] { return has_children(w, sample) && rolled_out(w, sample, 3); });
    w.check("Available=True, Degraded=False",
            reason_of(w, sample, "Available") == "MinimumReplicasAvailable" &&
                reason_of(w, sample, "Degraded") == "AsExpected");
    w.check("RouteAvailable=False, RouteApiMissing",
            reason_of(w, sample, "RouteAvailable") == "RouteApiMissing");
    const auto d = w.find<deployment>(deployment_key.name);
    const auto s = w.find<service>(service_key.name);
    w.check("both belong to the Podroute",
            std::ranges::all_of(std::array{&d->metadata, &s->metadata}, [&](const object_meta* m) {
                return is_controlled_by(*m, made->metadata.uid);
            }));
    w.check("the Service sends port 8080 to port 8080",
            s->spec.ports.size() == 1 && s->spec.ports[0].port == 8080 &&
                s->spec.ports[0].target_port == int_or_string(8080));
    co_await w.until("an event tells of what is missing", [&] { return w.told("does not serve routes"); });
    w.shown().show_table();
}

awaitable<void> routes_appear(world& w) {
    w.shown().title("The cluster begins to serve Routes");
    done(co_await w.api().apply(dynamic_object(crd_of<route>()), kind_of<custom_resource_definition>()),
         "installing their definition");
    const auto r = co_await until_route(w, "the Route is made by itself", [](const route&) { return true; });
    w.check("it leads to the Service", r->spec.to.name == service_key.name);
    co_await w.until("RouteAvailable=False, Pending: no router has seen it",
                     [&] { return reason_of(w, sample, "RouteAvailable") == "Pending"; });
    co_await admit(w);
    co_await w.until("a router takes it in: RouteAvailable=True",
                     [&] { return reason_of(w, sample, "RouteAvailable") == "Admitted"; });
    w.check("status.host is " + host, host_of(w, sample) == host);
    w.shown().show_table();
}

awaitable<void> scale(world& w) {
    w.shown().title("Scale: 3 → 4, and another image");
    done(co_await w.api().set_replicas<pr>(sample_key, 4), "scaling it, as kubectl scale does");
    co_await w.until("4 pods are ready", [&] { return rolled_out(w, sample, 4); });
    const std::string image = "nginxinc/nginx-unprivileged:1.28";
    co_await change(w, {{"image", image}}, "changing the image");
    co_await w.until("all pods run it", [&] {
        const auto pods = w.all<pod>();
        return pods.size() == 4 && std::ranges::all_of(pods, [&](const auto& p) {
                   return is_ready(*p) && p->spec.containers.at(0).image == image;
               });
    });
    co_await w.until("status: rolled out", [&] { return rolled_out(w, sample, 4); });
}

awaitable<void> second(world& w) {
    w.shown().title("A second Podroute in the same namespace");
    pr other = ::podroute::sample();
    other.metadata.ns = "default";
    other.metadata.name = "another";
    other.spec.replicas = 1;
    const auto first = w.find<deployment>(deployment_key.name)->metadata.uid;
    done(co_await w.api().create(other), "creating it");
    co_await w.until("it has a Deployment and a Service of its own",
                     [&] { return has_children(w, "another") && rolled_out(w, "another", 1); });
    w.check("the first one's are as they were",
            w.find<deployment>(deployment_key.name)->metadata.uid == first && rolled_out(w, sample, 4));
    done(co_await w.api().remove<pr>({"default", "another"}), "deleting it");
    co_await w.until("deleted, it takes its own with it", [&] {
        return !w.find<deployment>("another-pod-route") && !w.find<service>("another-podroute-service");
    });
    w.check("and no others", has_children(w, sample));
}

awaitable<void> meddle(world& w) {
    w.shown().title("Another client interferes");
    const auto before = w.find<deployment>(deployment_key.name)->metadata.uid;
    done(co_await w.api().remove<deployment>(deployment_key), "deleting the Deployment");
    co_await w.until("a Deployment deleted by hand comes back", [&] {
        const auto d = w.find<deployment>(deployment_key.name);
        return d && d->metadata.uid != before && rolled_out(w, sample, 4);
    });
    done(co_await w.api().merge_patch<deployment>(
             deployment_key,
             {{"spec", {{"replicas", 1}}}, {"metadata", {{"annotations", {{"team", "blue"}}}}}}),
         "changing replicas");
    co_await w.until("replicas are put back, the annotation that was added stays", [&] {
        const auto d = w.find<deployment>(deployment_key.name);
        return d && d->spec.replicas == 4 && d->metadata.annotations.contains("team");
    });
    const auto address = w.find<service>(service_key.name)->spec.cluster_ip;
    done(co_await w.api().patch<service>(service_key,
                                         json_patch().replace({"spec", "ports", "0", "port"}, 81)),
         "changing the port");
    co_await w.until("port 81 is 8080 again, the Service keeps its address", [&] {
        const auto s = w.find<service>(service_key.name);
        return w.told("Service podroute-sample-podroute-service: spec.ports") && s->spec.ports.size() == 1 &&
               s->spec.ports[0].port == 8080 && s->spec.cluster_ip == address;
    });
    done(co_await w.api().merge_patch<route>(
             route_key, {{"spec", {{"host", "www.example"}, {"to", {{"name", "elsewhere"}}}}}}),
         "changing the Route");
    const auto r = co_await until_route(w, "a Route led elsewhere leads to the Service again",
                                        [](const route& x) { return x.spec.to.name == service_key.name; });
    w.check("the host that somebody gave it stays", r->spec.host == "www.example");
}

awaitable<void> foreign(world& w) {
    w.shown().title("Another owner has a Service of that name");
    done(co_await w.api().merge_patch<service>(service_key, {{"metadata", {{"ownerReferences", nullptr}}}}),
         "taking the owner off");
    co_await w.until("it is not taken over: Degraded=True, NotOurs",
                     [&] { return reason_of(w, sample, "Degraded") == "NotOurs"; });
    const auto left = w.find<service>(service_key.name);
    w.check("it is left alone", left && !controller_of(left->metadata));
    done(co_await w.api().remove<service>(service_key), "deleting it");
    co_await w.until("once it is gone, the Podroute recovers", [&] {
        const auto s = w.find<service>(service_key.name);
        return s && s->metadata.uid != left->metadata.uid && reason_of(w, sample, "Degraded") == "AsExpected";
    });
}

awaitable<void> routes_go(world& w) {
    w.shown().title("The cluster no longer serves Routes");
    done(co_await w.api().remove<custom_resource_definition>(routes), "removing their definition");
    co_await w.until("RouteAvailable=False, RouteApiMissing; status.host is empty", [&] {
        return reason_of(w, sample, "RouteAvailable") == "RouteApiMissing" && host_of(w, sample).empty();
    });
    w.check("the pods run on",
            rolled_out(w, sample, 4) && reason_of(w, sample, "Available") == "MinimumReplicasAvailable");
}

awaitable<void> remove(world& w) {
    w.shown().title("Delete");
    done(co_await w.api().remove<pr>(sample_key), "deleting it");
    co_await w.until("Deployment, Service and pods go with it", [&] {
        return !w.find<deployment>(deployment_key.name) && !w.find<service>(service_key.name) &&
               w.all<pod>().empty();
    });
}

awaitable<void> play(world& w, bool keep) {
    co_await create(w);
    co_await routes_appear(w);
    co_await scale(w);
    co_await second(w);
    co_await meddle(w);
    co_await foreign(w);
    w.shown().title("Events on the Podroutes");
    co_await w.look_at_events("Created Route", 10);
    w.shown().title("Steady state");
    co_await w.until("all is at rest", [&] { return rolled_out(w, sample, 4); });
    co_await w.unchanged("two seconds in which nothing is written", 2s);
    if (keep) co_return;
    co_await routes_go(w);
    co_await remove(w);
}

void watch(world& w) {
    w.watch<pr>();
    w.watch<deployment>();
    w.watch<service>();
    w.watch<pod>();
}

std::vector<std::string> table(const world& w) {
    std::vector<std::string> rows;
    const auto row = [&](std::string_view name, std::string_view wanted, std::string_view ready,
                         std::string_view available, std::string_view routed, std::string_view at) {
        rows.push_back(
            fmt::format("{:<16} {:>8} {:>6}  {:<10} {:<16} {}", name, wanted, ready, available, routed, at));
    };
    row("NAME", "REPLICAS", "READY", "AVAILABLE", "ROUTE", "HOST");
    for (const auto& p : w.all<pr>()) {
        const condition* available = find_condition(p->status.conditions, "Available");
        const condition* routed = find_condition(p->status.conditions, "RouteAvailable");
        row(p->metadata.name.view(), std::to_string(p->spec.replicas),
            std::to_string(p->status.ready_replicas), available ? to_string(available->status) : "",
            routed ? routed->reason.view() : "", p->status.host);
    }
    return rows;
}

}  // namespace

const show& the_show() {
    static const show it = {.program = "podroute-demo",
                            .definition = crd_of<pr>(),
                            .kind = "Podroute",
                            .shown_in_log = "Created |Routes|change",
                            .must_be_in_log = "Route spec.to.name change .*elsewhere",
                            .watch = watch,
                            .table = table,
                            .play = play};
    return it;
}

}  // namespace demo
