#include "apiserver/controllers/disruption/controller.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "apiserver/controllers/disruption/budget_plan.hpp"
#include "apiserver/controllers/partial_workloads.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/json/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

// Whether the replica set has its own scale, not that of a Deployment.
bool is_standalone(const partial_replica_set& s) {
    const owner_reference* owner = controller_of(s.metadata);
    return !owner || owner->kind != "Deployment";
}

}  // namespace

awaitable<outcome> disruption_controller::reconcile(context& ctx, object_key key) {
    auto budget = co_await api_.get<partial_budget>(key);
    if (!budget) co_return budget.error().code == errc::not_found ? outcome::done() : outcome(budget.error());
    std::vector<pod_ptr> pods;
    if (const auto wanted = selector_of(**budget)) {
        list_options there;
        there.ns = key.ns;
        auto all = co_await api_.list<partial_pod>(there);
        if (!all) co_return all.error();
        for (const pod_ptr& p : *all)
            if (wanted->matches(p->metadata.labels)) pods.push_back(p);
    }
    const auto wanted = co_await goal(**budget, pods);
    if (!wanted) {
        events_.record(uncounted_event(**budget, wanted.error().message));
        co_return co_await report(**budget, failed_budget(**budget, wanted.error().message, ctx.wall_now()),
                                  {});
    }
    for (event_note& note : budget_events(**budget, pods, ctx.wall_now())) events_.record(std::move(note));
    budget_report next = report_budget(**budget, *wanted, pods, ctx.wall_now());
    co_return co_await report(**budget, std::move(next.status), next.again);
}

awaitable<result<budget_goal>> disruption_controller::goal(const partial_budget& b,
                                                           const std::vector<pod_ptr>& pods) {
    std::int32_t scale = 0;
    if (needs_scale(b)) {
        auto all = co_await scale_of_all(pods);
        if (!all) co_return all.error();
        scale = *all;
    }
    co_return goal_of(b, static_cast<std::int32_t>(pods.size()), scale);
}

awaitable<result<std::int32_t>> disruption_controller::scale_of_all(std::vector<pod_ptr> pods) {
    std::set<std::string> asked;
    std::set<std::string> counted;
    std::int64_t all = 0;
    for (const pod_ptr& p : pods) {
        const owner_reference* controller = controller_of(p->metadata);
        if (!controller || !asked.insert(controller->uid.str()).second) continue;
        owner_reference owner = *controller;
        if (owner.kind == "ReplicaSet") {
            const object_key key{p->metadata.ns.str(), owner.name.str()};
            auto set = co_await live_.get<partial_replica_set>(key);
            if (set && (*set)->metadata.uid == owner.uid && !is_standalone(**set))
                owner = *controller_of((*set)->metadata);
        }
        auto scale = co_await scale_of(owner, p->metadata.ns.str());
        if (!scale) co_return scale.error();
        if (!*scale)
            co_return error(errc::failed,
                            fmt::format("found no controllers for pod \"{}\"", p->metadata.name.view()));
        // Replica sets of one Deployment count once.
        if (counted.insert(owner.uid.str()).second) all += **scale;
    }
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    co_return static_cast<std::int32_t>(std::min(all, most));
}

awaitable<result<std::optional<std::int32_t>>> disruption_controller::scale_of(owner_reference controller,
                                                                               std::string ns) {
    const auto kind = graph_ ? graph_->find_kind(controller.api_version, controller.kind) : std::nullopt;
    if (!kind) co_return std::optional<std::int32_t>();
    const kind_info dynamic = dynamic_kind(group_version_kind(kind->gvr.group, kind->gvr.version, kind->kind),
                                           kind->gvr.resource, scope::namespaced, true);
    const object_key key{std::move(ns), controller.name.str()};
    auto now = co_await live_.get_scale(dynamic, key);
    if (now) {
        if ((*now)->metadata.uid != controller.uid) co_return std::optional<std::int32_t>();
        co_return std::optional<std::int32_t>((*now)->spec.replicas.value_or(0));
    }
    if (now.error().code != errc::not_found) co_return now.error();
    // Missing, or without a scale.
    const auto there = graph_->get(*kind, key);
    if (!there || there->meta.uid != controller.uid) co_return std::optional<std::int32_t>();
    co_return error(errc::failed,
                    fmt::format("{} does not implement the scale subresource", kind->gvr.group_resource()));
}

awaitable<outcome> disruption_controller::report(const partial_budget& b, partial_budget_status next,
                                                 std::optional<duration> again) {
    if (!json::same(next, b.status)) {
        bj::object patch;
        patch["status"] = json::merge_patch(json::to_value(b.status), json::to_value(next));
        auto written = co_await api_.merge_patch<partial_budget>(
            key_of(b), std::move(patch), as_controller_manager_at(b.metadata), "status");
        if (!written && written.error().code == errc::conflict) co_return outcome::retry(written.error());
        if (!written && written.error().code != errc::not_found) co_return written.error();
    }
    if (again) co_return outcome::requeue_after(*again);
    co_return outcome::done();
}

}}}  // namespace setpoint::v0::apiserver
