// Mutants that share something: the lead, a condition, another kind's object, a shard, a namespace.

#include "setpoint/core/race.hpp"
#include "setpoint/operator.hpp"
#include "sim/mutants/mutant.hpp"

#include <optional>

namespace mutants {

namespace {

// M9: controller-runtime#1132. What a leader has begun goes on when another one leads: it is not cancelled,
// and writes through a client that does not ask who leads.
template <bool Fixed>
struct lead {
    manager& of;
    awaitable<outcome> reconcile(context& ctx, snapshot<gadget> self) {
        setpoint::client& to = Fixed ? ctx.client() : of.unfenced_client();
        std::optional<cancel_scope> shield;
        if (!Fixed) shield.emplace(ctx.event_loop(), never, true);
        const auto there = co_await to.get<config_map>(key_of_part("g-part"));
        if (!there && there.error().code != errc::not_found) co_return there.error();
        if (!there) {
            write_options as;
            as.field_manager = ctx.field_manager();
            const auto made = co_await to.apply(part(*self, "g-part"), as);
            if (!made) co_return made.error();
        }
        gadget_status next = self->status;
        next.phase = "made";
        co_return co_await ctx.report(*self, next);
    }
};
template <bool Fixed>
void add_lead(manager& m) {
    m.controller<gadget>().uses<config_map>({verb::get, verb::create, verb::patch}).reconcile(lead<Fixed>{m});
}
void of_two_candidates(sim::exploration& what) {
    what.operators.push_back(what.operators.front());
    what.options.election.enabled = true;
    what.options.election.ns = "default";
    what.options.election.id = "gadgets";
    what.uninstall = false;  // its part has no owner
    what.only = {"P1", "P2", "P13", "P15"};
}

// M23: karpenter#2919. A part is made for a secret that is gone, and that another kind's cache still has.
std::vector<object_key> gadget_g(const core_v1::secret& s) {
    return {{s.metadata.ns.str(), "g"}};
}
template <bool Fixed>
awaitable<outcome> make_for_secret(context& ctx, snapshot<gadget> self) {
    setpoint::client& from = Fixed ? ctx.live() : ctx.client();
    const auto used = co_await from.get<core_v1::secret>(key_of_part("used"));
    if (!used && used.error().code != errc::not_found) co_return used.error();
    const std::string name = "g-" + self->spec.text;
    gadget_status next = self->status;
    next.phase = used ? self->spec.text : "refused";
    if (used) {
        const auto made = co_await ctx.ensure(*self, part(*self, name));
        if (!made) co_return made.error();
        if (!made->exists()) co_return outcome::requeue_after(1s);
    } else {
        const auto parts = co_await ctx.children<config_map>(*self);
        if (!parts) co_return parts.error();
        if (const auto gone = co_await ctx.remove(*self, *parts); !gone) co_return gone.error();
    }
    co_return co_await ctx.report(*self, next);
}
template <bool Fixed>
void add_make_for_secret(manager& m) {
    m.controller<gadget>()
        .owns<config_map>()
        .watches<core_v1::secret>(gadget_g)
        .uses<core_v1::secret>({verb::get})
        .uses<config_map>({verb::remove})
        .reconcile(make_for_secret<Fixed>);
}
void take_secret_away(testing::environment& env) {
    core_v1::secret s;
    s.metadata.name = "used";
    env.create(s);
    env.create(make_gadget());
    env.until<gadget>("g", is_at("one"));
    env.remove<core_v1::secret>("used");
    env.patch<gadget>("g", {{"spec", {{"text", "two"}}}});
    env.until<gadget>("g", is_at("refused"));
    env.until_gone<config_map>("g-one");
}
bool is_not_made_without_secret(const sim::objects& now) {
    return !now.find<config_map>(key_of_part("g-two")) || now.find<core_v1::secret>(key_of_part("used"));
}

// M25: kcp#3924. Two controllers set one condition, and the first one wins.
template <bool Fixed>
struct judge {
    const char* type;
    const char* reason;
    awaitable<outcome> reconcile(context& ctx, snapshot<gadget> self) {
        const char* const mine = Fixed ? type : "Ready";
        const condition* const before = find_condition(self->status.conditions, mine);
        if (before && self->status.observed_generation == self->metadata.generation)
            co_return outcome::done();
        boost::json::array all;
        condition c;
        c.type = mine;
        c.status = condition_status::true_;
        c.reason = reason;
        c.message = "as it should be";
        c.last_transition_time = timestamp::from(ctx.wall_now());
        gadget next = *self;
        next.status.conditions.clear();
        next.status.conditions.push_back(std::move(c));
        write_options as;
        as.field_manager = std::string(ctx.field_manager()) + "-" + type;
        as.uid = self->metadata.uid.str();
        gadget only;
        only.metadata.name = next.metadata.name;
        only.metadata.ns = next.metadata.ns;
        only.status.observed_generation = self->metadata.generation;
        only.status.conditions = next.status.conditions;
        const auto written = co_await ctx.client().apply_status(only, as);
        if (!written && written.error().code != errc::not_found) co_return written.error();
        co_return outcome::done();
    }
};
template <bool Fixed>
void add_judges(manager& m) {
    m.controller<gadget>()
        .named("one")
        .uses<gadget>({verb::patch}, "status")
        .reconcile(judge<Fixed>{"Made", "Made"});
    m.controller<gadget>()
        .named("other")
        .uses<gadget>({verb::patch}, "status")
        .reconcile(judge<Fixed>{"Checked", "Checked"});
}
void be_judged(testing::environment& env) {
    env.create(make_gadget());
    env.until<gadget>("g", [](const gadget& g) { return !g.status.conditions.empty(); });
    env.until_idle();
}

// M30: multicluster-runtime#172. A change of a part queues its gadget in the other shard too.
bool is_second(std::string_view of) {
    return of.ends_with("-2");
}
template <bool Fixed>
struct sharded {
    bool second;
    awaitable<outcome> reconcile(context& ctx, snapshot<gadget> self) {
        if (Fixed && is_second(key_of(*self).name) != second) co_return outcome::done();
        const std::string name = key_of(*self).name + "-part";
        const auto there = co_await ctx.child_named<config_map>(*self, name);
        if (!there) co_return there.error();
        if (!Fixed && *there && (*there)->data.at("text") == self->spec.text) co_return outcome::done();
        config_map c = part(*self, name);
        c.data["by"] = second ? "second" : "first";
        const auto made = co_await ctx.ensure(*self, c);
        if (!made) co_return made.error();
        if (!made->exists()) co_return outcome::requeue_after(1s);
        co_return outcome::done();
    }
};
template <bool Fixed>
void add_sharded(manager& m) {
    const bool second = is_second(m.options().name);
    m.controller<gadget>()
        .when(predicate_for<gadget>([second](const change<gadget>& c) {
            const gadget& g = c.after() ? *c.after() : *c.before();
            return is_second(key_of(g).name) == second;
        }))
        .owns<config_map>()
        .reconcile(sharded<Fixed>{second});
}
void make_one_in_each_shard(testing::environment& env) {
    for (const char* name : {"g-1", "g-2"}) {
        gadget g = make_gadget();
        g.metadata.name = name;
        env.create(g);
        env.until<config_map>(std::string(name) + "-part", exists);
    }
}
bool are_in_their_shards(const sim::objects& now) {
    for (const auto& c : now.all<config_map>()) {
        const auto by = c->data.find("by");
        const std::string_view name = c->metadata.name.view();
        if (by != c->data.end() && by->second == (name.starts_with("g-2") ? "first" : "second")) return false;
    }
    return true;
}
void of_two_shards(sim::exploration& what) {
    what.operators.push_back(what.operators.front());
}

// M31: operator-sdk#762. The namespace of the operator goes, and with it who would release the finalizer.
template <bool Fixed>
awaitable<outcome> hold_by_finalizer(context& ctx, snapshot<gadget> self) {
    if (!Fixed && is_deleting(self->metadata)) {
        const auto parts = co_await ctx.children<config_map>(*self);
        if (!parts) co_return parts.error();
        if (const auto gone = co_await ctx.remove(*self, *parts); !gone) co_return gone.error();
        const auto released = co_await ctx.remove_finalizer(*self, finalizer);
        if (!released) co_return released.error();
        co_return outcome::done();
    }
    if (!Fixed)
        if (const auto held = co_await ctx.add_finalizer(*self, finalizer); !held) co_return held.error();
    const auto made = co_await ctx.ensure(*self, part(*self, "g-part"));
    if (!made) co_return made.error();
    if (!made->exists()) co_return outcome::requeue_after(1s);
    gadget_status next = self->status;
    next.phase = "made";
    co_return co_await ctx.report(*self, next);
}
template <bool Fixed>
void add_hold_by_finalizer(manager& m) {
    auto c = m.controller<gadget>();
    c.template owns<config_map>().template uses<config_map>({verb::remove});
    if (!Fixed) c.uses_finalizer();
    c.reconcile(hold_by_finalizer<Fixed>);
}
void in_the_same_namespace(sim::exploration& what) {
    what.lives_there = true;
}

}  // namespace

std::vector<mutant> shared_mutants() {
    return {
        {"M9",
         "controller-runtime#1132",
         add_lead<false>,
         add_lead<true>,
         make_one,
         {"only the leader writes", "shutdown"},
         {},
         of_two_candidates},
        {"M23",
         "karpenter#2919",
         add_make_for_secret<false>,
         add_make_for_secret<true>,
         take_secret_away,
         {"invariant: no part without its secret"},
         {{"no part without its secret", is_not_made_without_secret}}},
        {"M25",
         "kcp#3924",
         add_judges<false>,
         add_judges<true>,
         be_judged,
         {"order independence", "same end"}},
        {"M30",
         "multicluster-runtime#172",
         add_sharded<false>,
         add_sharded<true>,
         make_one_in_each_shard,
         {"invariant: each part is in its shard"},
         {{"each part is in its shard", are_in_their_shards}},
         of_two_shards},
        {"M31",
         "operator-sdk#762",
         add_hold_by_finalizer<false>,
         add_hold_by_finalizer<true>,
         make_one,
         {"nothing left"},
         {},
         in_the_same_namespace},
    };
}

}  // namespace mutants
