#include "framework/manager/manifest_objects.hpp"

#include "framework/manager/alert_rules.hpp"
#include "setpoint/api/rbac.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace bj = boost::json;

namespace {

bj::object labels_of(const manager_options& o) {
    return {{"app.kubernetes.io/name", o.name}, {"app.kubernetes.io/version", SETPOINT_VERSION}};
}

// Never changes, as selectors of Deployments must not.
bj::object selector_of(const manager_options& o) {
    return {{"app.kubernetes.io/name", o.name}, {"control-plane", "controller-manager"}};
}

bj::object object_of(std::string_view api_version, std::string_view kind, std::string name,
                     std::string_view ns, const manager_options& o) {
    bj::object metadata{{"name", std::move(name)}};
    if (!ns.empty()) metadata["namespace"] = ns;
    metadata["labels"] = labels_of(o);
    return {{"apiVersion", api_version}, {"kind", kind}, {"metadata", std::move(metadata)}};
}

bj::array arguments_of(const deployment_settings& s) {
    // One replica, too: during an update there are two for a moment.
    bj::array a{"--leader-elect", fmt::format("--health-probe-bind-address=:{}", probes_port_in_pod),
                fmt::format("--metrics-bind-address=:{}", metrics_port_in_pod), "--metrics-secure"};
    if (s.webhooks && s.by_cert_manager)
        a.emplace_back(fmt::format("--webhook-cert-dir={}", certificates_in_pod));
    for (const std::string& one : s.arguments) a.emplace_back(one);
    return a;
}

bj::array ports_of(const deployment_settings& s) {
    bj::array ports{{{"name", "metrics"}, {"containerPort", metrics_port_in_pod}, {"protocol", "TCP"}},
                    {{"name", "probes"}, {"containerPort", probes_port_in_pod}, {"protocol", "TCP"}}};
    if (s.webhooks)
        ports.push_back({{"name", "webhooks"}, {"containerPort", webhooks_port_in_pod}, {"protocol", "TCP"}});
    return ports;
}

bj::object probe(std::string_view path, int initial_delay, int period) {
    return {{"httpGet", {{"path", path}, {"port", "probes"}}},
            {"initialDelaySeconds", initial_delay},
            {"periodSeconds", period}};
}

bj::object container_of(const manager_options& o, const deployment_settings& s) {
    bj::object c{{"name", "manager"}, {"image", s.image}, {"command", bj::array{"/usr/bin/" + o.name}}};
    c["args"] = arguments_of(s);
    c["ports"] = ports_of(s);
    c["livenessProbe"] = probe("/healthz", 15, 20);
    c["readinessProbe"] = probe("/readyz", 1, 5);
    c["resources"] = {{"requests", {{"cpu", "10m"}, {"memory", "64Mi"}}}, {"limits", {{"memory", "512Mi"}}}};
    c["securityContext"] = {{"allowPrivilegeEscalation", false},
                            {"readOnlyRootFilesystem", true},
                            {"capabilities", {{"drop", bj::array{"ALL"}}}}};
    if (s.webhooks && s.by_cert_manager)
        c["volumeMounts"] = bj::array{
            {{"name", "webhook-certificates"}, {"mountPath", certificates_in_pod}, {"readOnly", true}}};
    return c;
}

}  // namespace

void set_labels(bj::object& object, const manager_options& o) {
    object["metadata"].as_object()["labels"] = labels_of(o);
}

bj::object namespace_object(const manager_options& o) {
    bj::object n = object_of("v1", "Namespace", std::string(namespace_mark), "", o);
    n["metadata"].as_object()["labels"].as_object()["pod-security.kubernetes.io/enforce"] = "restricted";
    return n;
}

bj::object service_account_object(const manager_options& o) {
    bj::object a = object_of("v1", "ServiceAccount", o.name, namespace_mark, o);
    a["automountServiceAccountToken"] = false;  // the Deployment's pods ask for it
    return a;
}

bj::object binding_object(const bj::object& role, const manager_options& o) {
    const std::string kind(member_text(role, "kind"));
    const bj::object& metadata = role.at("metadata").as_object();
    const std::string name(member_text(metadata, "name"));
    const bj::value* const ns = metadata.if_contains("namespace");
    bj::object b = object_of("rbac.authorization.k8s.io/v1", kind + "Binding", name,
                             ns ? std::string_view(ns->as_string()) : std::string_view(), o);
    b["roleRef"] = {{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", kind}, {"name", name}};
    b["subjects"] = bj::array{{{"kind", "ServiceAccount"}, {"name", o.name}, {"namespace", namespace_mark}}};
    return b;
}

bj::object deployment_object(const manager_options& o, const deployment_settings& s) {
    bj::object pod_labels = selector_of(o);
    pod_labels["app.kubernetes.io/version"] = SETPOINT_VERSION;
    // The pod's own budget, the kubelet's default or more.
    constexpr auto spare = std::chrono::seconds(5);
    const auto grace = std::max<std::chrono::seconds>(
        std::chrono::ceil<std::chrono::seconds>(o.shutdown_timeout) + spare, std::chrono::seconds(30));
    bj::object pod{{"serviceAccountName", o.name},
                   {"automountServiceAccountToken", true},
                   {"enableServiceLinks", false},
                   {"terminationGracePeriodSeconds", grace.count()},
                   {"securityContext",
                    {{"runAsNonRoot", true},
                     {"runAsUser", 65532},
                     {"runAsGroup", 65532},
                     {"seccompProfile", {{"type", "RuntimeDefault"}}}}}};
    pod["containers"] = bj::array{container_of(o, s)};
    pod["topologySpreadConstraints"] = bj::array{{{"maxSkew", 1},
                                                  {"topologyKey", "kubernetes.io/hostname"},
                                                  {"whenUnsatisfiable", "ScheduleAnyway"},
                                                  {"labelSelector", {{"matchLabels", selector_of(o)}}}}};
    if (s.webhooks && s.by_cert_manager)
        pod["volumes"] = bj::array{{{"name", "webhook-certificates"},
                                    {"secret", {{"secretName", o.name + "-webhook-certificate"}}}}};
    bj::object d = object_of("apps/v1", "Deployment", o.name, namespace_mark, o);
    d["spec"] = {{"replicas", s.replicas},
                 {"selector", {{"matchLabels", selector_of(o)}}},
                 {"template", {{"metadata", {{"labels", std::move(pod_labels)}}}, {"spec", std::move(pod)}}}};
    return d;
}

bj::object disruption_budget_object(const manager_options& o) {
    bj::object b = object_of("policy/v1", "PodDisruptionBudget", o.name, namespace_mark, o);
    b["spec"] = {{"maxUnavailable", 1}, {"selector", {{"matchLabels", selector_of(o)}}}};
    return b;
}

bj::object service_object(std::string_view purpose, const manager_options& o) {
    const bool metrics = purpose == "metrics";
    bj::object v = object_of("v1", "Service", fmt::format("{}-{}", o.name, purpose), namespace_mark, o);
    v["spec"] = {{"selector", selector_of(o)},
                 {"ports", bj::array{{{"name", metrics ? "https" : "webhook"},
                                      {"port", metrics ? metrics_port_in_pod : 443},
                                      {"protocol", "TCP"},
                                      {"targetPort", metrics ? "metrics" : "webhooks"}}}}};
    return v;
}

bj::object network_policy_object(std::string_view purpose, const manager_options& o) {
    const bool metrics = purpose == "metrics";
    bj::object rule{{"ports", bj::array{{{"port", metrics ? metrics_port_in_pod : webhooks_port_in_pod},
                                         {"protocol", "TCP"}}}}};
    if (metrics)
        rule["from"] = bj::array{{{"namespaceSelector", {{"matchLabels", {{"metrics", "enabled"}}}}}}};
    bj::object p = object_of("networking.k8s.io/v1", "NetworkPolicy",
                             fmt::format("{}-allow-{}", o.name, purpose), namespace_mark, o);
    p["spec"] = {{"podSelector", {{"matchLabels", selector_of(o)}}},
                 {"policyTypes", bj::array{"Ingress"}},
                 {"ingress", bj::array{std::move(rule)}}};
    return p;
}

std::vector<bj::object> certificate_objects(const manager_options& o) {
    const std::string service = o.name + "-webhook";
    bj::object issuer = object_of("cert-manager.io/v1", "Issuer", o.name + "-self-signed", namespace_mark, o);
    issuer["spec"] = {{"selfSigned", bj::object()}};
    bj::object certificate = object_of("cert-manager.io/v1", "Certificate", service, namespace_mark, o);
    certificate["spec"] = {
        {"secretName", service + "-certificate"},
        {"dnsNames", bj::array{fmt::format("{}.{}.svc", service, namespace_mark),
                               fmt::format("{}.{}.svc.cluster.local", service, namespace_mark)}},
        {"issuerRef", {{"kind", "Issuer"}, {"name", o.name + "-self-signed"}}}};
    return {std::move(issuer), std::move(certificate)};
}

bj::object service_monitor_object(const manager_options& o) {
    bj::object m = object_of("monitoring.coreos.com/v1", "ServiceMonitor", o.name, namespace_mark, o);
    m["spec"] = {
        {"selector", {{"matchLabels", {{"app.kubernetes.io/name", o.name}}}}},
        {"endpoints", bj::array{{{"path", "/metrics"},
                                 {"port", "https"},
                                 {"scheme", "https"},
                                 {"bearerTokenFile", "/var/run/secrets/kubernetes.io/serviceaccount/token"},
                                 {"tlsConfig", {{"insecureSkipVerify", true}}}}}}};
    return m;
}

bj::object prometheus_rule_object(const manager_options& o) {
    bj::object r = object_of("monitoring.coreos.com/v1", "PrometheusRule", o.name, namespace_mark, o);
    r["spec"] = {{"groups", alert_groups(o.name)}};
    return r;
}

bj::object user_role_object(std::string_view who, std::string_view kind, const bj::object& definition,
                            const manager_options& o) {
    const bj::object& spec = definition.at("spec").as_object();
    const bj::object& names = spec.at("names").as_object();
    const std::string group(member_text(spec, "group")), plural(member_text(names, "plural"));
    bj::array verbs{"get", "list", "watch"};
    if (who == "editor") verbs = {"create", "delete", "get", "list", "patch", "update", "watch"};
    if (who == "admin") verbs = {"*"};
    bj::object r = cluster_role(fmt::format("{}-{}-{}", o.name, kind, who), {});
    r["metadata"].as_object()["labels"] = labels_of(o);
    r["rules"] = bj::array{
        {{"apiGroups", bj::array{group}}, {"resources", bj::array{plural}}, {"verbs", std::move(verbs)}},
        {{"apiGroups", bj::array{group}},
         {"resources", bj::array{plural + "/status"}},
         {"verbs", bj::array{"get"}}}};
    return r;
}

}}  // namespace setpoint::v0
