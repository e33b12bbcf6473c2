#include "apiserver/controllers/deployment/controller.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "apiserver/controllers/deployment/template_hash.hpp"
#include "apiserver/controllers/pod/control.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/json/schema.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

constexpr std::string_view deployment_component = "deployment-controller";

}  // namespace

awaitable<outcome> deployment_controller::reconcile(context& ctx, object_key key) {
    auto d = co_await api_.get<partial_deployment>(key);
    if (!d) co_return d.error().code == errc::not_found ? outcome::done() : outcome(d.error());
    if ((*d)->spec.selector.match_labels.empty() && (*d)->spec.selector.match_expressions.empty()) {
        record(**d, event_type::warning, "SelectingAll",
               "This deployment is selecting all pods. A non-empty selector is required.");
        co_return outcome::done();
    }
    auto seen = co_await observe(**d);
    if (!seen) co_return seen.error();
    deployment_plan plan = plan_deployment(**d, *seen, ctx.wall_now());
    const auto again = plan.again;
    auto done = co_await apply(ctx, **d, std::move(plan));
    if (!done) {
        if (done.error().code == errc::not_found) co_return outcome::done();
        co_return done.error();
    }
    co_return again ? outcome::requeue_after(*again) : outcome::done();
}

awaitable<result<deployment_seen>> deployment_controller::observe(const partial_deployment& d) {
    auto chosen = to_selector(d.spec.selector);
    if (!chosen) co_return chosen.error();
    deployment_seen seen;
    auto owned = co_await api_.list_indexed<partial_replica_set>(replica_set_owner_index,
                                                                 d.metadata.uid.str(), d.metadata.ns.str());
    if (!owned) co_return owned.error();
    for (const auto& s : *owned) {
        if (chosen->matches(s->metadata.labels) || is_deleting(d.metadata)) {
            seen.sets.push_back(s);
            continue;
        }
        auto released = co_await change_owner(d, *s, false);
        if (!released && released.error().code != errc::not_found) co_return released.error();
    }
    auto adopted = co_await adopt_sets(d, *chosen, seen);
    if (!adopted) co_return adopted.error();
    if (!is_rolling_update(d)) {  // only Recreate waits for pods
        auto found = co_await find_pods(d, *chosen, seen);
        if (!found) co_return found.error();
    }
    co_return seen;
}

awaitable<result<>> deployment_controller::adopt_sets(const partial_deployment& d, const selector& chosen,
                                                      deployment_seen& seen) {
    if (is_deleting(d.metadata)) co_return result<>();
    auto orphans = co_await api_.list_indexed<partial_replica_set>(replica_set_owner_index, orphan_pods,
                                                                   d.metadata.ns.str());
    if (!orphans) co_return orphans.error();
    std::erase_if(*orphans, [&](const replica_set_ptr& s) {
        return !chosen.matches(s->metadata.labels) || is_deleting(s->metadata);
    });
    if (orphans->empty()) co_return result<>();
    auto may = co_await may_adopt(live_, kind_of<partial_deployment>(), d.metadata);
    if (!may) co_return may.error();
    if (!*may) co_return result<>();
    for (const replica_set_ptr& s : *orphans) {
        auto adopted = co_await change_owner(d, *s, true);
        if (!adopted) co_return adopted.error();
        seen.sets.push_back(s);
    }
    co_return result<>();
}

// Reads from the API: recently deleted pods are gone from the cache, but may still be running.
awaitable<result<>> deployment_controller::find_pods(const partial_deployment& d, const selector& chosen,
                                                     deployment_seen& seen) {
    list_options options;
    options.ns = d.metadata.ns.str();
    options.label_selector = chosen.to_string();
    auto pods = co_await live_.list<partial_pod>(options);
    if (!pods) co_return pods.error();
    for (const replica_set_ptr& s : seen.sets)
        if (std::any_of(pods->begin(), pods->end(), [&](const auto& p) {
                return is_controlled_by(p->metadata, s->metadata.uid) && !is_finished(*p);
            }))
            seen.with_pods.push_back(s->metadata.uid.str());
    co_return result<>();
}

awaitable<result<>> deployment_controller::change_owner(const partial_deployment& d,
                                                        const partial_replica_set& s, bool adopt) {
    bj::array refs;
    for (const owner_reference& r : s.metadata.owner_references)
        if (r.uid != d.metadata.uid) refs.push_back(json::to_value(r));
    if (adopt)
        refs.push_back(
            json::to_value(make_controller_reference(kind_of<partial_deployment>().gvk, d.metadata)));
    auto written = co_await api_.merge_patch<partial_replica_set>(
        key_of(s), with_list("ownerReferences", std::move(refs)), as_controller_manager_at(s.metadata));
    if (!written) co_return written.error();
    co_return result<>();
}

awaitable<result<>> deployment_controller::apply(context& ctx, const partial_deployment& d,
                                                 deployment_plan plan) {
    if (!plan.create.empty()) {
        auto made = co_await create_set(ctx, d, plan);
        if (!made) co_return made.error();
    }
    for (set_change& c : plan.changes) {
        auto written = co_await api_.merge_patch<partial_replica_set>(
            key_of(*c.of), std::move(c.patch), as_controller_manager_at(c.of->metadata));
        if (!written) co_return written.error();
    }
    for (std::string& e : plan.events) record(d, event_type::normal, "ScalingReplicaSet", std::move(e));
    for (const replica_set_ptr& s : plan.remove) {
        delete_options options;
        options.uid = s->metadata.uid.str();
        auto removed = co_await api_.remove<partial_replica_set>(key_of(*s), std::move(options));
        if (!removed && removed.error().code != errc::not_found) co_return removed.error();
    }
    co_return co_await report(d, plan.status, std::move(plan.revision));
}

awaitable<result<>> deployment_controller::create_set(context& ctx, const partial_deployment& d,
                                                      const deployment_plan& plan) {
    auto made = co_await create_as<partial_replica_set>(api_, d.metadata.ns, plan.create);
    if (made) co_return result<>();
    if (made.error().code == errc::already_exists)
        co_return co_await handle_name_collision(d, plan, made.error());
    if (namespace_is_terminating(made.error())) co_return made.error();
    const std::string why = fmt::format("Failed to create new replica set \"{}\": {}", plan.create_name,
                                        server_message(made.error()));
    record(d, event_type::warning, "ReplicaSetCreateError", why);
    if (has_progress_deadline(d)) {
        partial_deployment_status next = d.status;
        set_condition(next.conditions, "Progressing", condition_status::false_, "ReplicaSetCreateError", why,
                      ctx.wall_now());
        auto reported = co_await report(d, next, "");
        (void)reported;  // report the creation's error
    }
    co_return made.error();
}

// Another replica set has the name: either it is this Deployment's after all (the next reconcile
// finds it), or it has a different template with the same hash.
awaitable<result<>> deployment_controller::handle_name_collision(const partial_deployment& d,
                                                                 const deployment_plan& plan, error why) {
    auto live = co_await api_.get<partial_replica_set>({d.metadata.ns.str(), plan.create_name});
    if (!live) co_return why;
    if (is_controlled_by((*live)->metadata, d.metadata.uid) &&
        same_template((*live)->spec.pod_template, d.spec.pod_template))
        co_return why;
    partial_deployment_status next = d.status;
    next.collision_count = next.collision_count.value_or(0) + 1;
    auto reported = co_await report(d, next, "");
    if (!reported) co_return reported.error();
    co_return why;
}

awaitable<result<>> deployment_controller::report(const partial_deployment& d,
                                                  const partial_deployment_status& next,
                                                  std::string revision) {
    bj::object patch;
    if (!json::same(next, d.status))
        patch["status"] = json::merge_patch(json::to_value(d.status), json::to_value(next));
    const auto at = d.metadata.annotations.find(revision_annotation);
    if (!revision.empty() && (at == d.metadata.annotations.end() || at->second != revision)) {
        bj::object annotations, meta;
        annotations[revision_annotation] = revision;
        meta["annotations"] = std::move(annotations);
        patch["metadata"] = std::move(meta);
    }
    if (patch.empty()) co_return result<>();
    auto written = co_await api_.merge_patch<partial_deployment>(
        key_of(d), std::move(patch), as_controller_manager_at(d.metadata), "status");
    if (!written) co_return written.error();
    co_return result<>();
}

void deployment_controller::record(const partial_deployment& d, event_type type, std::string reason,
                                   std::string message) {
    events_.record(
        {std::string(deployment_component), "", subject_of(d), type, std::move(reason), std::move(message)});
}

}}}  // namespace setpoint::v0::apiserver
