#include "operators/podroute/plan.hpp"

#include "setpoint/controller/rollout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace podroute {

using namespace setpoint;

namespace {

condition_state available(const podroute& self, const observation& seen) {
    if (!seen.deployment)
        return condition_false("NoDeployment", "There is no Deployment of this Podroute yet.");
    if (!seen.has_service) return condition_false("NoService", "There is no Service of this Podroute yet.");
    return rollout(*seen.deployment, self.spec.replicas).available;
}

condition_state progressing(const podroute& self, const observation& seen) {
    if (seen.problem) return condition_false(seen.problem->reason, "Waiting until the problem is solved.");
    if (!seen.deployment) return condition_true("Creating", "The Deployment is being created.");
    return rollout(*seen.deployment, self.spec.replicas).progressing;
}

condition_state degraded(const observation& seen) {
    if (seen.problem || !seen.deployment) return explain(seen.problem);
    return explain(rollout(*seen.deployment).failure);
}

const route_ingress_condition* refusal_of(const route_ingress& i) {
    for (const route_ingress_condition& c : i.conditions)
        if (c.type == "Admitted" && c.status == condition_status::false_) return &c;
    return nullptr;
}

condition_state route_available(const observation& seen) {
    if (seen.no_route) return condition_false(seen.no_route->reason, seen.no_route->message);
    if (!seen.route) return condition_false("NoRoute", "There is no Route of this Podroute yet.");
    if (const std::string host = host_of(*seen.route); !host.empty())
        return condition_true("Admitted", fmt::format("The pods are reached as {}.", host));
    for (const route_ingress& i : seen.route->status.ingress)
        if (const auto* c = refusal_of(i))
            return condition_false("NotAdmitted", fmt::format("Router \"{}\" refuses the Route: {}: {}",
                                                              i.router_name, c->reason, c->message));
    return condition_false("Pending", "No router has taken the Route in yet.");
}

}  // namespace

podroute sample() {
    podroute p;
    p.metadata.name = "podroute-sample";
    p.spec.image = "nginxinc/nginx-unprivileged:1.27";
    p.spec.replicas = 3;
    return p;
}

text_map labels_of(const podroute& self) {
    text_map labels;
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
    listens.port = port;
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
    serves.name = "podroute";  // without one, a port that somebody adds would make ours invalid
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
    conditions(self, s, now)
        .set("Available", available(self, seen))
        .set("Progressing", progressing(self, seen))
        .set("Degraded", degraded(seen))
        .set("RouteAvailable", route_available(seen));
    return s;
}

}  // namespace podroute
