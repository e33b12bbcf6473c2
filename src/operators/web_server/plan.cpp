#include "operators/web_server/plan.hpp"

#include "operators/web_server/image_reference.hpp"
#include "setpoint/api/child_name.hpp"
#include "setpoint/api/condition.hpp"

#include <fmt/format.h>

namespace web_server {

using namespace setpoint;

namespace {

// A ReplicaSet is named after its Deployment, with "-" and a hash of at most 10 digits; longer names are cut,
// and may then be invalid (k8s.io/kubernetes/pkg/controller/deployment/sync.go).
constexpr std::size_t longest_deployment = longest_name(name_form::subdomain) - 11;

// The selector of a Deployment cannot be changed later: names that say whose pods these are, and nothing that
// varies. What is the same for every WebServer is kept, as texts share their characters.
text_map identity(const web_server& self) {
    static const text name("app.kubernetes.io/name"), web_server("webserver"),
        instance("app.kubernetes.io/instance");
    text_map labels;
    labels.reserve(3);  // room for what labels_of() adds
    labels.try_emplace(instance, label_value_of(self.metadata.name));
    labels.try_emplace(name, web_server);
    return labels;
}

text_map labels_of(const web_server& self) {
    static const text managed_by("app.kubernetes.io/managed-by"), us("webserver-operator");
    text_map labels = identity(self);
    labels.try_emplace(managed_by, us);
    return labels;
}

struct verdict {
    condition_status status;
    std::string reason, message;
};

std::string of_pods(std::int32_t some, std::int32_t all, std::string_view are) {
    return std::to_string(some) + " of " + std::to_string(all) + " pods are " + std::string(are) + '.';
}

bool rolled_out(const deployment& d, std::int32_t wanted) {
    return d.status.observed_generation >= d.metadata.generation &&
           d.status.updated_replicas.value_or(0) == wanted && d.status.replicas.value_or(0) == wanted &&
           d.status.available_replicas.value_or(0) == wanted;
}

verdict available(const web_server& self, const observation& seen) {
    if (!seen.deployment)
        return {condition_status::false_, "NoDeployment", "There is no Deployment of this WebServer yet."};
    if (seen.no_service)
        return {condition_status::false_, "NoService", "There is no Service of this WebServer yet."};
    if (self.spec.replicas == 0) return {condition_status::false_, "ScaledToZero", "spec.replicas is 0."};
    const auto ready = seen.deployment->status.ready_replicas.value_or(0);
    const std::string how_many = of_pods(ready, self.spec.replicas, "ready");
    if (is_true(seen.deployment->status.conditions, "Available"))
        return {condition_status::true_, "MinimumReplicasAvailable", how_many};
    return {condition_status::false_, "MinimumReplicasUnavailable", how_many};
}

verdict progressing(const web_server& self, const observation& seen) {
    if (seen.trouble)
        return {condition_status::false_, seen.trouble->reason, "Waiting until the problem is solved."};
    if (!seen.deployment) return {condition_status::true_, "Creating", "The Deployment is being created."};
    if (rolled_out(*seen.deployment, self.spec.replicas))
        return {condition_status::false_, "RolledOut", "All pods are as they should be."};
    return {condition_status::true_, "RollingOut",
            of_pods(seen.deployment->status.updated_replicas.value_or(0), self.spec.replicas, "up to date")};
}

verdict degraded(const observation& seen) {
    if (seen.trouble) return {condition_status::true_, seen.trouble->reason, seen.trouble->message};
    if (seen.deployment) {
        for (const char* type : {"ReplicaFailure", "Progressing"}) {
            const condition* c = find_condition(seen.deployment->status.conditions, type);
            const bool bad = c && c->status == (c->type == "Progressing" ? condition_status::false_
                                                                         : condition_status::true_);
            if (bad) return {condition_status::true_, c->reason.str(), c->message.str()};
        }
    }
    return {condition_status::false_, "AsExpected", ""};
}

}  // namespace

std::string deployment_name(const web_server& self) {
    return child_name_stem(self.metadata.name, longest_deployment, name_form::subdomain);
}
std::string service_name(const web_server& self) {
    return child_name(self.metadata.name, "-service");
}

deployment desired_deployment(const web_server& self) {
    deployment d;
    d.metadata.name = deployment_name(self);
    d.metadata.ns = self.metadata.ns;
    d.metadata.labels = labels_of(self);
    d.spec.replicas = self.spec.replicas;
    d.spec.selector.match_labels = identity(self);
    d.spec.pod_template.metadata.labels = d.metadata.labels;
    container c;
    c.name = "webserver";
    c.image = self.spec.image;
    container_port port;
    port.name = "http";
    port.port = http_port;
    c.ports.push_back(std::move(port));
    d.spec.pod_template.spec.containers.push_back(std::move(c));
    return d;
}

service desired_service(const web_server& self) {
    service s;
    s.metadata.name = service_name(self);
    s.metadata.ns = self.metadata.ns;
    s.metadata.labels = labels_of(self);
    s.spec.type = "NodePort";
    s.spec.selector = identity(self);
    service_port port;
    port.name = "http";
    port.port = http_port;
    port.target_port = int_or_string(http_port);
    port.protocol = "TCP";
    s.spec.ports.push_back(std::move(port));
    return s;
}

std::optional<problem> check_spec(const web_server& self) {
    if (std::string wrong = check_image_reference(self.spec.image); !wrong.empty()) {
        return problem{"InvalidImage", fmt::format("spec.image \"{}\" is no image reference: {}",
                                                   self.spec.image.substr(0, 200), wrong)};
    }
    return std::nullopt;
}

web_server_status desired_status(const web_server& self, const observation& seen, wall_time now) {
    web_server_status s;
    s.observed_generation = self.metadata.generation;
    if (seen.deployment) {
        s.replicas = seen.deployment->status.replicas.value_or(0);
        s.ready_replicas = seen.deployment->status.ready_replicas.value_or(0);
    }
    // Beginning with what is reported keeps the transition times of what has not changed.
    for (const char* type : {"Available", "Progressing", "Degraded"}) {
        if (const condition* c = find_condition(self.status.conditions, type)) s.conditions.push_back(*c);
    }
    const auto put = [&](const char* type, verdict v) {
        condition c;
        c.type = type;
        c.status = v.status;
        c.observed_generation = self.metadata.generation;
        c.reason = v.reason;
        c.message = v.message;
        set_condition(s.conditions, std::move(c), timestamp::from(now));
    };
    put("Available", available(self, seen));
    put("Progressing", progressing(self, seen));
    put("Degraded", degraded(seen));
    return s;
}

}  // namespace web_server
