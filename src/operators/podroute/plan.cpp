#include "operators/podroute/plan.hpp"

#include "setpoint/controller/rollout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace podroute {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

condition_state available(const observation& seen, const rollout_state& pods) {
    if (!seen.deployment || seen.has_service) return pods.available;
    return condition_false("NoService", "The Podroute has no Service yet.");
}

const route_ingress_condition* refusal_of(const route_ingress& i) {
    for (const route_ingress_condition& c : i.conditions)
        if (c.type == "Admitted" && c.status == condition_status::false_) return &c;
    return nullptr;
}

condition_state route_available(const observation& seen) {
    if (seen.no_route) return condition_false(seen.no_route->reason, seen.no_route->message);
    if (!seen.route) return condition_false("NoRoute", "The Podroute has no Route yet.");
    if (const std::string host = host_of(*seen.route); !host.empty())
        return condition_true("Admitted", fmt::format("The pods are reachable at {}.", host));
    for (const route_ingress& i : seen.route->status.ingress)
        if (const auto* c = refusal_of(i))
            return condition_false("NotAdmitted", fmt::format("Router \"{}\" refuses the Route: {}: {}",
                                                              i.router_name, c->reason, c->message));
    return condition_false("Pending", "No router has admitted the Route yet.");
}

}  // namespace

podroute sample() {
    podroute p;
    p.metadata.name = "podroute-sample";
    p.spec.image = "nginxinc/nginx-unprivileged:1.27";
    p.spec.replicas = 3;
    return p;
}

string_map labels_of(const podroute& self) {
    string_map labels;
    labels["app"] = "PodRoute";
    labels["podroute_cr"] = label_of(self.metadata.name);
    labels["tier"] = "backend-podroute";
    return labels;
}

deployment desired_deployment(const podroute& self) {
    deployment d;
    d.metadata.name = deployment_name(self);
    d.metadata.ns = self.metadata.ns;
    d.metadata.labels = labels_of(self);
    d.spec.replicas = self.spec.replicas;
    d.spec.selector.match_labels = labels_of(self);
    d.spec.pod_template.metadata.labels = labels_of(self);
    container c;
    c.name = "podroute-pod";
    c.image = self.spec.image;
    c.image_pull_policy = "Always";
    container_port listens;
    listens.name = "podroute";
    listens.container_port = port;
    c.ports.push_back(std::move(listens));
    d.spec.pod_template.spec.containers.push_back(std::move(c));
    return d;
}

service desired_service(const podroute& self) {
    service s;
    s.metadata.name = service_name(self);
    s.metadata.ns = self.metadata.ns;
    s.metadata.labels = labels_of(self);
    s.spec.selector = labels_of(self);
    service_port serves;
    serves.name = "podroute";  // unnamed, ours would become invalid if another port is added
    serves.port = port;
    serves.target_port = int_or_string(port);
    serves.protocol = "TCP";
    s.spec.ports.push_back(std::move(serves));
    return s;
}

route desired_route(const podroute& self) {
    route r;
    r.metadata.name = route_name(self);
    r.metadata.ns = self.metadata.ns;
    r.metadata.labels = labels_of(self);
    r.spec.to.kind = "Service";
    r.spec.to.name = service_name(self);
    r.spec.port.emplace().target_port = int_or_string(port);
    return r;
}

std::string host_of(const route& r) {
    const auto& all = r.status.ingress;
    const auto first =
        std::ranges::find_if(all, [](const auto& i) { return !i.host.empty() && !refusal_of(i); });
    return first == all.end() ? std::string() : first->host.str();
}

podroute_status desired_status(const podroute& self, const observation& seen, wall_time now) {
    podroute_status s;
    s.observed_generation = self.metadata.generation;
    if (seen.deployment) {
        s.replicas = seen.deployment->status.replicas.value_or(0);
        s.ready_replicas = seen.deployment->status.ready_replicas.value_or(0);
    }
    if (seen.route && !seen.no_route) s.host = host_of(*seen.route);
    const rollout_state pods = rollout(seen.deployment.get(), seen.problem, self.spec.replicas);
    conditions(self, s, now)
        .set("Available", available(seen, pods))
        .set("Progressing", pods.progressing)
        .set("Degraded", explain(pods.failure))
        .set("RouteAvailable", route_available(seen));
    return s;
}

}  // namespace podroute
