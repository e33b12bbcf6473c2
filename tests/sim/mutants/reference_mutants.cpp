// Mutants that rely on what they once saw: a name, a condition, a count, a readiness.

#include "setpoint/operator.hpp"
#include "sim/mutants/mutant.hpp"

#include <map>

namespace mutants {

namespace {

awaitable<outcome> report_phase(context& ctx, const gadget& self, std::string phase) {
    gadget_status next = self.status;
    next.phase = std::move(phase);
    co_return co_await ctx.report(self, std::move(next));
}

// M17: crossplane#7222. The status names what was made, and nobody looks whether it is still there.
template <bool Fixed>
awaitable<outcome> refer(context& ctx, snapshot<gadget> self) {
    const std::string name = "g-part";
    if (!Fixed && self->status.phase == name) co_return outcome::done();
    const auto made = co_await ctx.ensure(*self, part(*self, name));
    if (!made) co_return made.error();
    if (!made->exists()) co_return outcome::requeue_after(1s);
    co_return co_await report_phase(ctx, *self, name);
}
template <bool Fixed>
void add_refer(manager& m) {
    m.controller<gadget>().owns<config_map>().reconcile(refer<Fixed>);
}

// M18: crossplane#7223. It remembers which generation it has handled, and trusts the condition otherwise.
template <bool Fixed>
struct trusting {
    std::map<std::string, std::int64_t> handled{};  // generation, by UID

    awaitable<outcome> reconcile(context& ctx, snapshot<gadget> self) {
        const condition* const synced = find_condition(self->status.conditions, "Synced");
        std::int64_t& known = handled[self->metadata.uid.str()];
        const bool is_synced = synced && synced->status == condition_status::true_;
        const bool is_old = Fixed ? !synced || synced->observed_generation != self->metadata.generation
                                  : known != 0 && known != self->metadata.generation;
        known = self->metadata.generation;
        if (!Fixed && is_synced && !is_old) co_return outcome::done();
        const auto made = co_await ctx.ensure(*self, part(*self, "g-part"));
        if (!made) co_return made.error();
        if (!made->exists()) co_return outcome::requeue_after(1s);
        gadget_status next = self->status;
        next.phase = self->spec.text;
        ctx.conditions(*self, next).set("Synced", condition_true("Shown"));
        co_return co_await ctx.report(*self, std::move(next));
    }
};
template <bool Fixed>
void add_trusting(manager& m) {
    m.controller<gadget>().owns<config_map>().reconcile(trusting<Fixed>());
}
void show_two(testing::environment& env) {
    env.create(make_gadget());
    env.until<gadget>("g", is_at("one"));
    env.patch<gadget>("g", {{"spec", {{"text", "two"}}}});
    env.until<gadget>("g", is_at("two"));
}

// M19: karpenter#2915. The limit of two parts is compared with a cached count.
template <bool Fixed>
awaitable<outcome> limit_parts(context& ctx, snapshot<gadget> self) {
    constexpr std::size_t most = 2;
    const std::string name = key_of(*self).name + "-part";
    setpoint::client& from = Fixed ? ctx.live() : ctx.client();
    const auto own = co_await from.get<config_map>(key_of_part(name));
    if (!own && own.error().code != errc::not_found) co_return own.error();
    if (!own) {
        list_options which;
        which.ns = "default";
        const auto all = co_await from.list<config_map>(which);
        if (!all) co_return all.error();
        std::size_t there = 0;
        for (const auto& c : *all) there += c->metadata.name.view().ends_with("-part") ? 1 : 0;
        if (there >= most) co_return co_await report_phase(ctx, *self, "refused");
    }
    const auto made = co_await ctx.ensure(*self, part(*self, name));
    if (!made) co_return made.error();
    if (!made->exists()) co_return outcome::requeue_after(1s);
    co_return co_await report_phase(ctx, *self, "made");
}
template <bool Fixed>
void add_limit_parts(manager& m) {
    m.controller<gadget>()
        .owns<config_map>()
        .uses<config_map>({verb::get, verb::list})
        .max_concurrent(1)
        .reconcile(limit_parts<Fixed>);
}
void make_three_gadgets(testing::environment& env) {
    for (const char* name : {"a", "b", "c"}) {
        gadget g = make_gadget();
        g.metadata.name = name;
        env.create(g);
        env.until<gadget>(name, [](const gadget& x) { return !x.status.phase.empty(); });
    }
}
// Whoever comes first gets the place of a part that somebody deletes.
void of_kept_parts(sim::exploration& what) {
    what.except = {"P11.before", "P11.after"};
}
bool are_few(const sim::objects& now) {
    std::size_t parts = 0;
    for (const auto& c : now.all<config_map>()) parts += c->metadata.name.view().ends_with("-part") ? 1 : 0;
    return parts <= 2;
}

// M20: karpenter#2918. The top is built on the base that was there when it was looked at.
template <bool Fixed>
awaitable<outcome> build(context& ctx, snapshot<gadget> self) {
    const auto base = co_await ctx.ensure(*self, part(*self, "g-base"));
    if (!base) co_return base.error();
    if (!base->exists()) co_return outcome::requeue_after(1s);
    const auto there = co_await ctx.child_named<config_map>(*self, "g-top");
    if (!there) co_return there.error();
    if (Fixed || !*there) {
        config_map top = part(*self, "g-top");
        top.data["base"] = base->object->metadata.uid.str();
        const auto made = co_await ctx.ensure(*self, top);
        if (!made) co_return made.error();
        if (!made->exists()) co_return outcome::requeue_after(1s);
    }
    co_return co_await report_phase(ctx, *self, "made");
}
template <bool Fixed>
void add_build(manager& m) {
    m.controller<gadget>().owns<config_map>().reconcile(build<Fixed>);
}

// M22: karpenter#2922. A pod that is not ready in time is replaced, even if only the cache says so.
template <bool Fixed>
awaitable<outcome> replace_late(context& ctx, snapshot<gadget> self) {
    constexpr duration limit = 10s;
    auto wanted = child_of<pod>(*self);
    container& c = wanted.spec.containers.emplace_back();
    c.name = "main";
    c.image = "busybox:1";
    const auto made = co_await ctx.ensure(*self, wanted);
    if (!made) co_return made.error();
    if (!made->exists()) co_return outcome::requeue_after(1s);
    auto live = co_await ctx.client().get<pod>(key_of(wanted));
    if (!live) co_return live.error();
    if (is_true((*live)->status.conditions, "Ready")) co_return co_await report_phase(ctx, *self, "made");
    if (self->status.phase.empty())
        if (const auto told = co_await report_phase(ctx, *self, "waiting");
            told.what() != outcome::kind::done)
            co_return told;
    const duration age = ctx.wall_now() - (*live)->metadata.creation_timestamp.to_wall_time();
    if (age < limit) co_return outcome::requeue_after(limit - age);
    if (Fixed) {
        live = co_await ctx.live().get<pod>(key_of(wanted));
        if (!live) co_return live.error();
        if (is_true((*live)->status.conditions, "Ready")) co_return outcome::requeue_after(1s);
    }
    if (const auto gone = co_await ctx.remove(*self, **live); !gone) co_return gone.error();
    co_return outcome::requeue_after(1s);
}
template <bool Fixed>
void add_replace_late(manager& m) {
    m.controller<gadget>().owns<pod>().uses<pod>({verb::get, verb::remove}).reconcile(replace_late<Fixed>);
}
void run_pod(testing::environment& env) {
    env.create(make_gadget());
    env.until<gadget>("g", is_at("made"));
}

}  // namespace

std::vector<mutant> reference_mutants() {
    return {
        {"M17", "crossplane#7222", add_refer<false>, add_refer<true>, make_one, {"same end"}},
        {"M18",
         "crossplane#7223",
         add_trusting<false>,
         add_trusting<true>,
         show_two,
         {"status true", "same end", "story"}},
        {"M19",
         "karpenter#2915",
         add_limit_parts<false>,
         add_limit_parts<true>,
         make_three_gadgets,
         {"invariant: at most two parts"},
         {{"at most two parts", are_few}},
         of_kept_parts},
        {"M20", "karpenter#2918", add_build<false>, add_build<true>, make_one, {"same end"}},
        {"M22",
         "karpenter#2922",
         add_replace_late<false>,
         add_replace_late<true>,
         run_pod,
         {"nothing created twice", "nothing deleted twice"}},
    };
}

}  // namespace mutants
