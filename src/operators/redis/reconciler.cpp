#include "operators/redis/reconciler.hpp"

#include "operators/redis/status.hpp"
#include "setpoint/client/refusal.hpp"
#include "setpoint/controller/finalizer.hpp"
#include "setpoint/controller/owner_guard.hpp"
#include "setpoint/json/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace redis {

using namespace setpoint;

namespace {

constexpr const char* by_owner = "redis-owner";
// A quota that was full may have room again, which nobody tells.
constexpr duration retry_refused = std::chrono::seconds(30);

// What only somebody else can mend, or a change of the spec.
std::optional<problem> as_problem(std::string_view what, const error& e) {
    if (e.code != errc::invalid && e.code != errc::forbidden) return std::nullopt;
    const bool ending = e.server_text.find("being terminated") != std::string::npos;
    return problem{ending                    ? "NamespaceTerminating"
                   : e.code == errc::invalid ? "Rejected"
                                             : "Forbidden",
                   fmt::format("{} was refused: {}", what, brief(e))};
}

std::string_view verb_of(step::kind k) {
    switch (k) {
        case step::kind::create:
            return "creating";
        case step::kind::mend:
            return "repairing";
        case step::kind::adopt:
            return "adopting";
        case step::kind::remove:
            return "deleting";
    }
    return "";
}

// The Redis that would use a pod's name, whoever the pod belongs to: it may go on when the name is free, or
// the pod may be adopted. (Not for a changed name, of which the plan says when to look again.)
std::vector<object_key> redis_by_name(const pod& p) {
    std::vector<object_key> keys;
    if (const auto named = split_pod_name(p.metadata.name))
        keys.emplace_back(p.metadata.ns.str(), std::string(named->first));
    return keys;
}

// Whether it may have changed whose a name is.
bool changes_hands(const object_change& c, const kind_info& kind) {
    if (c.what != object_change::kind::updated) return c.what == object_change::kind::deleted;
    const object_meta &before = *kind.full_meta(c.before.get()), &after = *kind.full_meta(c.after.get());
    const owner_reference *was = controller_of(before), *is = controller_of(after);
    return (was ? was->uid : text()) != (is ? is->uid : text()) || before.labels != after.labels;
}

// Adds those of `names` that are there.
awaitable<result<>> add_by_name(client& from, const std::string& ns, const std::set<std::string>& names,
                                pods& to) {
    for (const std::string& name : names) {
        auto found = co_await from.get<pod>({ns, name});
        if (found)
            to.push_back(std::move(*found));
        else if (found.error().code != errc::not_found)
            co_return found.error();
    }
    co_return result<>();
}

}  // namespace

awaitable<outcome> redis_reconciler::reconcile(context& ctx, object_key key) {
    auto self = co_await client_.get<redis>(key);
    if (!self) {
        if (self.error().code == errc::not_found) co_return outcome::done();
        co_return self.error();
    }
    auto now = co_await look(ctx, std::move(*self));
    if (!now) co_return now.error();
    if (now->next.must_be_certain()) {
        now = co_await look_closely(ctx, std::move(*now));
        if (!now) co_return now.error();
        if (!now->self) co_return outcome::done();
    }
    const redis& r = *now->self;
    if (now->next.hold) {
        const auto held = co_await add_finalizer(client_, r, finalizer);
        if (!held) co_return held.error();
    }
    const auto refused = co_await carry_out(ctx, r, now->next);
    if (!refused) co_return refused.error();
    if (now->next.release) {
        const auto released = co_await remove_finalizer(client_, r, finalizer);
        if (!released) co_return released.error();
        co_return outcome::done();
    }
    if (is_deleting(r.metadata) && !has_finalizer(r.metadata, finalizer)) co_return outcome::done();
    const auto reported = co_await report(ctx, r, *refused ? *refused : now->next.trouble);
    if (!reported) co_return reported.error();
    if (*refused)
        co_return outcome::requeue_after(std::min(retry_refused, now->next.again.value_or(retry_refused)));
    co_return now->next.again ? outcome::requeue_after(*now->next.again) : outcome::done();
}

awaitable<result<redis_reconciler::view_of_things>> redis_reconciler::look(context& ctx,
                                                                           snapshot<redis> self) {
    auto seen = co_await cached_pods(*self);
    if (!seen) co_return seen.error();
    plan next = make_plan(*self, *seen, ctx.wall_now());
    co_return view_of_things{std::move(self), std::move(*seen), std::move(next)};
}

awaitable<result<redis_reconciler::view_of_things>> redis_reconciler::look_closely(context& ctx,
                                                                                   view_of_things before) {
    const object_key key = key_of(*before.self);
    auto self = co_await live_.get<redis>(key);
    if (!self && self.error().code == errc::not_found) co_return view_of_things{};
    if (!self) co_return self.error();
    if ((*self)->metadata.uid != before.self->metadata.uid)
        co_return error(errc::conflict,
                        fmt::format("Redis {} is another one by now, which the watch has not told yet", key));
    auto seen = co_await live_pods(**self, before.seen);
    if (!seen) co_return seen.error();
    plan next = make_plan(**self, *seen, ctx.wall_now());
    co_return view_of_things{std::move(*self), std::move(*seen), std::move(next)};
}

awaitable<result<pods>> redis_reconciler::cached_pods(const redis& self) {
    list_options mine;
    mine.ns = self.metadata.ns.str();
    mine.index = by_owner;
    mine.index_value = self.metadata.uid.str();
    auto seen = co_await client_.list<pod>(mine);
    if (!seen) co_return seen.error();
    std::set<std::string> names;
    for (int i = 0; i < self.spec.num; ++i) names.insert(pod_name(self, i));
    for (const auto& p : *seen) names.erase(p->metadata.name.str());
    const auto added = co_await add_by_name(client_, mine.ns, names, *seen);
    if (!added) co_return added.error();
    co_return std::move(*seen);
}

awaitable<result<pods>> redis_reconciler::live_pods(const redis& self, const pods& known) {
    list_options labelled;
    labelled.ns = self.metadata.ns.str();
    labelled.label_selector = selector(pod_labels(self)).to_string();
    auto seen = co_await live_.list<pod>(labelled);
    if (!seen) co_return seen.error();
    // Labels can be taken away, so what else has a name that counts is read by it.
    std::set<std::string> names;
    for (const auto& p : known) names.insert(p->metadata.name.str());
    for (int i = 0; i < self.spec.num && !is_deleting(self.metadata); ++i) names.insert(pod_name(self, i));
    for (const auto& p : *seen) names.erase(p->metadata.name.str());
    const auto added = co_await add_by_name(live_, labelled.ns, names, *seen);
    if (!added) co_return added.error();
    co_return std::move(*seen);
}

awaitable<result<redis_reconciler::refusal>> redis_reconciler::carry_out(context& ctx, const redis& self,
                                                                         const plan& p) {
    const auto creates = [](const step& s) { return s.what == step::kind::create; };
    if (ctx.guard() && std::ranges::any_of(p.steps, creates)) {
        const auto there = co_await ctx.guard()->check(client_, kind_of<redis>(), self.metadata);
        if (!there) co_return there.error();
    }
    refusal first;
    for (const step& s : p.steps) {
        if (first && creates(s)) continue;  // what was refused once is refused again
        auto refused = co_await take(ctx, self, s);
        if (!refused) co_return refused.error();
        if (*refused && !first) first = std::move(*refused);
    }
    co_return first;
}

awaitable<result<redis_reconciler::refusal>> redis_reconciler::take(context& ctx, const redis& self,
                                                                    const step& s) {
    const std::string name = pod_name(self, s.index);
    result<> done;
    if (s.what == step::kind::create)
        done = co_await create(ctx, self, s.index);
    else if (s.what == step::kind::remove)
        done = co_await remove(ctx, self, s);
    else
        done = co_await bring_into_line(ctx, self, s);
    if (done) co_return refusal();
    const std::string what = fmt::format("{} pod \"{}\"", verb_of(s.what), name);
    if (auto trouble = as_problem(what, done.error())) co_return trouble;
    co_return done.error().within(what);
}

awaitable<result<>> redis_reconciler::create(context& ctx, const redis& self, int index) {
    write_options options;
    options.field_manager = ctx.field_owner();
    const auto made = co_await client_.create(desired_pod(self, index), std::move(options));
    if (!made && made.error().code == errc::already_exists)
        co_return error(errc::conflict, "it is there, which the watch has not told yet");
    if (!made) co_return made.error();
    const text name = (*made)->metadata.name;
    ctx.log().info("Created pod", {{"pod", name.view()}, {"port", self.spec.port}});
    ctx.event(self, event_type::normal, "CreatePod", fmt::format("Created pod {}", name));
    co_return result<>();
}

// Applies what is desired; a controller reference that was taken away comes back with it.
awaitable<result<>> redis_reconciler::bring_into_line(context& ctx, const redis& self, const step& s) {
    const pod desired = desired_pod(self, s.index);
    const auto changes = json::drift(desired, *s.live);
    write_options options;
    options.field_manager = ctx.field_owner();
    options.uid = s.live->metadata.uid.str();
    options.resource_version = s.live->metadata.resource_version.str();
    const auto written = co_await client_.apply(desired, std::move(options));
    if (!written) co_return written.error();
    const bool adopted = s.what == step::kind::adopt;
    const text name = desired.metadata.name;
    for (const json::difference& d : changes)
        ctx.log().info("Repaired pod",
                       {{"pod", name.view()}, {"field", d.path}, {"from", d.live}, {"to", d.desired}});
    ctx.event(self, event_type::normal, adopted ? "AdoptPod" : "RepairPod",
              fmt::format("{} pod {}", adopted ? "Adopted" : "Repaired", name));
    co_return result<>();
}

awaitable<result<>> redis_reconciler::remove(context& ctx, const redis& self, const step& s) {
    delete_options options;
    options.uid = s.live->metadata.uid.str();
    options.resource_version = s.live->metadata.resource_version.str();
    const auto removed = co_await client_.remove<pod>(key_of(*s.live), std::move(options));
    if (!removed && removed.error().code == errc::not_found) co_return result<>();
    if (!removed) co_return removed.error();
    const text name = s.live->metadata.name;
    ctx.log().info("Deleted pod", {{"pod", name.view()}, {"why", s.why}});
    ctx.event(self, event_type::normal, "DeletePod", fmt::format("Deleted pod {}: {}", name, s.why));
    co_return result<>();
}

awaitable<result<>> redis_reconciler::report(context& ctx, const redis& self,
                                             const std::optional<problem>& trouble) {
    const auto seen = co_await cached_pods(self);  // with what was just written
    if (!seen) co_return seen.error();
    redis update;
    update.metadata.name = self.metadata.name;
    update.metadata.ns = self.metadata.ns;
    update.status = desired_status(self, *seen, trouble, ctx.wall_now());
    if (json::same(update.status, self.status)) co_return result<>();
    const condition* before = find_condition(self.status.conditions, "Degraded");
    if (trouble && (!before || before->reason != trouble->reason || before->message != trouble->message)) {
        ctx.log().warn("Redis is degraded", {{"reason", trouble->reason}, {"why", trouble->message}});
        ctx.event(self, event_type::warning, trouble->reason, trouble->message);
    }
    write_options options;
    options.uid = self.metadata.uid.str();  // never the status of another object of that name
    const auto written = co_await client_.apply_status(update, std::move(options));
    if (!written && written.error().code != errc::not_found)
        co_return written.error().within("reporting the status");
    co_return result<>();
}

void add_redis_controller(manager& m) {
    m.controller<redis>()
        .owns<pod>()
        .watches<pod>(redis_by_name, {changes_hands})
        .index<pod>(by_owner,
                    [](const pod& p, std::vector<std::string>& values) {
                        if (const owner_reference* owner = controller_of(p.metadata))
                            values.push_back(owner->uid.str());
                    })
        .uses<pod>({verb::remove})
        .uses_finalizer()
        .reconcile_with(redis_reconciler{m.client(), m.api()});
}

}  // namespace redis
