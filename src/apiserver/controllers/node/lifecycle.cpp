#include "apiserver/controllers/node/lifecycle.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "setpoint/json/encode.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

awaitable<outcome> node_lifecycle::reconcile(context& ctx, object_key key) {
    auto n = co_await api_.get<partial_node>(key);
    if (!n) co_return n.error().code == errc::not_found ? outcome::done() : outcome(n.error());
    const auto next = corrected_taints(**n, ctx.wall_now());
    if (!next) co_return outcome::done();
    bj::array taints;
    for (const taint& t : *next) taints.push_back(json::to_value(t));
    bj::object spec;
    spec["taints"] = taints.empty() ? bj::value(nullptr) : bj::value(std::move(taints));
    bj::object patch;
    patch["spec"] = std::move(spec);
    auto written = co_await api_.merge_patch<partial_node>(key, std::move(patch),
                                                           as_controller_manager_at((*n)->metadata));
    if (!written && written.error().code != errc::not_found) co_return written.error();
    co_return outcome::done();
}

void taint_eviction::record(const object_key& key, std::string message) {
    event_subject about{"v1", "Pod", key, "", "", ""};
    events_.record({"taint-eviction-controller", "", std::move(about), event_type::normal,
                    "TaintManagerEviction", std::move(message)});
}

void taint_eviction::cancel(const object_key& key) {
    if (scheduled_.erase(key) > 0) record(key, "Cancelling deletion of Pod " + key.to_string());
}

awaitable<outcome> taint_eviction::reconcile(context& ctx, object_key key) {
    auto p = co_await api_.get<partial_pod>(key);
    if (!p) {
        if (p.error().code != errc::not_found) co_return p.error();
        cancel(key);
        co_return outcome::done();
    }
    if ((*p)->spec.node_name.empty() || is_deleting((*p)->metadata)) co_return outcome::done();
    auto n = co_await api_.get<partial_node>(object_key::cluster((*p)->spec.node_name.str()));
    if (!n) co_return n.error().code == errc::not_found ? outcome::done() : outcome(n.error());
    const auto at = scheduled_.find(key);
    if (at != scheduled_.end() && at->second.uid != (*p)->metadata.uid) scheduled_.erase(at);
    const auto stay = tolerated_time((*p)->spec.tolerations, no_execute_taints(**n));
    if (!stay) {
        cancel(key);
        co_return outcome::done();
    }
    if (*stay > duration::zero()) {
        // An earlier time remains, as in kube-controller-manager.
        const scheduled& mine =
            scheduled_.try_emplace(key, (*p)->metadata.uid.str(), saturating_add(ctx.now(), *stay))
                .first->second;
        if (mine.due > ctx.now()) co_return outcome::requeue_after(mine.due - ctx.now());
        scheduled_.erase(key);
    } else {
        cancel(key);
    }
    record(key, "Marking for deletion Pod " + key.to_string());
    auto done = co_await evict(**p, ctx.wall_now());
    if (!done && done.error().code != errc::not_found) co_return done.error();
    co_return outcome::done();
}

awaitable<result<>> taint_eviction::evict(const partial_pod& p, wall_time now) {
    std::vector<condition> conditions = p.status.conditions;
    condition target;
    target.type = "DisruptionTarget";
    target.status = condition_status::true_;
    target.reason = "DeletionByTaintManager";
    target.message = "Taint manager: deleting due to NoExecute taint";
    set_condition(conditions, std::move(target), timestamp::from(now));
    bj::array list;
    for (const condition& c : conditions) list.push_back(json::to_value(c));
    bj::object status, patch;
    status["conditions"] = std::move(list);
    patch["status"] = std::move(status);
    auto written = co_await api_.merge_patch<partial_pod>(key_of(p), std::move(patch),
                                                          as_controller_manager_at(p.metadata), "status");
    if (!written) co_return written.error();
    delete_options options;
    options.uid = p.metadata.uid.str();
    co_return co_await api_.remove<partial_pod>(key_of(p), std::move(options));
}

}}}  // namespace setpoint::v0::apiserver
