#include "apiserver/controllers/autoscaler/controller.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "apiserver/controllers/pod/control.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/json/schema.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

constexpr duration autoscaler_period = std::chrono::seconds(15);

}  // namespace

awaitable<outcome> autoscaler_controller::reconcile(context& ctx, object_key key) {
    auto a = co_await api_.get<horizontal_pod_autoscaler>(key);
    if (!a) {
        if (a.error().code != errc::not_found) co_return a.error();
        histories_.erase(key);
        co_return outcome::done();
    }
    if (is_deleting((*a)->metadata)) co_return outcome::done();
    const auto done = co_await sync(ctx, **a);
    // Failures are reported in conditions, and tried again in the usual rhythm.
    if (!done && done.error().code == errc::conflict) co_return outcome::retry(done.error());
    co_return outcome::requeue_after(autoscaler_period);
}

awaitable<result<>> autoscaler_controller::sync(context& ctx, const horizontal_pod_autoscaler& a) {
    const auto& ref = a.spec.scale_target_ref;
    const auto found = graph_.find_kind(ref.api_version, ref.kind);
    if (!found) {
        const std::string_view version = ref.api_version.view();
        const std::string_view group =
            version.substr(0, version.find('/') == std::string_view::npos ? 0 : version.find('/'));
        const std::string why = fmt::format("no matches for kind \"{}\" in group \"{}\"", ref.kind, group);
        record(a, {event_type::warning, "FailedGetScale", why});
        co_return co_await report(a, without_scale(a, why, ctx.wall_now()));
    }
    const kind_info kind = dynamic_kind(group_version_kind(found->gvr.group, found->gvr.version, found->kind),
                                        found->gvr.resource, scope::namespaced, true);
    auto now = co_await live_.get_scale(kind, {a.metadata.ns.str(), ref.name.str()});
    if (!now) {
        const std::string why = server_message(now.error());
        record(a, {event_type::warning, "FailedGetScale", why});
        co_return co_await report(a, without_scale(a, why, ctx.wall_now()));
    }
    autoscaler_seen seen{(*now)->spec.replicas.value_or(0), "", {}, {}, ctx.now(), ctx.wall_now()};
    if ((*now)->status) seen.selector = (*now)->status->selector;
    auto pods = co_await pods_of(a, seen.selector);
    if (!pods) co_return pods.error();
    seen.pods = std::move(*pods);
    seen.rivals = rivals_of(a, seen.pods);
    remembered& mine = histories_[key_of(a)];
    if (mine.uid != a.metadata.uid) mine = {a.metadata.uid.str(), {}, {}};
    autoscaler_plan plan = plan_autoscaler(a, seen, mine.history);
    if (plan.uses_selector)
        if (auto wanted = selector::parse(seen.selector)) mine.selects = std::move(*wanted);
    if (plan.scale_to) {
        scale wanted = **now;
        wanted.spec.replicas = plan.scale_to;
        auto scaled = co_await live_.update_scale(kind, std::move(wanted), as_controller_manager());
        if (!scaled) {
            const std::string why = server_message(scaled.error());
            record(a, {event_type::warning, "FailedRescale",
                       fmt::format("New size: {}; reason: {}; error: {}", *plan.scale_to, plan.reason, why)});
            co_return co_await report(a, after_failed_scaling(std::move(plan), why, ctx.wall_now()));
        }
        histories_[key_of(a)].history.scaled(seen.replicas, *plan.scale_to, ctx.now());
    }
    for (autoscaler_event& e : plan.events) record(a, std::move(e));
    co_return co_await report(a, plan.status);
}

awaitable<result<std::vector<pod_ptr>>> autoscaler_controller::pods_of(const horizontal_pod_autoscaler& a,
                                                                       std::string text) {
    std::vector<pod_ptr> mine;
    const auto wanted = selector::parse(text);
    if (text.empty() || !wanted) co_return mine;
    list_options there;
    there.ns = a.metadata.ns.str();
    auto all = co_await api_.list<partial_pod>(there);
    if (!all) co_return all.error();
    for (const pod_ptr& p : *all)
        if (wanted->matches(p->metadata.labels)) mine.push_back(p);
    co_return mine;
}

// The autoscalers of the namespace that have used one of these pods.
std::vector<std::string> autoscaler_controller::rivals_of(const horizontal_pod_autoscaler& a,
                                                          const std::vector<pod_ptr>& pods) const {
    std::vector<std::string> names;
    const object_key mine = key_of(a);
    for (auto at = histories_.lower_bound({mine.ns, ""}); at != histories_.end() && at->first.ns == mine.ns;
         ++at) {
        const auto& selects = at->second.selects;
        if (at->first == mine || !selects) continue;
        if (std::ranges::any_of(pods, [&](const pod_ptr& p) { return selects->matches(p->metadata.labels); }))
            names.push_back(at->first.name);
    }
    return names;
}

awaitable<result<>> autoscaler_controller::report(const horizontal_pod_autoscaler& a,
                                                  const horizontal_pod_autoscaler_status& next) {
    if (json::same(next, a.status)) co_return result<>();
    bj::object patch;
    patch["status"] = json::merge_patch(json::to_value(a.status), json::to_value(next));
    auto written = co_await api_.merge_patch<horizontal_pod_autoscaler>(
        key_of(a), std::move(patch), as_controller_manager_at(a.metadata), "status");
    if (!written && written.error().code != errc::not_found) co_return written.error();
    co_return result<>();
}

void autoscaler_controller::record(const horizontal_pod_autoscaler& a, autoscaler_event e) {
    events_.record(
        {"horizontal-pod-autoscaler", "", subject_of(a), e.type, std::move(e.reason), std::move(e.message)});
}

}}}  // namespace setpoint::v0::apiserver
