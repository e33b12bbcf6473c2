#include "apiserver/controllers/stateful_set/controller.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "apiserver/controllers/mappers.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/json/schema.hpp"

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

constexpr std::int32_t usual_history = 10;
constexpr const char* revision_hash_label = "controller.kubernetes.io/hash";

result<pod_owner> owner_of(const partial_stateful_set& set) {
    pod_owner o;
    o.kind = &kind_of<partial_stateful_set>();
    o.meta = &set.metadata;
    auto s = to_selector(set.spec.selector);
    if (!s) return s.error();
    o.matches = std::move(*s);
    o.pod_template = set.spec.pod_template;
    o.component = "statefulset-controller";
    o.claims_finished = true;
    o.is_member = [name = set.metadata.name](const partial_pod& p) {
        return ordinal_of(p.metadata.name).parent == name;
    };
    return o;
}

// The oldest revisions that are not in use, so that at most `limit` of those are left.
std::vector<revision_ptr> surplus_history(const std::vector<revision_ptr>& sorted, const set_seen& seen,
                                          std::int32_t limit) {
    std::set<std::string_view> used = {seen.revisions.current, seen.revisions.update};
    for (const pod_ptr& p : seen.pods)
        if (const auto at = p->metadata.labels.find(std::string_view(revision_label));
            at != p->metadata.labels.end())
            used.insert(at->second.view());
    std::vector<revision_ptr> unused;
    for (const revision_ptr& r : sorted)
        if (!used.contains(r->metadata.name.view())) unused.push_back(r);
    const auto kept = static_cast<std::size_t>(std::max(limit, 0));
    unused.resize(limit < 0 || unused.size() <= kept ? 0 : unused.size() - kept);
    return unused;
}

}  // namespace

awaitable<outcome> stateful_set_controller::reconcile(context& ctx, object_key key) {
    auto set = co_await api_.get<partial_stateful_set>(key);
    if (!set) co_return set.error().code == errc::not_found ? outcome::done() : outcome(set.error());
    auto owner = owner_of(**set);
    if (!owner || owner->matches.empty()) co_return outcome::done();  // the API server rejects such an object
    auto pods = co_await pods_.claim(*owner);
    if (!pods) co_return outcome::retry(pods.error());
    const std::vector<pod_ptr> mine = *pods;
    // One time for both: a pod that becomes available in between would be counted late.
    const wall_time now = ctx.wall_now();
    auto status = co_await sync(**set, *owner, std::move(*pods), now);
    if (!status)
        co_return namespace_is_terminating(status.error()) ? outcome::done() : outcome(status.error());
    if (const auto next = next_available_member(**set, mine, *status, now))
        co_return outcome::requeue_after(*next);
    co_return outcome::done();
}

awaitable<result<partial_stateful_set_status>> stateful_set_controller::sync(const partial_stateful_set& set,
                                                                             const pod_owner& owner,
                                                                             std::vector<pod_ptr> pods,
                                                                             wall_time now) {
    auto sorted = co_await history_.claim(owner);
    if (!sorted) co_return sorted.error();
    auto revisions = co_await revise(set, owner, *sorted);
    if (!revisions) co_return revisions.error();
    auto all = co_await claims(set);
    if (!all) co_return all.error();
    const set_seen seen{revisions->names, std::move(pods), *all};
    set_plan plan = plan_stateful_set(set, seen, now);
    result<> done;
    const set_scope scope{set, owner, *all, revisions->templates};
    for (const set_phase& phase : plan.phases) {
        done = co_await members_.run(scope, phase);
        if (!done) break;
    }
    auto reported = co_await report(set, plan.status);
    auto truncated = co_await history_.remove(
        surplus_history(*sorted, seen, set.spec.revision_history_limit.value_or(usual_history)));
    if (!done) co_return done.error();
    if (!reported) co_return reported.error();
    if (!truncated) co_return truncated.error();
    co_return plan.status;
}

// The revision of the set's template: the last, an older one that becomes the last, or a new one.
awaitable<result<revision_ptr>> stateful_set_controller::update_revision(
    const partial_stateful_set& set, const pod_owner& owner, const std::vector<revision_ptr>& sorted,
    std::int32_t& collisions) {
    const std::string text = revision_text(revision_data(set.spec.pod_template));
    const std::int64_t number = next_revision(sorted);
    if (const auto at = find_revision(sorted, text)) {
        if (*at + 1 == sorted.size()) co_return sorted[*at];
        co_return co_await history_.renumber(sorted[*at], number);
    }
    const std::string name = set.metadata.name.str();
    bj::object made = make_revision(owner.kind->gvk, set.metadata, set.spec.pod_template, number);
    // The label keeps the first hash, the name gets that with the collisions.
    made["metadata"].get_object()["labels"].get_object()[revision_hash_label] =
        revision_hash(text, collisions);
    co_return co_await history_.create(
        owner, std::move(made),
        [&](bj::object& meta, std::int32_t n) { meta["name"] = revision_name(name, revision_hash(text, n)); },
        collisions);
}

auto stateful_set_controller::revise(const partial_stateful_set& set, const pod_owner& owner,
                                     const std::vector<revision_ptr>& sorted) -> awaitable<result<revised>> {
    revised r;
    r.names.collisions = set.status.collision_count.value_or(0);
    r.names.current = set.status.current_revision.str();
    r.names.update = set.status.update_revision.str();
    // Its revisions may be gone already, and new ones would outlive it.
    if (is_deleting(set.metadata)) co_return r;
    auto update = co_await update_revision(set, owner, sorted, r.names.collisions);
    if (!update) co_return update.error();
    const auto current = std::find_if(sorted.begin(), sorted.end(), [&](const revision_ptr& x) {
        return x->metadata.name == r.names.current;
    });
    const revision_ptr from = current == sorted.end() ? *update : *current;
    r.names.current = from->metadata.name.str();
    r.names.update = (*update)->metadata.name.str();
    r.templates[r.names.current] = revision_template(from->data);
    r.templates[r.names.update] = revision_template((*update)->data);
    co_return r;
}

awaitable<result<claims_by_name>> stateful_set_controller::claims(const partial_stateful_set& set) {
    claims_by_name all;
    for (const bj::value& t : claim_templates(set)) {
        auto claims = co_await api_.list_indexed<partial_claim>(
            claim_set_index, claim_prefix(claim_template_name(t), set), set.metadata.ns.str());
        if (!claims) co_return claims.error();
        for (const claim_ptr& c : *claims) all.emplace(c->metadata.name.str(), c);
    }
    co_return all;
}

awaitable<result<>> stateful_set_controller::report(const partial_stateful_set& set,
                                                    const partial_stateful_set_status& next) {
    if (json::same(next, set.status)) co_return result<>();
    bj::object patch;
    patch["status"] = json::merge_patch(json::to_value(set.status), json::to_value(next));
    auto written = co_await api_.merge_patch<partial_stateful_set>(
        key_of(set), std::move(patch), as_controller_manager_at(set.metadata), "status");
    if (!written && written.error().code != errc::not_found) co_return written.error();
    co_return result<>();
}

std::vector<object_key> set_of_claim(const cache& c, const partial_claim& claim) {
    const std::int32_t ordinal = ordinal_of(claim.metadata.name).ordinal;
    if (ordinal < 0) return {};
    return cached_keys<partial_stateful_set>(c, claim.metadata.ns.str(), [&](const partial_stateful_set& s) {
        return std::any_of(claim_templates(s).begin(), claim_templates(s).end(), [&](const bj::value& t) {
            return claim_name(claim_template_name(t), s, ordinal) == claim.metadata.name.view();
        });
    });
}

}}}  // namespace setpoint::v0::apiserver
