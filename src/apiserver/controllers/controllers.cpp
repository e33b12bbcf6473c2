#include "apiserver/controllers/controllers.hpp"

#include "apiserver/controllers/admission_policy/status.hpp"
#include "apiserver/controllers/autoscaler/controller.hpp"
#include "apiserver/controllers/certificate/controller.hpp"
#include "apiserver/controllers/cluster_role/aggregation.hpp"
#include "apiserver/controllers/cron_job/controller.hpp"
#include "apiserver/controllers/daemon_set/controller.hpp"
#include "apiserver/controllers/deployment/controller.hpp"
#include "apiserver/controllers/disruption/controller.hpp"
#include "apiserver/controllers/garbage/collector.hpp"
#include "apiserver/controllers/job/controller.hpp"
#include "apiserver/controllers/mappers.hpp"
#include "apiserver/controllers/namespace/defaults.hpp"
#include "apiserver/controllers/namespace/deletion.hpp"
#include "apiserver/controllers/node/fake_kubelet.hpp"
#include "apiserver/controllers/node/heartbeat.hpp"
#include "apiserver/controllers/node/host_ports.hpp"
#include "apiserver/controllers/node/lifecycle.hpp"
#include "apiserver/controllers/node/scheduler.hpp"
#include "apiserver/controllers/pod_certificate/cleaner.hpp"
#include "apiserver/controllers/replica_set/controller.hpp"
#include "apiserver/controllers/service/endpoint_controller.hpp"
#include "apiserver/controllers/service/mirror_controller.hpp"
#include "apiserver/controllers/stateful_set/controller.hpp"
#include "apiserver/controllers/storage/binder.hpp"
#include "apiserver/controllers/storage/protection.hpp"
#include "apiserver/controllers/storage_migration/declaration.hpp"
#include "apiserver/controllers/token/controller.hpp"
#include "apiserver/controllers/trust_bundle/publisher.hpp"
#include "setpoint/json/compare.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

void index_by_controller(const object_meta& meta, std::vector<std::string>& values) {
    const owner_reference* owner = controller_of(meta);
    values.push_back(owner ? owner->uid.str() : std::string(orphan_pods));
}

template <class T, class Builder>
void own_pods(manager& m, Builder&& b) {
    b.template owns<partial_pod>().template watches<partial_pod>(adopting_owners<T, partial_pod>(m.cache()),
                                                                 {may_be_adopted});
}

void add_garbage_collection(manager& m, object_graph& graph, event_log& events) {
    auto collector = std::make_shared<garbage_collector>(m.event_loop(), m.client(), graph, events, m.log());
    m.add_runnable("garbage-collector", [collector] { return collector->run(); });
}

void add_storage_protection(manager& m) {
    m.controller<partial_claim>()
        .named("pvc-protection-controller")
        .watches<partial_pod>(claims_of_pod, {is_deletion})
        .reconcile_keys(claim_protection(m.client(), m.live_client()));
    m.controller<partial_volume>()
        .named("pv-protection-controller")
        .reconcile_keys(volume_protection(m.client()));
}

void add_namespaces(manager& m, const builtin_controller_options& o, object_graph& graph) {
    m.controller<partial_namespace>()
        .named("namespace-controller")
        .watches<partial_pod>(
            [](const partial_pod& p) {
                return std::vector<object_key>{object_key::cluster(p.metadata.ns.str())};
            },
            {is_deletion})
        .max_concurrent(o.max_concurrent)
        .reconcile_keys(namespace_deletion(m.client(), graph));
    cache_scope root_cas;
    root_cas.field_selector = std::string("metadata.name=") + root_ca_name;
    m.controller<partial_namespace>()
        .named("namespace-defaults")
        .watches<partial_service_account>(
            [](const partial_service_account& a) {
                return a.metadata.name == "default"
                           ? std::vector<object_key>{object_key::cluster(a.metadata.ns.str())}
                           : std::vector<object_key>();
            },
            {is_deletion})
        .watches<partial_root_ca>(
            [](const partial_root_ca& c) {
                return std::vector<object_key>{object_key::cluster(c.metadata.ns.str())};
            },
            {}, root_cas)
        .reconcile_keys(namespace_defaults(m.client(), o.ca_pem));
}

constexpr const char* aggregating_index = "aggregating";

// Every change of a role may matter to every aggregated one.
void add_role_aggregation(manager& m) {
    m.controller<partial_cluster_role>()
        .named("clusterrole-aggregation-controller")
        .watches<partial_cluster_role>([&c = m.cache()](const partial_cluster_role&) {
            return cached_keys<partial_cluster_role>(c, in_index(aggregating_index, "1"),
                                                     [](const partial_cluster_role&) { return true; });
        })
        .index<partial_cluster_role>(aggregating_index,
                                     [](const partial_cluster_role& r, std::vector<std::string>& v) {
                                         if (r.aggregation) v.emplace_back("1");
                                     })
        .reconcile_keys(cluster_role_aggregation(m.client()));
}

void add_policy_status(manager& m, const registry& kinds) {
    m.controller<partial_policy>()
        .named("validatingadmissionpolicy-status-controller")
        .when(predicates::generation_changed())
        .reconcile_keys(policy_status(m.client(), kinds));
}

void add_tokens(manager& m, const builtin_controller_options& o) {
    cache_scope tokens;
    tokens.field_selector = "type=" + std::string(token_secret_type);
    m.controller<partial_service_account>()
        .named("tokens-controller")
        .watches<partial_token_secret>(
            [](const partial_token_secret& s) {
                return std::vector<object_key>{{s.metadata.ns.str(), std::string(account_of(s))}};
            },
            {predicates::where<partial_token_secret>(
                [](const partial_token_secret& s) { return !account_of(s).empty(); })},
            tokens)
        .index<partial_token_secret>(token_account_index,
                                     [](const partial_token_secret& s, std::vector<std::string>& v) {
                                         if (!account_of(s).empty()) v.emplace_back(account_of(s));
                                     })
        .reconcile_keys(token_controller(m.client(), m.live_client(), o.ca_pem, o.accounts));
}

void add_certificates(manager& m, const builtin_controller_options& o) {
    m.controller<partial_signing_request>()
        .named("certificatesigningrequest-approving-controller")
        .reconcile_keys(request_approver(m.client(), m.live_client()));
    m.controller<partial_signing_request>()
        .named("certificatesigningrequest-signing-controller")
        .reconcile_keys(
            request_signer(m.client(), http::certificate{o.ca_pem, o.ca_key_pem}, m.event_loop().random()));
    m.controller<partial_signing_request>()
        .named("certificatesigningrequest-cleaner-controller")
        .reconcile_keys(request_cleaner(m.client()));
}

// The first reconcile is that of a bundle which need not exist.
void add_trust_bundles(manager& m, const std::string& ca_pem) {
    const channel first;
    first.post(object_key::cluster(bundle_name(serving_signer, ca_pem)));
    m.controller<trust_bundle>()
        .named("kube-apiserver-serving-clustertrustbundle-publisher-controller")
        .when(predicates::where<trust_bundle>(
            [](const trust_bundle& b) { return b.spec.signer_name == serving_signer; }))
        .source(first)
        .max_concurrent(1)
        .reconcile_keys(trust_bundle_publisher(m.client(), ca_pem));
}

// Whether a feature is on, and the kind that it needs is served: the version before lacks some of them.
bool has_feature(const builtin_controller_options& o, std::string_view name,
                 const group_version_resource& needs) {
    if (!o.features.is_on(name)) return false;
    return o.kinds == nullptr || o.kinds->find(needs.group, needs.version, needs.resource) != nullptr;
}

void add_of_features(manager& m, const builtin_controller_options& o, const object_graph* graph) {
    if (o.run.garbage_collection && graph &&
        has_feature(o, "StorageVersionMigrator",
                    {"storagemigration.k8s.io", "v1", "storageversionmigrations"}))
        add_storage_migration(m, *graph);
    if (o.run.namespaces && are_trust_anchors(o.ca_pem) &&
        has_feature(o, "ClusterTrustBundle", {"certificates.k8s.io", "v1", "clustertrustbundles"}))
        add_trust_bundles(m, o.ca_pem);
    if (o.run.namespaces &&
        has_feature(o, "PodCertificateRequest", {"certificates.k8s.io", "v1", "podcertificaterequests"}))
        m.controller<pod_request_meta>()
            .named("podcertificaterequest-cleaner-controller")
            .reconcile_keys(pod_request_cleaner(m.client()));
}

void add_workloads(manager& m, event_log& events) {
    m.controller<partial_deployment>()
        .named("deployment-controller")
        .owns<partial_replica_set>()
        .watches<partial_replica_set>(adopting_owners<partial_deployment, partial_replica_set>(m.cache()),
                                      {may_be_adopted})
        .watches<partial_pod>(deployment_of_pod, {is_deletion})
        .index<partial_pod>(
            pod_owner_index,
            [](const partial_pod& p, std::vector<std::string>& v) { index_by_controller(p.metadata, v); })
        .index<partial_replica_set>(replica_set_owner_index,
                                    [](const partial_replica_set& s, std::vector<std::string>& v) {
                                        index_by_controller(s.metadata, v);
                                    })
        .reconcile_keys(deployment_controller(m.client(), m.live_client(), events));
    auto sets = m.controller<partial_replica_set>();
    sets.named("replicaset-controller");
    own_pods<partial_replica_set>(m, sets);
    sets.reconcile_keys(
        replica_controller<partial_replica_set>(m.event_loop(), m.client(), m.live_client(), events));
    auto controllers = m.controller<partial_replication_controller>();
    controllers.named("replication-controller");
    own_pods<partial_replication_controller>(m, controllers);
    controllers.reconcile_keys(replica_controller<partial_replication_controller>(m.event_loop(), m.client(),
                                                                                  m.live_client(), events));
    auto jobs = m.controller<partial_job>();
    jobs.named("job-controller");
    own_pods<partial_job>(m, jobs);
    jobs.reconcile_keys(job_controller(m.event_loop(), m.client(), m.live_client(), events));
}

std::vector<object_key> no_keys(const controller_revision&) {
    return {};
}

// Revisions are only read: their changes reconcile nothing, as in kube-controller-manager.
template <class Builder>
void read_revisions(Builder&& b) {
    b.template watches<controller_revision>(
        no_keys, {predicate([](const object_change&, const kind_info&) { return false; })});
}

void add_stateful_sets(manager& m, event_log& events) {
    auto sets = m.controller<partial_stateful_set>();
    sets.named("statefulset-controller");
    own_pods<partial_stateful_set>(m, sets);
    read_revisions(sets);
    sets.watches<partial_claim>(
        [&c = m.cache()](const partial_claim& claim) { return set_of_claim(c, claim); }, {is_deletion});
    sets.index<controller_revision>(revision_owner_index,
                                    [](const controller_revision& r, std::vector<std::string>& v) {
                                        index_by_controller(r.metadata, v);
                                    });
    sets.index<partial_claim>(claim_set_index, [](const partial_claim& c, std::vector<std::string>& v) {
        const pod_ordinal o = ordinal_of(c.metadata.name);
        if (o.ordinal >= 0) v.emplace_back(o.parent);
    });
    sets.reconcile_keys(stateful_set_controller(m.event_loop(), m.client(), m.live_client(), events));
}

// Whether anything that decides about daemon pods has changed of a node.
bool placement_changed(const object_change& c, const kind_info&) {
    if (c.what != object_change::kind::updated) return true;
    const auto& a = *static_cast<const partial_node*>(c.before.get());
    const auto& b = *static_cast<const partial_node*>(c.after.get());
    return a.metadata.labels != b.metadata.labels || !json::same(a.spec, b.spec);
}

void add_daemon_sets(manager& m, event_log& events) {
    auto sets = m.controller<partial_daemon_set>();
    sets.named("daemonset-controller");
    own_pods<partial_daemon_set>(m, sets);
    read_revisions(sets);
    sets.watches<partial_node>(
        [&c = m.cache()](const partial_node&) {
            return cached_keys<partial_daemon_set>(c, "", [](const partial_daemon_set&) { return true; });
        },
        {placement_changed});
    sets.reconcile_keys(daemon_set_controller(m.event_loop(), m.client(), m.live_client(), events));
}

void add_cron_jobs(manager& m, event_log& events) {
    m.controller<partial_cron_job>()
        .named("cronjob-controller")
        .owns<partial_job>()
        .index<partial_job>(cron_job_index,
                            [](const partial_job& j, std::vector<std::string>& v) {
                                const owner_reference* owner = controller_of(j.metadata);
                                if (owner && owner->kind == "CronJob") v.push_back(owner->name.str());
                            })
        .reconcile_keys(cron_job_controller(m.client(), m.live_client(), events));
}

void add_autoscalers(manager& m, const object_graph& graph, event_log& events) {
    m.controller<horizontal_pod_autoscaler>()
        .named("horizontal-pod-autoscaler-controller")
        // It has no generation: changes are seen at the next period, as in kube-controller-manager.
        .when(predicates::generation_changed())
        .reconcile_keys(autoscaler_controller(m.client(), m.live_client(), graph, events));
}

void add_budgets(manager& m, const object_graph* graph, event_log& events) {
    m.controller<partial_budget>()
        .named("disruption-controller")
        .watches<partial_pod>(
            [&c = m.cache()](const partial_pod& p) {
                return cached_keys<partial_budget>(c, p.metadata.ns.str(), [&](const partial_budget& b) {
                    const auto wanted = selector_of(b);
                    return wanted && wanted->matches(p.metadata.labels);
                });
            },
            {health_changed})
        .reconcile_keys(disruption_controller(m.client(), m.live_client(), graph, events));
}

void add_endpoints(manager& m, const object_graph* graph) {
    const bool with_endpoints = !graph || graph->find_collection("endpoints").has_value();
    auto services = m.controller<partial_service>();
    services.named("endpointslice-controller")
        .owns<endpoint_slice>()
        .watches<partial_pod>(
            [&c = m.cache()](const partial_pod& p) {
                return cached_keys<partial_service>(c, p.metadata.ns.str(), [&](const partial_service& s) {
                    return !s.spec.selector.empty() && selector(s.spec.selector).matches(p.metadata.labels);
                });
            },
            {endpoint_changed})
        .watches<partial_node>(
            [&c = m.cache()](const partial_node&) {
                return cached_keys<partial_service>(
                    c, "", [](const partial_service& s) { return !s.spec.selector.empty(); });
            },
            {[](const object_change& c, const kind_info&) {
                return c.what != object_change::kind::updated;
            }});
    if (with_endpoints)
        services.watches<partial_endpoints>(
            [](const partial_endpoints& e) { return std::vector<object_key>{key_of(e)}; }, {is_deletion});
    services.reconcile_keys(endpoint_controller(m.client(), with_endpoints));
}

// Whether a Service has, or had, no selector.
bool is_without_selector(const object_change& c, const kind_info&) {
    const auto has_none = [](const object_ptr& o) {
        return o && static_cast<const partial_service*>(o.get())->spec.selector.empty();
    };
    return has_none(c.before) || has_none(c.after);
}

void add_endpoint_mirror(manager& m, event_log& events) {
    m.controller<partial_endpoints>()
        .named("endpointslicemirroring-controller")
        .owns<endpoint_slice>()
        .watches<partial_service>([](const partial_service& s) { return std::vector<object_key>{key_of(s)}; },
                                  {is_without_selector})
        .reconcile_keys(mirror_controller(m.client(), events));
}

// The claims that a volume may be for, beside its own only unbound ones.
std::vector<object_key> claims_of_volume(const cache& c, const partial_volume& v) {
    std::vector<object_key> keys = cached_keys<partial_claim>(
        c, in_index(awaiting_index, "1"), [&](const partial_claim& claim) { return may_concern(v, claim); });
    if (v.spec.claim_ref) keys.push_back({v.spec.claim_ref->ns.str(), v.spec.claim_ref->name.str()});
    return keys;
}
std::vector<object_key> volumes_of_claim(const cache& c, const partial_claim& claim) {
    std::vector<object_key> keys =
        cached_keys<partial_volume>(c, in_index(volume_claim_index, claim.metadata.uid.str()),
                                    [](const partial_volume&) { return true; });
    if (!claim.spec.volume_name.empty()) keys.push_back(object_key::cluster(claim.spec.volume_name.str()));
    return keys;
}
std::vector<object_key> pods_of_claim(const cache& c, const partial_claim& claim) {
    const object_key key = key_of(claim);
    return cached_keys<partial_pod>(c, in_index(pod_node_index, "", key.ns), [&](const partial_pod& p) {
        if (!needs_node(p)) return false;
        const auto used = claims_of_pod(p);
        return std::find(used.begin(), used.end(), key) != used.end();
    });
}

void add_volume_binding(manager& m, event_log& events) {
    const cache& c = m.cache();
    m.controller<partial_claim>()
        .named("persistentvolume-binder-controller")
        .max_concurrent(1)  // or two claims choose one volume
        .watches<partial_volume>([&c](const partial_volume& v) { return claims_of_volume(c, v); })
        .watches<partial_storage_class>([&c](const partial_storage_class&) {
            return cached_keys<partial_claim>(c, in_index(awaiting_index, "1"), awaits_volume);
        })
        .index<partial_claim>(awaiting_index,
                              [](const partial_claim& claim, std::vector<std::string>& v) {
                                  if (awaits_volume(claim)) v.emplace_back("1");
                              })
        .index<partial_volume>(volume_claim_index,
                               [](const partial_volume& x, std::vector<std::string>& v) {
                                   if (x.spec.claim_ref) v.push_back(x.spec.claim_ref->uid.str());
                               })
        .reconcile_keys(claim_binder(m.client(), events));
    m.controller<partial_volume>()
        .named("persistentvolume-controller")
        .watches<partial_claim>([&c](const partial_claim& claim) { return volumes_of_claim(c, claim); })
        .reconcile_keys(volume_binder(m.client(), m.live_client(), events));
    m.add_runnable("storage-class",
                   [&l = m.event_loop(), &api = m.live_client()] { return make_standard_class(l, api); });
}

// The pods that may be waiting for a host port of this one.
std::vector<object_key> pods_awaiting_ports(const cache& c, const partial_pod& gone) {
    const std::vector<host_port> ports = host_ports(gone.spec);
    if (ports.empty() || gone.spec.node_name.empty()) return {};
    return cached_keys<partial_pod>(c, in_index(pod_node_index, ""), [&](const partial_pod& p) {
        return needs_node(p) && ports_conflict(host_ports(p.spec), ports);
    });
}

// Whether a pod has another node or other tolerations.
bool eviction_changed(const object_change& c, const kind_info&) {
    if (c.what != object_change::kind::updated) return true;
    const auto& a = *static_cast<const partial_pod*>(c.before.get());
    const auto& b = *static_cast<const partial_pod*>(c.after.get());
    return a.spec.node_name != b.spec.node_name || !json::same(a.spec.tolerations, b.spec.tolerations);
}
bool no_execute_changed(const object_change& c, const kind_info&) {
    const auto taints = [](const object_ptr& o) {
        return o ? no_execute_taints(*static_cast<const partial_node*>(o.get())) : std::vector<taint>();
    };
    return !json::same(taints(c.before), taints(c.after));
}

// The index by node is the scheduler's.
void add_node_lifecycle(manager& m, event_log& events) {
    m.controller<partial_node>()
        .named("node-lifecycle-controller")
        .reconcile_keys(node_lifecycle(m.client()));
    m.controller<partial_pod>()
        .named("taint-eviction-controller")
        .when(eviction_changed)
        .watches<partial_node>(
            [&c = m.cache()](const partial_node& n) {
                return cached_keys<partial_pod>(c, in_index(pod_node_index, n.metadata.name.str()),
                                                [](const partial_pod&) { return true; });
            },
            {no_execute_changed})
        .reconcile_keys(taint_eviction(m.client(), events));
}

void add_nodes(manager& m, const node_options& o, event_log& events, bool binds_claims,
               std::function<bool()> serves_others) {
    auto heartbeat = std::make_shared<node_heartbeat>(m.event_loop(), m.live_client(), m.log(), o.count);
    m.add_runnable("node-heartbeat", [heartbeat] { return heartbeat->run(); });
    auto scheduling = m.controller<partial_pod>();
    scheduling.named("scheduler")
        .when(predicates::where<partial_pod>(
            [](const partial_pod& p) { return needs_node(p) || ends_unbound(p); }))
        .max_concurrent(1)
        .watches<partial_node>([&c = m.cache()](const partial_node&) {
            return cached_keys<partial_pod>(c, in_index(pod_node_index, ""), needs_node);
        })
        .watches<partial_pod>(
            [&c = m.cache()](const partial_pod& gone) { return pods_awaiting_ports(c, gone); }, {has_ended})
        .index<partial_pod>(pod_node_index, [](const partial_pod& p, std::vector<std::string>& v) {
            v.push_back(p.spec.node_name.str());
        });
    if (binds_claims)
        scheduling.watches<partial_claim>(
            [&c = m.cache()](const partial_claim& claim) { return pods_of_claim(c, claim); });
    scheduling.reconcile_keys(scheduler(m.client(), m.live_client(), events, binds_claims));
    m.controller<partial_pod>()
        .named("kubelet")
        .when(predicates::where<partial_pod>([](const partial_pod& p) { return !p.spec.node_name.empty(); }))
        .reconcile_keys(fake_kubelet(m.client(), events, o, std::move(serves_others)));
}

}  // namespace

void add_builtin_controllers(manager& m, const builtin_controller_options& o, object_graph* graph) {
    auto events = std::make_shared<event_log>(m.event_loop(), m.live_client());
    if (o.run.workloads || o.run.nodes || o.run.garbage_collection || o.run.endpoints)
        m.add_runnable("event-log", [events] { return events->run(); });
    if (o.run.garbage_collection && graph) add_garbage_collection(m, *graph, *events);
    if (o.run.garbage_collection) add_storage_protection(m);
    if (o.run.namespaces && graph) add_namespaces(m, o, *graph);
    if (o.run.namespaces) add_tokens(m, o);
    if (o.run.namespaces) add_role_aggregation(m);
    if (o.run.namespaces && !o.ca_key_pem.empty()) add_certificates(m, o);
    add_of_features(m, o, graph);
    if (o.run.workloads) add_workloads(m, *events);
    if (o.run.workloads) add_stateful_sets(m, *events);
    if (o.run.workloads) add_daemon_sets(m, *events);
    if (o.run.workloads) add_cron_jobs(m, *events);
    if (o.run.workloads) add_volume_binding(m, *events);
    if (o.run.workloads && o.kinds) add_policy_status(m, *o.kinds);
    if (o.run.workloads && graph) add_autoscalers(m, *graph, *events);
    if (o.run.workloads) add_budgets(m, graph, *events);
    if (o.run.endpoints) add_endpoints(m, graph);
    if (o.run.endpoints && graph && graph->find_collection("endpoints")) add_endpoint_mirror(m, *events);
    if (o.run.nodes && o.nodes.count > 0) {
        add_nodes(m, o.nodes, *events, o.run.workloads, o.serves_other_nodes);
        add_node_lifecycle(m, *events);
    }
}

}}}  // namespace setpoint::v0::apiserver
