#include "operators/redis/reconciler.hpp"

#include "operators/redis/status.hpp"
#include "setpoint/controller/certain_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace redis {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

// No watch reports that a quota has room again.
const duration retry_refused = controller_options().retry_refused;

// The pods of a Redis, and what to do with them.
struct pod_plan {
    pods seen;
    plan next;
    bool must_be_certain() const { return next.must_be_certain(); }
};

// Returns the Redis that would use the pod's name, whatever the pod's owner: the name may be free again,
// or the pod may be adopted. Derived names cannot be mapped back; the plan requeues for them.
std::vector<object_key> redis_by_name(const pod& p) {
    std::vector<object_key> keys;
    if (const auto named = split_pod_name(p.metadata.name))
        keys.emplace_back(p.metadata.ns.str(), std::string(named->first));
    return keys;
}

// Returns true if a name may have become free or a pod may have been released.
bool changes_owner(const change<pod>& c) {
    if (!c.updated()) return c.deleted();
    const object_meta &before = c.before()->metadata, &after = c.after()->metadata;
    const owner_reference *was = controller_of(before), *is = controller_of(after);
    return (was ? was->uid : interned_string()) != (is ? is->uid : interned_string()) ||
           before.labels != after.labels;
}

std::set<std::string> wanted_names(const redis& self) {
    std::set<std::string> names;
    for (int i = 0; i < self.spec.num; ++i) names.insert(pod_name(self, i));
    return names;
}

// Adds the existing pods of these names that are not in `to` yet.
awaitable<result<>> add_by_name(client& from, const std::string& ns, std::set<std::string> names, pods& to) {
    for (const auto& p : to) names.erase(p->metadata.name.str());
    for (const std::string& name : names) {
        auto found = co_await from.get<pod>({ns, name});
        if (found)
            to.push_back(std::move(*found));
        else if (found.error().code != errc::not_found)
            co_return found.error();
    }
    co_return result<>();
}

awaitable<result<pods>> cached_pods(context& ctx, const redis& self) {
    auto seen = co_await ctx.children<pod>(self);
    if (!seen) co_return seen.error();
    const auto added = co_await add_by_name(ctx.client(), self.metadata.ns.str(), wanted_names(self), *seen);
    if (!added) co_return added.error();
    co_return std::move(*seen);
}

awaitable<result<pods>> live_pods(context& ctx, const redis& self, const pods& cached) {
    list_options labelled;
    labelled.ns = self.metadata.ns.str();
    labelled.label_selector = selector(pod_labels(self)).to_string();
    auto seen = co_await ctx.live().list<pod>(labelled);
    if (!seen) co_return seen.error();
    // A selector misses pods whose labels were removed, so the other pods are read by name.
    std::set<std::string> names;
    if (!is_deleting(self.metadata)) names = wanted_names(self);
    for (const auto& p : cached) names.insert(p->metadata.name.str());
    const auto added = co_await add_by_name(ctx.live(), labelled.ns, std::move(names), *seen);
    if (!added) co_return added.error();
    co_return std::move(*seen);
}

awaitable<result<pod_plan>> plan_pods(context& ctx, const redis& self, const pod_plan* cached) {
    result<pods> seen = error();
    if (cached)
        seen = co_await live_pods(ctx, self, cached->seen);
    else
        seen = co_await cached_pods(ctx, self);
    if (!seen) co_return seen.error();
    plan next = make_plan(self, *seen, ctx.wall_now());
    co_return pod_plan{std::move(*seen), std::move(next)};
}

awaitable<result<>> create(context& ctx, const redis& self, int index) {
    write_options options;
    options.field_manager = ctx.field_manager();
    const auto created =
        co_await ctx.client().create(new_pod(self, index, ctx.wall_now()), std::move(options));
    if (!created && created.error().code == errc::already_exists)
        co_return error(errc::conflict, "it exists, and the watch is behind");
    if (!created) co_return created.error();
    const interned_string name = (*created)->metadata.name;
    ctx.log().info("Created pod", {{"pod", name.view()}, {"port", self.spec.port}});
    ctx.event(self, event_type::normal, "CreatePod", fmt::format("Created pod {}", name));
    co_return result<>();
}

// Returns the problem if the apply changed nothing, since each apply would be logged and recorded otherwise.
std::optional<problem> changed_back(const pod& before, const pod& after,
                                    const std::vector<json::difference>& wanted) {
    if (before.metadata.resource_version != after.metadata.resource_version || wanted.empty())
        return std::nullopt;
    const json::difference& d = wanted.front();
    return problem{"ChangedByAdmission", fmt::format("Admission changes {} of pod \"{}\" from {} to {}",
                                                     d.path, after.metadata.name, d.desired, d.live)};
}

// Applies the desired metadata and image, which also restores a removed controller reference.
awaitable<result<std::optional<problem>>> repair(context& ctx, const redis& self, const step& s) {
    const pod desired = mutable_part(desired_pod(self, s.index));
    const auto changes = json::drift(desired, *s.live);
    write_options options;
    options.field_manager = ctx.field_manager();
    options.uid = s.live->metadata.uid.str();
    options.resource_version = s.live->metadata.resource_version.str();
    const auto written = co_await ctx.client().apply(desired, std::move(options));
    if (!written) co_return written.error();
    if (auto why = changed_back(*s.live, **written, changes)) co_return why;
    const bool adopted = s.what == step::kind::adopt;
    const interned_string name = desired.metadata.name;
    for (const json::difference& d : changes)
        ctx.log().info("Repaired pod",
                       {{"pod", name.view()}, {"field", d.path}, {"from", d.live}, {"to", d.desired}});
    ctx.event(self, event_type::normal, adopted ? "AdoptPod" : "RepairPod",
              fmt::format("{} pod {}", adopted ? "Adopted" : "Repaired", name));
    co_return std::optional<problem>();
}

awaitable<result<>> delete_pod(context& ctx, const redis& self, const step& s) {
    delete_options options;
    options.uid = s.live->metadata.uid.str();
    options.resource_version = s.live->metadata.resource_version.str();
    const auto removed = co_await ctx.client().remove<pod>(key_of(*s.live), std::move(options));
    if (!removed && removed.error().code == errc::not_found) co_return result<>();
    if (!removed) co_return removed.error();
    const interned_string name = s.live->metadata.name;
    ctx.log().info("Deleted pod", {{"pod", name.view()}, {"why", s.why}});
    ctx.event(self, event_type::normal, "DeletePod", fmt::format("Deleted pod {}: {}", name, s.why));
    co_return result<>();
}

// Returns the problem if the step was refused or had no effect, and a retry would not help.
awaitable<result<std::optional<problem>>> take(context& ctx, const redis& self, const step& s) {
    result<> done;
    if (s.what == step::kind::create) {
        done = co_await create(ctx, self, s.index);
    } else if (s.what == step::kind::remove) {
        done = co_await delete_pod(ctx, self, s);
    } else {
        auto repaired = co_await repair(ctx, self, s);
        if (repaired) co_return std::move(*repaired);
        done = repaired.error();
    }
    if (done) co_return std::optional<problem>();
    const std::string what = fmt::format("{} pod \"{}\"", to_string(s.what), pod_name(self, s.index));
    if (auto refused = explain(what, done.error())) co_return refused;
    co_return done.error().within(what);
}

awaitable<result<std::optional<problem>>> take_all(context& ctx, const redis& self, const plan& p) {
    const auto creates = [](const step& s) { return s.what == step::kind::create; };
    if (std::ranges::any_of(p.steps, creates)) {
        const auto exists = co_await ctx.check_owner(self);
        if (!exists) co_return exists.error();
    }
    std::optional<problem> first;
    bool may_create = true;
    for (const step& s : p.steps) {
        if (creates(s) && !may_create) continue;
        auto refused = co_await take(ctx, self, s);
        if (!refused) co_return refused.error();
        if (*refused && creates(s)) may_create = false;  // a further creation would be refused too
        if (*refused && !first) first = std::move(*refused);
    }
    co_return first;
}

}  // namespace

awaitable<outcome> reconcile(context& ctx, snapshot<redis> self) {
    const auto now = co_await certain_plan(ctx, std::move(self), plan_pods);
    if (!now) co_return now.error();
    if (!now->self) co_return outcome::done();
    const redis& r = *now->self;
    const plan& p = now->next.next;
    if (p.hold) {
        const auto held = co_await ctx.add_finalizer(r, finalizer);
        if (!held) co_return held.error();
    }
    const auto refused = co_await take_all(ctx, r, p);
    if (!refused) co_return refused.error();
    if (p.release) {
        const auto released = co_await ctx.remove_finalizer(r, finalizer);
        if (!released) co_return released.error();
        co_return outcome::done();
    }
    if (is_deleting(r.metadata) && !has_finalizer(r.metadata, finalizer)) co_return outcome::done();
    const auto seen = co_await cached_pods(ctx, r);  // including the writes above
    if (!seen) co_return seen.error();
    const std::optional<problem>& why = *refused ? *refused : p.why;
    const auto reported = co_await ctx.report(r, desired_status(r, *seen, why, ctx.wall_now()), {why});
    if (!reported) co_return reported.error();
    if (*refused) co_return outcome::requeue_after(std::min(retry_refused, p.again.value_or(retry_refused)));
    co_return p.again ? outcome::requeue_after(*p.again) : outcome::done();
}

void add_redis_controller(manager& m) {
    m.controller<redis>()
        .owns<pod>()
        .watches<pod>(redis_by_name, {changes_owner})
        .uses<pod>({verb::remove})
        .uses_finalizer()
        .reconcile(reconcile);
}

}  // namespace redis
