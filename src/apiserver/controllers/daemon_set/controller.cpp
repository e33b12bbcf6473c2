#include "apiserver/controllers/daemon_set/controller.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "apiserver/controllers/deployment/template_hash.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/json/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

constexpr std::int32_t usual_daemon_history = 10;

result<pod_owner> owner_of(const partial_daemon_set& set) {
    pod_owner o;
    o.kind = &kind_of<partial_daemon_set>();
    o.meta = &set.metadata;
    auto s = to_selector(set.spec.selector);
    if (!s) return s.error();
    o.matches = std::move(*s);
    o.pod_template = set.spec.pod_template;
    o.component = "daemonset-controller";
    o.claims_finished = true;
    return o;
}

std::string hash_label(const string_map& labels) {
    const auto at = labels.find(std::string_view(revision_label));
    return at == labels.end() ? std::string() : at->second.str();
}

// The oldest revisions that no pod has, so that at most `limit` are left of all.
std::vector<revision_ptr> surplus_history(const std::vector<revision_ptr>& old,
                                          const std::vector<pod_ptr>& pods, std::int32_t limit) {
    std::set<std::string> used;
    for (const pod_ptr& p : pods) used.insert(hash_label(p->metadata.labels));
    std::vector<revision_ptr> surplus;
    const auto kept = static_cast<std::size_t>(std::max(limit, 0));
    for (const revision_ptr& r : old)
        if (surplus.size() + kept < old.size() && !used.contains(hash_label(r->metadata.labels)))
            surplus.push_back(r);
    return surplus;
}

}  // namespace

awaitable<outcome> daemon_set_controller::reconcile(context& ctx, object_key key) {
    auto set = co_await api_.get<partial_daemon_set>(key);
    if (!set) co_return set.error().code == errc::not_found ? outcome::done() : outcome(set.error());
    auto owner = owner_of(**set);
    if (!owner || is_deleting((*set)->metadata)) co_return outcome::done();
    if (owner->matches.empty()) {
        pods_.record(*owner, event_type::warning, "SelectingAll",
                     "This daemon set is selecting all pods. A non-empty selector is required.");
        co_return outcome::done();
    }
    auto pods = co_await pods_.claim(*owner);
    if (!pods) co_return outcome::retry(pods.error());
    auto nodes = co_await api_.list<partial_node>();
    if (!nodes) co_return nodes.error();
    auto revisions = co_await revise(**set, *owner, *pods);
    if (!revisions)
        co_return namespace_is_terminating(revisions.error()) ? outcome::done() : outcome(revisions.error());
    daemon_seen seen{std::move(*nodes), std::move(*pods), revisions->hash, ctx.now(), ctx.wall_now()};
    daemon_plan plan = plan_daemon_set(**set, seen, failed_);
    std::optional<duration> again = plan.again;
    auto done = co_await apply(**set, *owner, revisions->hash, std::move(plan));
    if (done)
        done = co_await history_.remove(surplus_history(
            revisions->old, seen.pods, (*set)->spec.revision_history_limit.value_or(usual_daemon_history)));
    // Created and deleted pods count at once.
    if (auto now = co_await pods_.candidates((*set)->metadata)) seen.pods = plan_claims(*owner, *now).owned;
    partial_daemon_set_status next = daemon_status(**set, seen);
    if (revisions->collisions > 0) next.collision_count = revisions->collisions;
    auto reported = co_await report(**set, next);
    if (!done) co_return done.error();
    if (!reported) co_return reported.error();
    if (const auto next_check = next_available_daemon(**set, seen))
        again = again ? std::min(*again, *next_check) : *next_check;
    co_return again ? outcome::requeue_after(*again) : outcome::done();
}

auto daemon_set_controller::revise(const partial_daemon_set& set, const pod_owner& owner,
                                   const std::vector<pod_ptr>& pods) -> awaitable<result<revised>> {
    auto sorted = co_await history_.claim(owner);
    if (!sorted) co_return sorted.error();
    revised r;
    r.collisions = set.status.collision_count.value_or(0);
    const std::string text = revision_text(revision_data(set.spec.pod_template));
    std::vector<revision_ptr> same;
    for (const revision_ptr& x : *sorted) (revision_text(x->data) == text ? same : r.old).push_back(x);
    const std::int64_t number = next_revision(r.old);
    if (same.empty()) {
        auto made = co_await create_revision(set, owner, number, r.collisions);
        if (!made) co_return made.error();
        r.hash = hash_label((*made)->metadata.labels);
        co_return r;
    }
    const revision_ptr current = same.back();
    r.hash = hash_label(current->metadata.labels);
    if (same.size() > 1) {
        auto merged = co_await merge(std::move(same), pods);
        if (!merged) co_return merged.error();
    }
    if (current->revision.value_or(0) < number) {
        auto renumbered = co_await history_.renumber(current, number);
        if (!renumbered) co_return renumbered.error();
    }
    co_return r;
}

awaitable<result<revision_ptr>> daemon_set_controller::create_revision(const partial_daemon_set& set,
                                                                       const pod_owner& owner,
                                                                       std::int64_t number,
                                                                       std::int32_t& collisions) {
    bj::object made = make_revision(owner.kind->gvk, set.metadata, set.spec.pod_template, number);
    const auto identify = [&set](bj::object& meta, std::int32_t n) {
        const std::string hash =
            template_hash(set.spec.pod_template, n > 0 ? std::optional(n) : std::nullopt);
        meta["name"] = fmt::format("{}-{}", set.metadata.name, hash);
        meta["labels"].get_object()[revision_label] = hash;
    };
    co_return co_await history_.create(owner, std::move(made), identify, collisions);
}

awaitable<result<>> daemon_set_controller::merge(std::vector<revision_ptr> same,
                                                 const std::vector<pod_ptr>& pods) {
    const std::string kept = hash_label(same.back()->metadata.labels);
    for (const pod_ptr& p : pods) {
        if (hash_label(p->metadata.labels) == kept) continue;
        // Pods of other templates are relabelled too by the real controller, and then never updated.
        if (std::none_of(same.begin(), same.end(), [&](const revision_ptr& r) {
                return hash_label(r->metadata.labels) == hash_label(p->metadata.labels);
            }))
            continue;
        bj::object labels, meta, patch;
        labels[revision_label] = kept;
        meta["labels"] = std::move(labels);
        patch["metadata"] = std::move(meta);
        auto written = co_await api_.merge_patch<partial_pod>(key_of(*p), std::move(patch),
                                                              as_controller_manager(p->metadata));
        if (!written && written.error().code != errc::not_found) co_return written.error();
    }
    same.pop_back();
    co_return co_await history_.remove(std::move(same));
}

awaitable<result<>> daemon_set_controller::apply(const partial_daemon_set& set, pod_owner owner,
                                                 const std::string& hash, daemon_plan plan) {
    for (daemon_event& e : plan.events)
        pods_.record(owner, e.type, std::move(e.reason), std::move(e.message));
    const bj::value pod_template = daemon_template(set, hash);
    std::vector<bj::object> made;
    for (const std::string& node : plan.create) {
        owner.pod_template = pinned_to(pod_template, node);
        made.push_back(pod_from_template(owner));
    }
    auto created = co_await pods_.create(owner, std::move(made));
    auto removed = co_await pods_.remove(owner, plan.remove);
    if (created.failure) co_return *created.failure;
    co_return removed;
}

awaitable<result<>> daemon_set_controller::report(const partial_daemon_set& set,
                                                  const partial_daemon_set_status& next) {
    if (json::same(next, set.status)) co_return result<>();
    bj::object patch;
    patch["status"] = json::merge_patch(json::to_value(set.status), json::to_value(next));
    auto written = co_await api_.merge_patch<partial_daemon_set>(
        key_of(set), std::move(patch), as_controller_manager_at(set.metadata), "status");
    if (!written && written.error().code != errc::not_found) co_return written.error();
    co_return result<>();
}

}}}  // namespace setpoint::v0::apiserver
