// Mutants that act on what they saw too late, or never saw.

#include "setpoint/api/core_v1.hpp"
#include "setpoint/operator.hpp"
#include "sim/mutants/mutant.hpp"

namespace mutants {

namespace {

// M3: K8SPSMDB-430. The part of a deleted gadget is deleted by its name, and may belong to its successor.
template <bool Fixed>
awaitable<outcome> delete_by_name(context& ctx, snapshot<gadget> self) {
    if (!is_deleting(self->metadata)) {
        if (const auto held = co_await ctx.add_finalizer(*self, finalizer); !held) co_return held.error();
        const auto made = co_await ctx.ensure(*self, part(*self, "g-part"));
        if (!made) co_return made.error();
        gadget_status next = self->status;
        next.phase = "made";
        co_return co_await ctx.report(*self, next);
    }
    if (Fixed) {
        const auto live = co_await ctx.child_named<config_map>(*self, "g-part");
        if (!live) co_return live.error();
        if (*live)
            if (const auto gone = co_await ctx.remove(*self, **live);
                !gone && gone.error().code != errc::conflict)
                co_return gone.error();
    } else {
        const auto gone = co_await ctx.client().remove<config_map>(key_of_part("g-part"));
        if (!gone && gone.error().code != errc::not_found) co_return gone.error();
    }
    if (const auto released = co_await ctx.remove_finalizer(*self, finalizer); !released)
        co_return released.error();
    co_return outcome::done();
}
template <bool Fixed>
void add_delete_by_name(manager& m) {
    m.controller<gadget>()
        .owns<config_map>()
        .uses<config_map>({verb::remove})
        .uses_finalizer()
        .reconcile(delete_by_name<Fixed>);
}
void make_delete_make(testing::environment& env) {
    env.create(make_gadget());
    env.until<gadget>("g", is_at("made"));
    env.remove<gadget>("g");
    env.until_gone<gadget>("g");
    env.create(make_gadget());
    env.until<gadget>("g", is_at("made"));
    env.patch<gadget>("g", {{"spec", {{"text", "two"}}}});
    env.until<config_map>("g-part", [](const config_map& c) { return c.data.at("text") == "two"; });
}

// M4: cassandra-operator#398. The part goes when the gadget is seen being deleted, and no finalizer makes
// sure of that.
template <bool Fixed>
awaitable<outcome> clean_up(context& ctx, snapshot<gadget> self) {
    if (Fixed && !is_deleting(self->metadata)) {
        const auto current = co_await is_current(ctx, *self);
        if (!current) co_return current.error();
        if (!*current) co_return outcome::requeue_after(1s);
    }
    const object_key key = key_of_part("g-shared");
    if (is_deleting(self->metadata)) {
        const auto live = co_await ctx.live().get<config_map>(key);
        if (live) {
            delete_options which;
            which.uid = (*live)->metadata.uid.str();
            const auto gone = co_await ctx.live().remove<config_map>(key, which);
            if (!gone && gone.error().code != errc::not_found) co_return gone.error();
        } else if (live.error().code != errc::not_found) {
            co_return live.error();
        }
        if (Fixed)
            if (const auto released = co_await ctx.remove_finalizer(*self, finalizer); !released)
                co_return released.error();
        co_return outcome::done();
    }
    if (Fixed)
        if (const auto held = co_await ctx.add_finalizer(*self, finalizer); !held) co_return held.error();
    write_options as;
    as.field_manager = ctx.field_manager();
    const auto made = co_await ctx.client().apply(part(*self, key.name), as);
    if (!made) co_return made.error();
    gadget_status next = self->status;
    next.phase = "made";
    co_return co_await ctx.report(*self, next);
}
template <bool Fixed>
void add_clean_up(manager& m) {
    m.controller<gadget>()
        .uses<config_map>({verb::get, verb::create, verb::patch, verb::remove})
        .uses_finalizer()
        .reconcile(clean_up<Fixed>);
}
// Somebody else's finalizer holds the gadget for a second.
void make_and_delete_slowly(testing::environment& env) {
    gadget g = make_gadget();
    g.metadata.finalizers.emplace_back("example.com/other");
    env.create(g);
    env.until<gadget>("g", is_at("made"));
    env.remove<gadget>("g");
    env.advance(1s);
    const auto live = env.find<gadget>("g");
    boost::json::array rest;
    for (const auto& f : live->metadata.finalizers)
        if (f != "example.com/other") rest.emplace_back(f.str());
    env.patch<gadget>("g", {{"metadata", {{"finalizers", rest}}}});
    env.until_gone<gadget>("g");
}

// M10: kubernetes#56261. A secret that its cache lacks is taken for one that does not exist, for good.
template <bool Fixed>
awaitable<outcome> use_secret(context& ctx, snapshot<gadget> self) {
    if (!Fixed && !self->status.phase.empty()) co_return outcome::done();
    const auto used = co_await ctx.client().get<core_v1::secret>({self->metadata.ns.str(), self->spec.text});
    if (!used && used.error().code != errc::not_found) co_return used.error();
    gadget_status next = self->status;
    next.phase = used ? "made" : "failed";
    co_return co_await ctx.report(*self, next);
}
std::vector<object_key> gadget_of(const core_v1::secret& s) {
    return {{s.metadata.ns.str(), "g"}};
}
template <bool Fixed>
void add_use_secret(manager& m) {
    m.controller<gadget>().watches<core_v1::secret>(gadget_of).reconcile(use_secret<Fixed>);
}
void make_secret_and_user(testing::environment& env) {
    core_v1::secret s;
    s.metadata.name = "used";
    env.create(s);
    env.create(make_gadget(1, "used"));
    env.until<gadget>("g", [](const gadget& g) { return !g.status.phase.empty(); });
}

// M11: cloud-on-k8s#5274. It scales down to a size that it read from an old list.
template <bool Fixed>
awaitable<outcome> scale(context& ctx, snapshot<gadget> self) {
    auto parts = co_await ctx.children<config_map>(*self);
    if (!parts) co_return parts.error();
    std::int32_t size = self->spec.size;
    if (Fixed && static_cast<std::int32_t>(parts->size()) > size) {
        const auto live = co_await ctx.live().get<gadget>(key_of(*self));
        if (!live) co_return live.error();
        size = (*live)->spec.size;
    }
    for (const auto& p : *parts)
        if (p->metadata.name.view() >= "g-" + std::to_string(size))
            if (const auto gone = co_await ctx.remove(*self, *p); !gone) co_return gone.error();
    for (std::int32_t i = 0; i < size; ++i) {
        const auto made = co_await ctx.ensure(*self, child_of<config_map>(*self, "-" + std::to_string(i)));
        if (!made) co_return made.error();
    }
    gadget_status next = self->status;
    next.size = size;
    next.phase = "made";
    co_return co_await ctx.report(*self, next);
}
template <bool Fixed>
void add_scale(manager& m) {
    m.controller<gadget>().owns<config_map>().uses<config_map>({verb::remove}).reconcile(scale<Fixed>);
}
void scale_up(testing::environment& env) {
    env.create(make_gadget(1));
    env.until<gadget>("g", [](const gadget& g) { return g.status.size == 1; });
    env.patch<gadget>("g", {{"spec", {{"size", 3}}}});
    env.until<gadget>("g", [](const gadget& g) { return g.status.size == 3; });
}

// M12: a part that its cache lacks counts as deleted, and the finalizer goes.
template <bool Fixed>
awaitable<outcome> release_on_miss(context& ctx, snapshot<gadget> self) {
    if (Fixed && !is_deleting(self->metadata)) {
        const auto current = co_await is_current(ctx, *self);
        if (!current) co_return current.error();
        if (!*current) co_return outcome::requeue_after(1s);
    }
    const object_key key = key_of_part("g-shared");
    if (!is_deleting(self->metadata)) {
        if (const auto held = co_await ctx.add_finalizer(*self, finalizer); !held) co_return held.error();
        write_options as;
        as.field_manager = ctx.field_manager();
        const auto made = co_await ctx.client().apply(part(*self, key.name), as);
        if (!made) co_return made.error();
        gadget_status next = self->status;
        next.phase = "made";
        co_return co_await ctx.report(*self, next);
    }
    auto reading = Fixed ? ctx.live().get<config_map>(key) : ctx.client().get<config_map>(key);
    const auto there = co_await std::move(reading);
    if (!there && there.error().code != errc::not_found) co_return there.error();
    if (there) {
        delete_options which;
        which.uid = (*there)->metadata.uid.str();
        const auto gone = co_await ctx.client().remove<config_map>(key, which);
        if (!gone && gone.error().code != errc::not_found) co_return gone.error();
    }
    if (const auto released = co_await ctx.remove_finalizer(*self, finalizer); !released)
        co_return released.error();
    co_return outcome::done();
}
std::vector<object_key> gadget_of_part(const config_map& c) {
    if (c.metadata.name != "g-shared") return {};
    return {{c.metadata.ns.str(), "g"}};
}
template <bool Fixed>
void add_release_on_miss(manager& m) {
    m.controller<gadget>()
        .watches<config_map>(gadget_of_part)
        .uses<config_map>({verb::get, verb::create, verb::patch, verb::remove})
        .uses_finalizer()
        .reconcile(release_on_miss<Fixed>);
}

// M21: karpenter#2916. It deletes what looks unused in a cache that lags.
template <bool Fixed>
awaitable<outcome> delete_unused(context& ctx, snapshot<gadget> self) {
    const object_key user{self->metadata.ns.str(), self->spec.text}, box{self->metadata.ns.str(), "box"};
    auto used = co_await ctx.client().get<config_map>(user);
    if (!used && Fixed) used = co_await ctx.live().get<config_map>(user);
    if (!used && used.error().code != errc::not_found) co_return used.error();
    if (!used) {
        const auto live = co_await ctx.live().get<core_v1::secret>(box);
        if (!live && live.error().code != errc::not_found) co_return live.error();
        delete_options which;
        if (live) which.uid = (*live)->metadata.uid.str();
        if (live)
            if (const auto gone = co_await ctx.live().remove<core_v1::secret>(box, which); !gone)
                co_return gone.error();
    }
    gadget_status next = self->status;
    next.phase = "made";
    co_return co_await ctx.report(*self, next);
}
std::vector<object_key> gadget_of_user(const config_map& c) {
    if (c.metadata.name != "user") return {};
    return {{c.metadata.ns.str(), "g"}};
}
template <bool Fixed>
void add_delete_unused(manager& m) {
    m.controller<gadget>()
        .watches<config_map>(gadget_of_user)
        .uses<config_map>({verb::get})
        .uses<core_v1::secret>({verb::get, verb::remove})
        .reconcile(delete_unused<Fixed>);
}
void make_box_and_user(testing::environment& env) {
    core_v1::secret box;
    box.metadata.name = "box";
    env.create(box);
    config_map user;
    user.metadata.name = "user";
    env.create(user);
    env.create(make_gadget(1, "user"));
    env.until<gadget>("g", is_at("made"));
}

// M24: kcp#3925. What it needs arrives late, and nothing tells it.
template <bool Fixed>
awaitable<outcome> wait_for_secret(context& ctx, snapshot<gadget> self) {
    const auto used = co_await ctx.client().get<core_v1::secret>({self->metadata.ns.str(), self->spec.text});
    if (!used && used.error().code != errc::not_found) co_return used.error();
    gadget_status next = self->status;
    next.phase = used ? "made" : "waiting";
    co_return co_await ctx.report(*self, next);
}
std::vector<object_key> nobody(const core_v1::secret&) {
    return {};
}
template <bool Fixed>
void add_wait_for_secret(manager& m) {
    m.controller<gadget>()
        .watches<core_v1::secret>(Fixed ? gadget_of : nobody)
        .reconcile(wait_for_secret<Fixed>);
}

// M28: opensearch-k8s-operator#1471. It replaces parts one by one, and after a restart does not see the one
// that it has just deleted.
template <bool Fixed>
awaitable<outcome> replace_parts(context& ctx, snapshot<gadget> self) {
    if (Fixed && !is_deleting(self->metadata)) {
        const auto current = co_await is_current(ctx, *self);
        if (!current) co_return current.error();
        if (!*current) co_return outcome::requeue_after(1s);
    }
    const auto parts = co_await ctx.children<config_map>(*self);
    if (!parts) co_return parts.error();
    const auto size = static_cast<std::size_t>(self->spec.size);
    for (const auto& p : *parts) {
        if (p->data.at("text") == self->spec.text || parts->size() < size) continue;
        if (Fixed) {
            std::size_t there = 0;
            for (std::size_t i = 0; i < size; ++i) {
                const auto live = co_await ctx.live().get<config_map>(key_of_part("g-" + std::to_string(i)));
                if (!live && live.error().code != errc::not_found) co_return live.error();
                there += live.has_value();
            }
            if (there < size) break;
        }
        if (const auto gone = co_await ctx.remove(*self, *p); !gone) co_return gone.error();
        co_return outcome::requeue_after(100ms);
    }
    for (std::size_t i = 0; i < size; ++i) {
        config_map c = child_of<config_map>(*self, "-" + std::to_string(i));
        const auto known = co_await ctx.child_named<config_map>(*self, c.metadata.name.str());
        if (!known) co_return known.error();
        if (*known) continue;
        c.data["text"] = self->spec.text;
        const auto made = co_await ctx.ensure(*self, c);
        if (!made) co_return made.error();
        if (!made->exists()) co_return outcome::requeue_after(1s);
        if (parts->size() + 1 >= size) co_return outcome::requeue_after(100ms);
    }
    gadget_status next = self->status;
    next.phase = self->spec.text;
    co_return co_await ctx.report(*self, next);
}
template <bool Fixed>
void add_replace_parts(manager& m) {
    m.controller<gadget>()
        .owns<config_map>()
        .uses<config_map>({verb::get, verb::remove})
        .reconcile(replace_parts<Fixed>);
}
void replace_three(testing::environment& env) {
    env.create(make_gadget(3));
    env.until<gadget>("g", is_at("one"));
    env.patch<gadget>("g", {{"spec", {{"text", "two"}}}});
    env.until<gadget>("g", is_at("two"));
}
bool is_almost_whole(const sim::objects& now) {
    const auto g = now.find<gadget>({"default", "g"});
    if (!g || g->status.phase.empty()) return true;
    std::int32_t parts = 0;
    for (const auto& c : now.all<config_map>()) parts += c->metadata.name.view().starts_with("g-");
    return parts >= g->spec.size - 1;
}

}  // namespace

std::vector<mutant> stale_mutants() {
    return {
        {"M3",
         "K8SPSMDB-430",
         add_delete_by_name<false>,
         add_delete_by_name<true>,
         make_delete_make,
         {"nothing deleted twice", "deletes what it has read"}},
        {"M4",
         "cassandra-operator#398",
         add_clean_up<false>,
         add_clean_up<true>,
         make_and_delete_slowly,
         {"same end", "nothing left"}},
        {"M10",
         "kubernetes#56261",
         add_use_secret<false>,
         add_use_secret<true>,
         make_secret_and_user,
         {"same end"}},
        {"M11", "cloud-on-k8s#5274", add_scale<false>, add_scale<true>, scale_up, {"nothing deleted twice"}},
        {"M12",
         "a miss in a cache that lags",
         add_release_on_miss<false>,
         add_release_on_miss<true>,
         make_and_delete,
         {"same end", "nothing left"}},
        {"M21",
         "karpenter#2916",
         add_delete_unused<false>,
         add_delete_unused<true>,
         make_box_and_user,
         {"same end"},
         {},
         // If the user really comes after the gadget, the box is unused when the gadget is seen.
         [](sim::exploration& what) { what.except = {"P17"}; }},
        {"M24",
         "kcp#3925",
         add_wait_for_secret<false>,
         add_wait_for_secret<true>,
         make_secret_and_user,
         {"same end", "a restart writes nothing"}},
        {"M28",
         "opensearch-k8s-operator#1471",
         add_replace_parts<false>,
         add_replace_parts<true>,
         replace_three,
         {"invariant: at most one part is missing", "nothing deleted twice"},
         {{"at most one part is missing", is_almost_whole}}},
    };
}

}  // namespace mutants
