#include "apiserver/controllers/controllers.hpp"

#include "apiserver/controllers/deployment/controller.hpp"
#include "apiserver/controllers/disruption/controller.hpp"
#include "apiserver/controllers/garbage/collector.hpp"
#include "apiserver/controllers/job/controller.hpp"
#include "apiserver/controllers/mappers.hpp"
#include "apiserver/controllers/namespace/defaults.hpp"
#include "apiserver/controllers/namespace/deletion.hpp"
#include "apiserver/controllers/node/fake_kubelet.hpp"
#include "apiserver/controllers/node/heartbeat.hpp"
#include "apiserver/controllers/node/scheduler.hpp"
#include "apiserver/controllers/replica_set/controller.hpp"
#include "apiserver/controllers/service/endpoint_controller.hpp"
#include "apiserver/controllers/storage/protection.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

void index_by_controller(const object_meta& meta, std::vector<std::string>& values) {
    const owner_reference* owner = controller_of(meta);
    values.push_back(owner ? owner->uid.str() : std::string(orphan_pods));
}

template <class T, class Builder>
void own_pods(manager& m, Builder&& b) {
    b.template owns<pod_view>().template watches<pod_view>(adopting_owners<T, pod_view>(m.cache()),
                                                           {may_be_adopted});
}

void add_garbage_collection(manager& m, object_graph& graph, event_log& events) {
    auto collector = std::make_shared<garbage_collector>(m.event_loop(), m.client(), graph, events, m.log());
    m.add_runnable("garbage-collector", [collector] { return collector->run(); });
}

void add_storage_protection(manager& m) {
    m.controller<claim_view>()
        .named("pvc-protection-controller")
        .watches<pod_view>(claims_of_pod, {is_deletion})
        .reconcile_keys(claim_protection(m.client(), m.live_client()));
    m.controller<volume_view>()
        .named("pv-protection-controller")
        .reconcile_keys(volume_protection(m.client()));
}

void add_namespaces(manager& m, const builtin_controller_options& o, object_graph& graph) {
    m.controller<namespace_view>()
        .named("namespace-controller")
        .watches<pod_view>(
            [](const pod_view& p) {
                return std::vector<object_key>{object_key::cluster(p.metadata.ns.str())};
            },
            {is_deletion})
        .max_concurrent(o.max_concurrent)
        .reconcile_keys(namespace_deletion(m.client(), graph));
    cache_scope root_cas;
    root_cas.field_selector = std::string("metadata.name=") + root_ca_name;
    m.controller<namespace_view>()
        .named("namespace-defaults")
        .watches<service_account_view>(
            [](const service_account_view& a) {
                return a.metadata.name == "default"
                           ? std::vector<object_key>{object_key::cluster(a.metadata.ns.str())}
                           : std::vector<object_key>();
            },
            {is_deletion})
        .watches<root_ca_view>(
            [](const root_ca_view& c) {
                return std::vector<object_key>{object_key::cluster(c.metadata.ns.str())};
            },
            {}, root_cas)
        .reconcile_keys(namespace_defaults(m.client(), o.ca_pem));
}

void add_workloads(manager& m, event_log& events) {
    m.controller<deployment_view>()
        .named("deployment-controller")
        .owns<replica_set_view>()
        .watches<replica_set_view>(adopting_owners<deployment_view, replica_set_view>(m.cache()),
                                   {may_be_adopted})
        .watches<pod_view>(deployment_of_pod, {is_deletion})
        .index<pod_view>(
            pod_owner_index,
            [](const pod_view& p, std::vector<std::string>& v) { index_by_controller(p.metadata, v); })
        .index<replica_set_view>(replica_set_owner_index,
                                 [](const replica_set_view& s, std::vector<std::string>& v) {
                                     index_by_controller(s.metadata, v);
                                 })
        .reconcile_keys(deployment_controller(m.client(), m.live_client(), events));
    auto sets = m.controller<replica_set_view>();
    sets.named("replicaset-controller");
    own_pods<replica_set_view>(m, sets);
    sets.reconcile_keys(
        replica_controller<replica_set_view>(m.event_loop(), m.client(), m.live_client(), events));
    auto controllers = m.controller<replication_controller_view>();
    controllers.named("replication-controller");
    own_pods<replication_controller_view>(m, controllers);
    controllers.reconcile_keys(
        replica_controller<replication_controller_view>(m.event_loop(), m.client(), m.live_client(), events));
    auto jobs = m.controller<job_view>();
    jobs.named("job-controller");
    own_pods<job_view>(m, jobs);
    jobs.reconcile_keys(job_controller(m.event_loop(), m.client(), m.live_client(), events));
}

void add_budgets(manager& m, const object_graph* graph, event_log& events) {
    m.controller<budget_view>()
        .named("disruption-controller")
        .watches<pod_view>([&c = m.cache()](const pod_view& p) {
            return cached_keys<budget_view>(c, p.metadata.ns.str(), [&](const budget_view& b) {
                const auto wanted = selector_of(b);
                return wanted && wanted->matches(p.metadata.labels);
            });
        })
        .reconcile_keys(disruption_controller(m.client(), m.live_client(), graph, events));
}

void add_endpoints(manager& m, const object_graph* graph) {
    const bool with_endpoints = !graph || graph->find_collection("endpoints").has_value();
    auto services = m.controller<service_view>();
    services.named("endpointslice-controller")
        .owns<endpoint_slice>()
        .watches<pod_view>(
            [&c = m.cache()](const pod_view& p) {
                return cached_keys<service_view>(c, p.metadata.ns.str(), [&](const service_view& s) {
                    return !s.spec.selector.empty() && selector(s.spec.selector).matches(p.metadata.labels);
                });
            },
            {endpoint_changed});
    if (with_endpoints)
        services.watches<endpoints_view>(
            [](const endpoints_view& e) { return std::vector<object_key>{key_of(e)}; }, {is_deletion});
    services.reconcile_keys(endpoint_controller(m.client(), with_endpoints));
}

void add_nodes(manager& m, const node_options& o, event_log& events) {
    auto heartbeat = std::make_shared<node_heartbeat>(m.event_loop(), m.live_client(), m.log(), o.count);
    m.add_runnable("node-heartbeat", [heartbeat] { return heartbeat->run(); });
    m.controller<pod_view>()
        .named("scheduler")
        .when(predicates::where<pod_view>([](const pod_view& p) { return needs_node(p) || ends_unbound(p); }))
        .max_concurrent(1)
        .watches<node_view>(
            [&c = m.cache()](const node_view&) { return cached_keys<pod_view>(c, "", needs_node); })
        .index<pod_view>(
            pod_node_index,
            [](const pod_view& p, std::vector<std::string>& v) { v.push_back(p.spec.node_name.str()); })
        .reconcile_keys(scheduler(m.client(), m.live_client(), events));
    m.controller<pod_view>()
        .named("kubelet")
        .when(predicates::where<pod_view>([](const pod_view& p) { return !p.spec.node_name.empty(); }))
        .reconcile_keys(fake_kubelet(m.client(), events, o));
}

}  // namespace

void add_builtin_controllers(manager& m, const builtin_controller_options& o, object_graph* graph) {
    auto events = std::make_shared<event_log>(m.event_loop(), m.live_client());
    if (o.run.workloads || o.run.nodes || o.run.garbage_collection)
        m.add_runnable("event-log", [events] { return events->run(); });
    if (o.run.garbage_collection && graph) add_garbage_collection(m, *graph, *events);
    if (o.run.garbage_collection) add_storage_protection(m);
    if (o.run.namespaces && graph) add_namespaces(m, o, *graph);
    if (o.run.workloads) add_workloads(m, *events);
    if (o.run.workloads) add_budgets(m, graph, *events);
    if (o.run.endpoints) add_endpoints(m, graph);
    if (o.run.nodes && o.nodes.count > 0) add_nodes(m, o.nodes, *events);
}

}  // namespace setpoint::inline v0::apiserver
