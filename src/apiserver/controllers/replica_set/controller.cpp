#include "apiserver/controllers/replica_set/controller.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/json/schema.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

template <class T>
constexpr bool is_replica_set = std::is_same_v<T, partial_replica_set>;

template <class T>
result<pod_owner> owner_of(const T& self) {
    pod_owner o;
    o.kind = &kind_of<T>();
    o.meta = &self.metadata;
    o.pod_template = self.spec.pod_template;
    if constexpr (is_replica_set<T>) {
        auto s = to_selector(self.spec.selector);
        if (!s) return s.error();
        o.matches = std::move(*s);
        o.component = "replicaset-controller";
    } else {
        o.matches = selector(self.spec.selector);
        o.component = "replication-controller";
    }
    return o;
}

template <class T>
replica_goal goal_of(const T& self) {
    replica_goal g;
    g.replicas = self.spec.replicas.value_or(1);
    g.min_ready_seconds = self.spec.min_ready_seconds.value_or(0);
    g.generation = self.metadata.generation;
    g.template_labels = template_labels(self.spec.pod_template);
    g.deleting = is_deleting(self.metadata);
    g.counts_terminating = is_replica_set<T>;
    return g;
}

bool holds_nothing(const selector& s) {
    return s.empty();
}

}  // namespace

template <class T>
awaitable<outcome> replica_controller<T>::reconcile(context& ctx, object_key key) {
    auto self = co_await api_.get<T>(key);
    if (!self) co_return self.error().code == errc::not_found ? outcome::done() : outcome(self.error());
    auto owner = owner_of(**self);
    if (!owner || holds_nothing(owner->matches))
        co_return outcome::done();  // the API server rejects such an object
    auto owned = co_await pods_.claim(*owner);
    if (!owned) {
        if (owned.error().code == errc::conflict || owned.error().code == errc::not_found)
            co_return outcome::retry(owned.error());
        co_return owned.error();
    }
    const replica_goal goal = goal_of(**self);
    std::vector<pod_ptr> neighbours;
    if (static_cast<std::size_t>(std::max(goal.replicas, 0)) < owned->size()) {
        auto r = co_await related(**self);
        if (!r) co_return r.error();
        neighbours = std::move(*r);
    }
    replica_plan plan = plan_replicas(goal, *owned, neighbours, ctx.wall_now());
    made after = co_await apply(**self, *owner, std::move(*owned), std::move(plan));
    auto reported = co_await report(
        **self, replica_status(goal, (*self)->status, after.pods, after.failure, ctx.wall_now()));
    if (!reported && reported.error().code != errc::not_found) co_return reported.error();
    if (after.why) co_return *after.why;
    if (const auto next = next_available(goal, after.pods, ctx.wall_now()))
        co_return outcome::requeue_after(*next);
    co_return outcome::done();
}

template <class T>
auto replica_controller<T>::apply(const T& self, const pod_owner& owner, std::vector<pod_ptr> owned,
                                  replica_plan plan) -> awaitable<made> {
    made m;
    if (plan.create > 0) {
        auto created = co_await pods_.create(
            owner, std::vector<bj::object>(static_cast<std::size_t>(plan.create), pod_from_template(owner)));
        if (created.failure) {
            m.failure = server_message(*created.failure);
            m.why = std::move(created.failure);
        }
        owned.insert(owned.end(), created.pods.begin(), created.pods.end());
    }
    auto removed = co_await pods_.remove(owner, plan.remove);
    if (!removed && !m.why) {
        m.failure = "unable to delete pods: " + server_message(removed.error());
        m.why = removed.error();
    }
    if (plan.remove.empty()) {
        m.pods = std::move(owned);
        co_return m;
    }
    // Deleted pods are gone or terminating by now.
    auto now = co_await pods_.candidates(self.metadata);
    m.pods = now ? plan_claims(owner, *now).owned : std::move(owned);
    co_return m;
}

// The pods of all replica sets with the same owner: on a node with several of them, pods are
// deleted first.
template <class T>
awaitable<result<std::vector<pod_ptr>>> replica_controller<T>::related(const T& self) {
    std::vector<pod_ptr> all;
    std::vector<std::string> uids = {self.metadata.uid.str()};
    if constexpr (is_replica_set<T>) {
        if (const owner_reference* owner = controller_of(self.metadata)) {
            auto sets = co_await api_.template list_indexed<partial_replica_set>(
                replica_set_owner_index, owner->uid.str(), self.metadata.ns.str());
            if (!sets) co_return sets.error();
            uids.clear();
            for (const auto& s : *sets) uids.push_back(s->metadata.uid.str());
        }
    }
    for (const std::string& uid : uids) {
        auto pods =
            co_await api_.template list_indexed<partial_pod>(pod_owner_index, uid, self.metadata.ns.str());
        if (!pods) co_return pods.error();
        all.insert(all.end(), pods->begin(), pods->end());
    }
    co_return all;
}

template <class T>
awaitable<result<>> replica_controller<T>::report(const T& self, partial_replica_status next) {
    if (json::same(next, self.status)) co_return result<>();
    bj::object patch;
    patch["status"] = json::merge_patch(json::to_value(self.status), json::to_value(next));
    auto written = co_await api_.template merge_patch<T>(key_of(self), std::move(patch),
                                                         as_controller_manager_at(self.metadata), "status");
    if (!written) co_return written.error();
    co_return result<>();
}

template class replica_controller<partial_replica_set>;
template class replica_controller<partial_replication_controller>;

}}}  // namespace setpoint::v0::apiserver
