#include "apiserver/controllers/namespace/deletion.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "apiserver/controllers/pod/control.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/encode.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

constexpr std::int64_t estimate_of_finalizers = 15;
constexpr int method_not_allowed = 405;
// When to check the remaining objects again: their removal causes no event of the namespace. The
// interval grows with the time that they have been held.
constexpr duration min_check_interval = std::chrono::milliseconds(500);
constexpr duration max_check_interval = std::chrono::seconds(8);
duration next_check(const partial_namespace& ns, wall_time now) {
    const duration age = now - ns.metadata.deletion_timestamp.value_or(timestamp::from(now)).to_wall_time();
    return std::clamp(age / 8, min_check_interval, max_check_interval);
}

bool finalized(const partial_namespace& ns) {
    return ns.spec.finalizers.empty();
}

}  // namespace

awaitable<outcome> namespace_deletion::reconcile(context& ctx, object_key key) {
    auto ns = co_await api_.get<partial_namespace>(key);
    if (!ns) co_return ns.error().code == errc::not_found ? outcome::done() : outcome(ns.error());
    if (!is_deleting((*ns)->metadata) || finalized(**ns)) co_return outcome::done();
    const namespace_remains left = co_await empty(ctx, **ns);
    auto reported = co_await report(ctx, **ns, left);
    if (!reported && reported.error().code != errc::not_found) co_return reported.error();
    if (!left.resources.empty() || !left.failures.empty())
        co_return outcome::requeue_after(next_check(**ns, ctx.wall_now()));
    auto done = co_await finalize(**ns);
    if (!done && done.error().code != errc::not_found) co_return done.error();
    co_return outcome::done();
}

// Webhooks see no name and no precondition, since kube-controller-manager deletes whole collections.
awaitable<result<>> namespace_deletion::remove_collection(const graph_resource& r, const std::string& ns) {
    const kind_info kind = dynamic_kind(group_version_kind(r.gvr.group, r.gvr.version, r.kind),
                                        r.gvr.resource, scope::namespaced, false);
    delete_options options;
    options.how = propagation::background;
    list_options all;
    all.ns = ns;
    auto removed = co_await api_.remove_all(kind, std::move(all), options);
    if (removed || removed.error().http_status != method_not_allowed) co_return removed;
    for (const object_key& key : graph_.keys(r, ns)) {
        removed = co_await api_.remove(kind, key, options);
        if (!removed && removed.error().code != errc::not_found) co_return removed;
    }
    co_return result<>();
}

awaitable<void> namespace_deletion::remove_all(graph_resource r, std::string ns, namespace_remains& left) {
    const auto is_left = [&](const object_key& key) {
        const auto o = graph_.get(r, key);
        return o && !is_deleting(o->meta);
    };
    if (std::ranges::any_of(graph_.keys(r, ns), is_left)) {
        const auto removed = co_await remove_collection(r, ns);
        if (!removed && removed.error().code != errc::not_found)
            left.failures.push_back(server_message(removed.error()));
    }
    for (const object_key& key : graph_.keys(r, ns))
        if (const auto o = graph_.get(r, key)) add_remaining(left, r, o->meta);
}

awaitable<namespace_remains> namespace_deletion::empty(context& ctx, const partial_namespace& ns) {
    const std::string name = ns.metadata.name.str();
    namespace_remains left;
    if (const auto pods = graph_.find_collection("pods")) {
        std::vector<graph_object> there;
        for (const object_key& key : graph_.keys(*pods, name))
            if (auto o = graph_.get(*pods, key)) there.push_back(std::move(*o));
        left.estimate =
            pod_estimate(there, ns.metadata.deletion_timestamp.value_or(timestamp()), ctx.wall_now());
        co_await remove_all(*pods, name, left);
        left.pods_first = !left.resources.empty();
        if (left.pods_first) co_return left;
    }
    for (const graph_resource& r : graph_.resources()) {
        if (!r.namespaced || !r.deletable || r.collection == "pods") continue;
        co_await remove_all(r, name, left);
    }
    if (!left.finalizers.empty()) left.estimate = std::max(left.estimate, estimate_of_finalizers);
    co_return left;
}

awaitable<result<>> namespace_deletion::report(context& ctx, const partial_namespace& ns,
                                               const namespace_remains& left) {
    namespace_status next = ns.status;
    next.phase = "Terminating";
    next.conditions = namespace_conditions(ns.status.conditions, left, ctx.wall_now());
    if (json::same(next, ns.status)) co_return result<>();
    bj::object patch;
    patch["status"] = json::to_value(next);
    auto written = co_await api_.merge_patch<partial_namespace>(key_of(ns), std::move(patch),
                                                                as_controller_manager(ns.metadata), "status");
    if (!written) co_return written.error();
    co_return result<>();
}

awaitable<result<>> namespace_deletion::finalize(const partial_namespace& ns) {
    const kind_info kind =
        dynamic_kind(group_version_kind("", "v1", "Namespace"), "namespaces", scope::cluster, true);
    auto live = co_await api_.get(kind, key_of(ns));
    if (!live) co_return live.error();
    if (live->uid() != ns.metadata.uid) co_return result<>();
    bj::array kept;
    for (const interned_string& f : ns.spec.finalizers)
        if (f != "kubernetes") kept.push_back(bj::string(f.view()));
    bj::object spec;
    if (!kept.empty()) spec["finalizers"] = std::move(kept);
    live->json()["spec"] = std::move(spec);
    auto written = co_await api_.update(std::move(*live), kind, as_controller_manager(), "finalize");
    if (!written) co_return written.error();
    co_return result<>();
}

}}}  // namespace setpoint::v0::apiserver
