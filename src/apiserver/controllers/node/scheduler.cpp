#include "apiserver/controllers/node/scheduler.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "apiserver/controllers/node/host_ports.hpp"
#include "apiserver/controllers/storage/binding_plan.hpp"
#include "apiserver/go/json_text.hpp"
#include "setpoint/json/encode.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

constexpr std::string_view scheduler_component = "default-scheduler";

write_options as_scheduler() {
    write_options o;
    o.field_manager = "kube-scheduler";
    return o;
}

}  // namespace

awaitable<outcome> scheduler::reconcile(context& ctx, object_key key) {
    auto p = co_await api_.get<partial_pod>(key);
    if (!p || !needs_node(**p)) {
        assumed_.erase(key);
        if (p && ends_unbound(**p)) {
            auto marked = co_await mark_failed(**p);
            if (!marked && marked.error().code != errc::not_found && marked.error().code != errc::conflict)
                co_return marked.error();
            co_return outcome::done();
        }
        if (p || p.error().code == errc::not_found) co_return outcome::done();
        co_return p.error();
    }
    if (const auto at = assumed_.find(key); at != assumed_.end() && at->second.uid == (*p)->metadata.uid)
        co_return outcome::done();
    auto nodes = co_await api_.list<partial_node>();
    if (!nodes) co_return nodes.error();
    auto pods = co_await load(*nodes);
    if (!pods) co_return pods.error();
    auto taken = co_await without_ports(**p, *nodes);
    if (!taken) co_return taken.error();
    auto needs = co_await claims(**p);
    if (!needs) co_return needs.error();
    placement where = choose_node(**p, *nodes, *pods, *needs, *taken);
    if (!where.node.empty() && !needs->delayed.empty()) {
        const auto reserved = co_await reserve(std::move(*needs), std::move(where.node), std::move(*nodes));
        if (!reserved && reserved.error().code != errc::not_found) co_return reserved.error();
        co_return outcome::done();  // the claims' changes reconcile the pod
    }
    auto placing = where.node.empty() ? mark_unschedulable(ctx, **p, std::move(where.why))
                                      : bind(**p, std::move(where.node));
    const auto done = co_await std::move(placing);
    if (!done && done.error().code != errc::not_found) co_return done.error();
    co_return outcome::done();
}

awaitable<result<std::map<std::string, std::size_t>>> scheduler::load(const std::vector<node_ptr>& nodes) {
    std::map<std::string, std::size_t> pods;
    const std::map<object_key, assumption> before = assumed_;
    for (const auto& [key, bound] : before) {
        auto p = co_await api_.get<partial_pod>(key);
        if (p && needs_node(**p) && (*p)->metadata.uid == bound.uid)
            ++pods[bound.node];
        else
            assumed_.erase(key);
    }
    if (nodes.size() == 1) co_return pods;  // no choice
    for (const node_ptr& n : nodes) {
        auto there = co_await api_.list_indexed<partial_pod>(pod_node_index, n->metadata.name.str());
        if (!there) co_return there.error();
        pods[n->metadata.name.str()] += there->size();
    }
    co_return pods;
}

awaitable<result<std::set<std::string, std::less<>>>> scheduler::without_ports(
    const partial_pod& p, const std::vector<node_ptr>& nodes) {
    std::set<std::string, std::less<>> taken;
    const std::vector<host_port> wanted = host_ports(p.spec);
    if (wanted.empty()) co_return taken;
    const std::map<object_key, assumption> assumed = assumed_;
    for (const auto& [key, bound] : assumed) {
        auto other = co_await api_.get<partial_pod>(key);
        if (other && ports_conflict(host_ports((*other)->spec), wanted)) taken.insert(bound.node);
    }
    for (const node_ptr& n : nodes) {
        auto there = co_await api_.list_indexed<partial_pod>(pod_node_index, n->metadata.name.str());
        if (!there) co_return there.error();
        for (const pod_ptr& other : *there)
            if (!is_finished(*other) && ports_conflict(host_ports(other->spec), wanted))
                taken.insert(n->metadata.name.str());
    }
    co_return taken;
}

awaitable<result<pod_claims>> scheduler::claims(const partial_pod& p) {
    if (!binds_claims_ || !uses_claims(p)) co_return pod_claims();
    claims_seen seen;
    list_options there;
    there.ns = p.metadata.ns.str();
    auto all = co_await api_.list<partial_claim>(there);
    if (!all) co_return all.error();
    for (const claim_ptr& c : *all) seen.claims.emplace(c->metadata.name.str(), c);
    auto volumes = co_await api_.list<partial_volume>();
    if (!volumes) co_return volumes.error();
    seen.volumes = std::move(*volumes);
    auto classes = co_await api_.list<partial_storage_class>();
    if (!classes) co_return classes.error();
    seen.classes = std::move(*classes);
    co_return claims_of(p, seen);
}

awaitable<result<>> scheduler::reserve(pod_claims claims, std::string node, std::vector<node_ptr> nodes) {
    auto volumes = co_await api_.list<partial_volume>();
    if (!volumes) co_return volumes.error();
    const auto chosen =
        std::find_if(nodes.begin(), nodes.end(), [&](const node_ptr& n) { return n->metadata.name == node; });
    for (const claim_ptr& c : claims.delayed) {
        const volume_ptr v = find_volume(*c, *volumes, false, chosen->get());
        if (v) {
            std::erase(*volumes, v);
            bj::object patch = bind_volume(*v, *c);
            if (patch.empty()) continue;
            write_options options = as_scheduler();
            options.uid = v->metadata.uid.str();
            options.resource_version = v->metadata.resource_version.str();
            auto written =
                co_await api_.merge_patch<partial_volume>(key_of(*v), std::move(patch), std::move(options));
            if (!written) co_return written.error().within("reserving a volume");
            continue;
        }
        if (has_annotation(c->metadata, selected_node)) continue;
        bj::object annotations, meta, patch;
        annotations[selected_node] = node;
        meta["annotations"] = std::move(annotations);
        patch["metadata"] = std::move(meta);
        write_options options = as_scheduler();
        options.uid = c->metadata.uid.str();
        auto written =
            co_await api_.merge_patch<partial_claim>(key_of(*c), std::move(patch), std::move(options));
        if (!written) co_return written.error().within("requesting a volume");
    }
    co_return result<>();
}

awaitable<result<>> scheduler::bind(const partial_pod& p, std::string node) {
    const kind_info kind = dynamic_kind(group_version_kind("", "v1", "Pod"), "pods");
    bj::object meta{{"name", p.metadata.name.view()},
                    {"namespace", p.metadata.ns.view()},
                    {"uid", p.metadata.uid.view()}};
    bj::object target{{"kind", "Node"}, {"name", node}};
    bj::object binding{{"apiVersion", "v1"},
                       {"kind", "Binding"},
                       {"metadata", std::move(meta)},
                       {"target", std::move(target)}};
    call c;
    c.op = verb::create;
    c.resource = kind.resource();
    c.where = scope::namespaced;
    c.key = key_of(p);
    c.subresource = "binding";
    c.body = json_text::serialize(binding);
    c.field_manager = "kube-scheduler";
    auto bound = co_await live_.write(kind, std::move(c));
    if (!bound) {
        if (bound.error().code == errc::conflict)
            co_return result<>();  // it has a node already, or was replaced
        co_return bound.error();
    }
    assumed_[key_of(p)] = {p.metadata.uid, node};
    events_.record({std::string(scheduler_component), "", subject_of(p), event_type::normal, "Scheduled",
                    fmt::format("Successfully assigned {}/{} to {}", p.metadata.ns, p.metadata.name, node)});
    co_return result<>();
}

// As the real pod garbage collector (gcUnscheduledTerminating of pkg/controller/podgc): whoever holds a
// finalizer, such as a Job, waits for the phase.
awaitable<result<>> scheduler::mark_failed(const partial_pod& p) {
    bj::object status{{"phase", "Failed"}};
    if (p.metadata.generation != 0) status["observedGeneration"] = p.metadata.generation;
    bj::object patch{{"status", std::move(status)}};
    write_options options = as_controller_manager(p.metadata);
    auto written =
        co_await api_.merge_patch<partial_pod>(key_of(p), std::move(patch), std::move(options), "status");
    if (!written) co_return written.error();
    co_return result<>();
}

awaitable<result<>> scheduler::mark_unschedulable(context& ctx, const partial_pod& p, std::string why) {
    const condition* current = find_condition(p.status.conditions, "PodScheduled");
    if (current && current->status == condition_status::false_ && current->message == why)
        co_return result<>();
    std::vector<condition> conditions = p.status.conditions;
    condition c;
    c.type = "PodScheduled";
    c.status = condition_status::false_;
    c.observed_generation = p.metadata.generation;
    c.reason = "Unschedulable";
    c.message = why;
    set_condition(conditions, std::move(c), timestamp::from(ctx.wall_now()));
    bj::array list;
    for (const condition& x : conditions) list.push_back(json::to_value(x));
    bj::object status, patch;
    status["conditions"] = std::move(list);
    patch["status"] = std::move(status);
    write_options options = as_scheduler();
    options.uid = p.metadata.uid.str();
    auto written =
        co_await api_.merge_patch<partial_pod>(key_of(p), std::move(patch), std::move(options), "status");
    events_.record({std::string(scheduler_component), "", subject_of(p), event_type::warning,
                    "FailedScheduling", std::move(why)});
    if (!written) co_return written.error();
    co_return result<>();
}

}}}  // namespace setpoint::v0::apiserver
