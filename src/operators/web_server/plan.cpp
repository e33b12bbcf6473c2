#include "operators/web_server/plan.hpp"

#include "setpoint/api/child_name.hpp"
#include "setpoint/api/image_reference.hpp"
#include "setpoint/controller/rollout.hpp"
#include "setpoint/core/shortened.hpp"

#include <fmt/format.h>

namespace web_server {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

// A ReplicaSet is named after its Deployment, with "-" and a hash of at most 10 digits; longer names are cut,
// and may then be invalid (k8s.io/kubernetes/pkg/controller/deployment/sync.go).
constexpr std::size_t longest_deployment = longest_name(name_form::subdomain) - 11;

// The selector of a Deployment is immutable, so it contains only labels that never change. The constant
// strings are static, since copies of an interned_string share their characters.
string_map identity(const web_server& self) {
    static const interned_string name("app.kubernetes.io/name"), web_server("webserver"),
        instance("app.kubernetes.io/instance");
    string_map labels;
    labels.reserve(3);  // including the label that labels_of() adds
    labels.try_emplace(instance, label_value_of(self.metadata.name));
    labels.try_emplace(name, web_server);
    return labels;
}

string_map labels_of(const web_server& self) {
    static const interned_string managed_by("app.kubernetes.io/managed-by"), us("webserver-operator");
    string_map labels = identity(self);
    labels.try_emplace(managed_by, us);
    return labels;
}

condition_state available(const observation& seen, const rollout_state& pods) {
    if (!seen.deployment || seen.has_service) return pods.available;
    return condition_false("NoService", "The WebServer has no Service yet.");
}

}  // namespace

web_server sample() {
    web_server w;
    w.metadata.name = "webserver-sample";
    w.spec.image = "nginx:1.23.1";
    w.spec.replicas = 3;
    return w;
}

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
    port.container_port = http_port;
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
    const auto image = parse_image_reference(self.spec.image);
    if (image) return std::nullopt;
    return problem{"InvalidImage", fmt::format("spec.image \"{}\" is not an image reference: {}",
                                               shortened(self.spec.image, 200), image.error().message)};
}

web_server_status desired_status(const web_server& self, const observation& seen, wall_time now) {
    web_server_status s;
    s.observed_generation = self.metadata.generation;
    if (seen.deployment) {
        s.replicas = seen.deployment->status.replicas.value_or(0);
        s.ready_replicas = seen.deployment->status.ready_replicas.value_or(0);
    }
    const rollout_state pods = rollout(seen.deployment.get(), seen.problem, self.spec.replicas);
    conditions(self, s, now)
        .set("Available", available(seen, pods))
        .set("Progressing", pods.progressing)
        .set("Degraded", explain(pods.failure));
    return s;
}

}  // namespace web_server
