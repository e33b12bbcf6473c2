// Mutants that a crash or a lost answer between two writes brings out.

#include "setpoint/operator.hpp"
#include "sim/mutants/mutant.hpp"

namespace mutants {

namespace {

// M1: rabbitmq/cluster-operator#782. A resize deletes the part and creates it again; only a new gadget gets
// one otherwise.
template <bool Fixed>
awaitable<outcome> resize(context& ctx, snapshot<gadget> self) {
    if (Fixed) {
        const auto current = co_await is_current(ctx, *self);
        if (!current) co_return current.error();
        if (!*current) co_return outcome::requeue_after(1s);
    }
    const auto live = co_await ctx.child_named<config_map>(*self, "g-part");
    if (!live) co_return live.error();
    config_map wanted = part(*self, "g-part");
    wanted.data["size"] = std::to_string(self->spec.size);
    if (*live && (*live)->data.at("size") != wanted.data["size"]) {
        if (const auto gone = co_await ctx.remove(*self, **live); !gone) co_return gone.error();
        const auto made = co_await ctx.ensure(*self, wanted);
        if (!made) co_return made.error();
    } else if (!*live && (Fixed || self->status.phase.empty())) {
        const auto made = co_await ctx.ensure(*self, wanted);
        if (!made) co_return made.error();
    }
    gadget_status next = self->status;
    next.phase = "made";
    co_return co_await ctx.report(*self, next);
}
template <bool Fixed>
void add_resize(manager& m) {
    m.controller<gadget>().owns<config_map>().uses<config_map>({verb::remove}).reconcile(resize<Fixed>);
}
void resize_once(testing::environment& env) {
    env.create(make_gadget(1));
    env.until<gadget>("g", is_at("made"));
    env.patch<gadget>("g", {{"spec", {{"size", 2}}}});
    env.until<config_map>("g-part", [](const config_map& c) { return c.data.at("size") == "2"; });
}

// M2: K8SPSMDB-578. The second child is created only together with the first one.
template <bool Fixed>
awaitable<outcome> make_pair(context& ctx, snapshot<gadget> self) {
    const auto first = co_await ctx.child_named<config_map>(*self, "g-first");
    if (!first) co_return first.error();
    if (Fixed || !*first) {
        for (const char* name : {"g-first", "g-second"}) {
            const auto made = co_await ctx.ensure(*self, part(*self, name));
            if (!made) co_return made.error();
        }
    }
    gadget_status next = self->status;
    next.phase = "made";
    co_return co_await ctx.report(*self, next);
}
template <bool Fixed>
void add_pair(manager& m) {
    m.controller<gadget>().owns<config_map>().reconcile(make_pair<Fixed>);
}

// M5: scylla-operator#2492. It creates parts with generated names, as many as its status lacks.
// M6: a POST is sent again when its answer is lost.
// M32: kubernetes#129795. It creates as many as its cache lacks.
enum class counting : std::uint8_t { status, cache, cache_and_again };
template <bool Fixed, counting How>
awaitable<outcome> create_parts(context& ctx, snapshot<gadget> self) {
    const auto there = co_await ctx.children<config_map>(*self);
    if (!there) co_return there.error();
    const std::int32_t has =
        How == counting::status ? self->status.size : static_cast<std::int32_t>(there->size());
    for (std::int32_t i = Fixed ? 0 : has; i < self->spec.size; ++i) {
        config_map c = child_of<config_map>(*self, "-" + std::to_string(i));
        if (Fixed) {
            const auto made = co_await ctx.ensure(*self, c);
            if (!made) co_return made.error();
            continue;
        }
        c.metadata.name = {};
        c.metadata.generate_name = "g-";
        if (const auto owned = set_controller_reference(c, *self); !owned) co_return owned.error();
        auto made = co_await ctx.client().create(c);
        if (!made && How == counting::cache_and_again && made.error().code == errc::unknown_outcome)
            made = co_await ctx.client().create(c);
        if (!made) co_return made.error();
    }
    if (Fixed) {
        for (const snapshot<config_map>& c : *there) {
            const std::string_view number = c->metadata.name.view().substr(key_of(*self).name.size() + 1);
            if (std::stoi(std::string(number)) < self->spec.size) continue;
            if (const auto removed = co_await ctx.remove(*self, *c); !removed) co_return removed.error();
        }
    }
    gadget_status next = self->status;
    next.size = self->spec.size;
    next.phase = "made";
    co_return co_await ctx.report(*self, next);
}
template <bool Fixed, counting How>
void add_create_parts(manager& m) {
    m.controller<gadget>()
        .owns<config_map>()
        .uses<config_map>({verb::create, verb::remove})
        .reconcile(create_parts<Fixed, How>);
}
void make_three_parts(testing::environment& env) {
    env.create(make_gadget(3));
    env.until<gadget>("g", is_at("made"));
}

// M26: kcp#3926. The part is created empty and filled afterwards; one that exists counts as done.
// M27: kratix#741. The same, with the mark that initialises it.
template <bool Fixed, bool Mark>
awaitable<outcome> create_and_fill(context& ctx, snapshot<gadget> self) {
    config_map c = child_of<config_map>(*self);
    const auto live = co_await ctx.child_named<config_map>(*self, c.metadata.name.str());
    if (!live) co_return live.error();
    boost::json::object rest = Mark ? boost::json::object{{"metadata", {{"annotations", {{"ready", "yes"}}}}}}
                                    : boost::json::object{{"data", {{"text", self->spec.text}}}};
    if (Fixed) {
        if (Mark)
            c.metadata.annotations["ready"] = "yes";
        else
            c.data["text"] = self->spec.text;
    }
    if (Fixed || !*live) {
        const auto made = co_await ctx.ensure(*self, c);
        if (!made) co_return made.error();
    }
    if (!Fixed && !*live) {
        const auto filled = co_await ctx.client().merge_patch<config_map>(key_of(c), std::move(rest));
        if (!filled) co_return filled.error();
    }
    gadget_status next = self->status;
    next.phase = "made";
    co_return co_await ctx.report(*self, next);
}
template <bool Fixed, bool Mark>
void add_create_and_fill(manager& m) {
    m.controller<gadget>().owns<config_map>().reconcile(create_and_fill<Fixed, Mark>);
}

// M14: kro#1170. It reports that all is made, and then makes it.
template <bool Fixed>
awaitable<outcome> report_first(context& ctx, snapshot<gadget> self) {
    gadget_status next = self->status;
    next.phase = "made";
    if (!Fixed && self->status.phase == "made") co_return outcome::done();
    if (!Fixed)
        if (const auto done = co_await ctx.report(*self, next); !done) co_return done.error();
    for (const char* name : {"g-a", "g-b", "g-c"}) {
        const auto made = co_await ctx.ensure(*self, part(*self, name));
        if (!made) co_return made.error();
    }
    co_return co_await ctx.report(*self, next);
}
template <bool Fixed>
void add_report_first(manager& m) {
    m.controller<gadget>().owns<config_map>().reconcile(report_first<Fixed>);
}

// M15: kro#1171. The finalizer goes before the part, which has no owner.
template <bool Fixed>
awaitable<outcome> release_first(context& ctx, snapshot<gadget> self) {
    const object_key key = key_of_part("g-shared");
    if (Fixed && !is_deleting(self->metadata)) {
        const auto current = co_await is_current(ctx, *self);
        if (!current) co_return current.error();
        if (!*current) co_return outcome::requeue_after(1s);
    }
    if (!is_deleting(self->metadata)) {
        if (const auto held = co_await ctx.add_finalizer(*self, finalizer); !held) co_return held.error();
        const auto made = co_await ctx.client().apply(part(*self, key.name),
                                                      {.field_manager = std::string(ctx.field_manager())});
        if (!made) co_return made.error();
        gadget_status next = self->status;
        next.phase = "made";
        co_return co_await ctx.report(*self, next);
    }
    if (!Fixed)
        if (const auto released = co_await ctx.remove_finalizer(*self, finalizer); !released)
            co_return released.error();
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
template <bool Fixed>
void add_release_first(manager& m) {
    m.controller<gadget>()
        .uses<config_map>({verb::get, verb::create, verb::patch, verb::remove})
        .uses_finalizer()
        .reconcile(release_first<Fixed>);
}

}  // namespace

std::vector<mutant> crash_mutants() {
    return {
        {"M1",
         "rabbitmq/cluster-operator#782",
         add_resize<false>,
         add_resize<true>,
         resize_once,
         {"same end", "story"}},
        {"M2", "K8SPSMDB-578", add_pair<false>, add_pair<true>, make_one, {"same end"}},
        {"M5",
         "scylla-operator#2492",
         add_create_parts<false, counting::status>,
         add_create_parts<true, counting::status>,
         make_three_parts,
         {"nothing created twice"}},
        {"M6",
         "a POST that is repeated blindly",
         add_create_parts<false, counting::cache_and_again>,
         add_create_parts<true, counting::cache>,
         make_three_parts,
         {"nothing created twice"},
         {},
         {},
         {"P4"}},
        {"M26",
         "kcp#3926",
         add_create_and_fill<false, false>,
         add_create_and_fill<true, false>,
         make_one,
         {"same end"}},
        {"M27",
         "kratix#741",
         add_create_and_fill<false, true>,
         add_create_and_fill<true, true>,
         make_one,
         {"same end"}},
        {"M32",
         "kubernetes#129795",
         add_create_parts<false, counting::cache>,
         add_create_parts<true, counting::cache>,
         make_three_parts,
         {"same end", "nothing created twice"}},
        {"M14", "kro#1170", add_report_first<false>, add_report_first<true>, make_one, {"same end"}},
        {"M15",
         "kro#1171",
         add_release_first<false>,
         add_release_first<true>,
         make_and_delete,
         {"same end", "nothing left"}},
    };
}

}  // namespace mutants
