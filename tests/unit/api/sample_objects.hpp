#pragma once
// One object of each built-in kind with every field set that a client may set. answers/<kind>.json
// contains the responses of a kube-apiserver 1.36.3 to server-side applies of them (with
// --validate=strict, so it accepts every field name).

#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/batch_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/events_v1.hpp"

#include <fstream>
#include <iterator>

namespace samples {

using namespace setpoint;
using namespace setpoint::kinds;

template <class T>
T named(const char* name, const char* ns = "default") {
    T object;
    object.metadata.name = name;
    object.metadata.ns = ns;
    object.metadata.labels = {{"app", "web"}};
    object.metadata.annotations = {{"a.b/c", "d"}};
    return object;
}

inline probe http_probe() {
    probe p;
    p.http_get =
        http_get_action{.path = "/x", .port = "http", .scheme = "HTTP", .http_headers = {{"A", "b"}}};
    p.initial_delay_seconds = 1;
    p.period_seconds = 2;
    p.timeout_seconds = 3;
    p.success_threshold = 1;
    p.failure_threshold = 4;
    return p;
}

inline std::vector<env_var> environment() {
    return {
        {.name = "A", .value = "1"},
        {.name = "B",
         .value_from = env_var_source{.secret_key_ref =
                                          secret_key_selector{.name = "s", .key = "k", .optional = true}}},
        {.name = "C",
         .value_from = env_var_source{.field_ref = object_field_selector{.field_path = "metadata.name"}}},
        {.name = "D",
         .value_from =
             env_var_source{.config_map_key_ref = config_map_key_selector{.name = "s", .key = "k"}}}};
}

inline container web_container() {
    container c{
        .name = "web", .image = "nginx:1.23.1", .working_dir = "/tmp", .image_pull_policy = "IfNotPresent"};
    c.command = {"a", "b"};
    c.args = {"c"};
    c.ports = {{.name = "http", .container_port = 80},
               {.host_port = 0, .container_port = 53, .protocol = "UDP"}};
    c.env = environment();
    c.env_from = {{.prefix = "P_", .config_map_ref = config_map_env_source{.name = "m", .optional = true}},
                  {.secret_ref = secret_env_source{.name = "m"}}};
    // The server normalises quantities: 1000m to 1, 0.1 to 100m.
    c.resources.limits = {{"cpu", quantity::parse("1000m").value()},
                          {"memory", quantity::parse("1.5Gi").value()}};
    c.resources.requests = {{"cpu", quantity::parse("0.1").value()}};
    c.volume_mounts = {{.name = "v1", .read_only = true, .mount_path = "/a", .sub_path = "x"},
                       {.name = "v3", .read_only = false, .mount_path = "/b"}};
    c.liveness_probe = http_probe();
    c.readiness_probe = probe{.tcp_socket = tcp_socket_action{.port = 80}, .initial_delay_seconds = 0};
    c.startup_probe = probe{.exec = exec_action{.command = {"true"}}};
    c.security_context = security_context{.capabilities = capabilities{{"NET_ADMIN"}, {"ALL"}},
                                          .privileged = false,
                                          .run_as_user = 1000,
                                          .run_as_group = 1000,
                                          .run_as_non_root = true,
                                          .read_only_root_filesystem = true,
                                          .allow_privilege_escalation = false,
                                          .seccomp_profile = seccomp_profile{.type = "RuntimeDefault"}};
    return c;
}

inline std::vector<volume> volumes() {
    return {{.name = "v1",
             .config_map = config_map_volume_source{.name = "m",
                                                    .items = {{.key = "k", .path = "p", .mode = 256}},
                                                    .default_mode = 420,
                                                    .optional = true}},
            {.name = "v2", .secret = secret_volume_source{.secret_name = "s"}},
            {.name = "v3", .empty_dir = empty_dir_volume_source{}},
            {.name = "v4",
             .empty_dir = empty_dir_volume_source{.medium = "Memory",
                                                  .size_limit = quantity::parse("1024Mi").value()}},
            {.name = "v5",
             .persistent_volume_claim =
                 persistent_volume_claim_volume_source{.claim_name = "c", .read_only = true}},
            {.name = "v6", .host_path = host_path_volume_source{.path = "/x", .type = "Directory"}}};
}

inline pod_spec spec_of_pods() {
    pod_spec s;
    s.containers = {web_container()};
    s.init_containers = {container{.name = "init", .image = "busybox", .restart_policy = "Always"}};
    s.volumes = volumes();
    s.service_account_name = "default";
    s.scheduler_name = "default-scheduler";
    s.dns_policy = "ClusterFirst";
    s.hostname = "h";
    s.subdomain = "sub";
    s.termination_grace_period_seconds = 30;
    s.automount_service_account_token = false;
    s.host_network = false;
    s.node_selector = {{"disk", "ssd"}};
    s.image_pull_secrets = {{"pull"}};
    s.tolerations = {{.key = "k", .op = "Exists", .effect = "NoExecute", .toleration_seconds = 5}};
    s.security_context = pod_security_context{.run_as_user = 1,
                                              .run_as_group = 2,
                                              .run_as_non_root = true,
                                              .fs_group = 3,
                                              .seccomp_profile = seccomp_profile{.type = "RuntimeDefault"}};
    s.affinity = affinity{.pod_anti_affinity = pod_anti_affinity{
                              .required_during_scheduling_ignored_during_execution = {
                                  {.label_selector = label_selector{.match_labels = {{"app", "web"}}},
                                   .topology_key = "kubernetes.io/hostname"}}}};
    return s;
}

inline pod_template_spec pod_template() {
    pod_template_spec t;
    t.metadata.labels = {{"app", "web"}};
    t.metadata.annotations = {{"x", "y"}};
    t.spec = spec_of_pods();
    return t;
}

inline pod sample(const pod*) {
    pod p = named<pod>("pod");
    p.spec = spec_of_pods();
    p.spec.tolerations.clear();  // an admission plugin adds to a pod's tolerations
    p.spec.restart_policy = "Never";
    p.spec.active_deadline_seconds = 100;
    return p;
}

inline deployment sample(const deployment*) {
    deployment d = named<deployment>("dep");
    d.metadata.finalizers = {"my.domain/x"};
    d.spec.replicas = 3;
    d.spec.selector.match_labels = {{"app", "web"}};
    d.spec.selector.match_expressions = {{"app", match_operator::in, {"web", "db"}}};
    d.spec.pod_template = pod_template();
    d.spec.strategy.type = "RollingUpdate";
    d.spec.strategy.rolling_update = rolling_update_deployment{.max_unavailable = 0, .max_surge = "25%"};
    d.spec.min_ready_seconds = 0;
    d.spec.progress_deadline_seconds = 60;
    d.spec.revision_history_limit = 2;
    d.spec.paused = false;
    return d;
}

inline replica_set sample(const replica_set*) {
    replica_set r = named<replica_set>("rs");
    r.spec.replicas = 0;
    r.spec.min_ready_seconds = 1;
    r.spec.selector.match_labels = {{"app", "web"}};
    r.spec.pod_template = pod_template();
    return r;
}

inline job sample(const job*) {
    job j = named<job>("job");
    j.spec.pod_template = pod_template();
    j.spec.pod_template.spec.restart_policy = "Never";
    j.spec.parallelism = 1;
    j.spec.completions = 2;
    j.spec.backoff_limit = 0;
    j.spec.ttl_seconds_after_finished = 5;
    j.spec.active_deadline_seconds = 7;
    j.spec.suspend = false;
    j.spec.completion_mode = "Indexed";
    j.spec.pod_replacement_policy = "Failed";
    return j;
}

inline service sample(const service*) {
    service s = named<service>("svc");
    s.spec.type = "NodePort";
    s.spec.selector = {{"app", "web"}};
    s.spec.ports = {{.name = "http", .app_protocol = "http", .port = 80, .target_port = "http"},
                    {.name = "dns", .protocol = "UDP", .port = 53, .target_port = 5353}};
    s.spec.external_traffic_policy = "Local";
    s.spec.internal_traffic_policy = "Cluster";
    s.spec.ip_family_policy = "SingleStack";
    s.spec.session_affinity = "None";
    s.spec.ip_families = {"IPv4"};
    s.spec.publish_not_ready_addresses = false;
    return s;
}

inline config_map sample(const config_map*) {
    config_map m = named<config_map>("cm");
    m.data = {{"a", "b"}, {"empty", ""}};
    m.binary_data = {{"c", "AAEC"}};
    m.immutable = false;
    return m;
}

inline core_v1::secret sample(const core_v1::secret*) {
    core_v1::secret s = named<core_v1::secret>("sec");
    s.type = "Opaque";
    s.data["a"] = setpoint::secret("hunter2");
    s.data["empty"] = setpoint::secret();
    s.data["bin"] = setpoint::secret(std::string("\0\1\xff", 3));
    s.immutable = false;
    return s;
}

inline namespace_ sample(const namespace_*) {
    return named<namespace_>("made", "");
}

inline node sample(const node*) {
    node n = named<node>("node1", "");
    n.spec.unschedulable = true;
    n.spec.provider_id = "x://y";
    n.spec.pod_cidr = "10.1.0.0/24";
    return n;
}

inline events_v1::event sample(const events_v1::event*) {
    events_v1::event e = named<events_v1::event>("ev");
    e.event_time = micro_timestamp::parse("2026-01-01T00:00:00.123456Z").value();
    e.series = events_v1::event_series{
        .count = 2, .last_observed_time = micro_timestamp::parse("2026-01-01T00:00:01Z").value()};
    e.reporting_controller = "my.domain/op";
    e.reporting_instance = "pod-1";
    e.action = "Act";
    e.reason = "Because";
    e.regarding = {
        .kind = "WebServer", .ns = "default", .name = "web", .uid = "u", .api_version = "my.domain/v1"};
    e.related = object_reference{.kind = "Pod", .name = "p"};
    e.note = "note";
    e.type = "Normal";
    return e;
}

inline std::string answer(const std::string& name) {
    std::ifstream in(SETPOINT_SOURCE_DIR "/tests/unit/api/answers/" + name + ".json");
    return {std::istreambuf_iterator<char>(in), {}};
}

template <class T>
T sample() {
    return sample(static_cast<const T*>(nullptr));
}

}  // namespace samples
