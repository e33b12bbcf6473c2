// Mutants that never come to rest, or whose outcome depends on the way.

#include "setpoint/operator.hpp"
#include "sim/mutants/mutant.hpp"

#include <algorithm>

namespace mutants {

namespace {

// M7: the status has the time of each reconcile. M16: crossplane#7221, it is written each time.
template <bool Fixed, bool Time>
awaitable<outcome> write_status(context& ctx, snapshot<gadget> self) {
    const std::string text = Fixed  ? ""
                             : Time ? timestamp::from(ctx.wall_now()).to_string()
                                    : std::to_string(self->status.size + 1);
    if (Fixed && !self->status.phase.empty()) co_return outcome::done();
    const auto done = co_await ctx.client().merge_patch<gadget>(
        key_of(*self), {{"status", {{"phase", "made " + text}, {"size", self->status.size + 1}}}}, {},
        "status");
    if (!done) co_return done.error();
    co_return outcome::done();
}
template <bool Fixed, bool Time>
void add_write_status(manager& m) {
    m.controller<gadget>().uses<gadget>({verb::patch}, "status").reconcile(write_status<Fixed, Time>);
}

// M8: the order of a list is another one each time.
template <bool Fixed>
awaitable<outcome> shuffle(context& ctx, snapshot<gadget> self) {
    std::vector<std::string> words{"one", "two", "three", "four", "five", "six"};
    if (!Fixed)
        for (std::size_t i = words.size(); i > 1; --i)
            std::swap(words[i - 1], words[ctx.event_loop().random().below(i)]);
    config_map c = child_of<config_map>(*self);
    for (const std::string& w : words) c.data["text"] += w + " ";
    const auto made = co_await ctx.ensure(*self, c);
    if (!made) co_return made.error();
    gadget_status next = self->status;
    next.phase = "made";
    co_return co_await ctx.report(*self, next);
}
template <bool Fixed>
void add_shuffle(manager& m) {
    m.controller<gadget>().owns<config_map>().reconcile(shuffle<Fixed>);
}

// M13: a field of an earlier spec stays, since a merge patch removes only what it names.
template <bool Fixed>
awaitable<outcome> merge(context& ctx, snapshot<gadget> self) {
    config_map c = child_of<config_map>(*self);
    c.data["text-" + self->spec.text] = "shown";
    const auto live = co_await ctx.client().get<config_map>(key_of(*self));
    if (!live && live.error().code != errc::not_found) co_return live.error();
    if (Fixed || !live) {
        const auto made = co_await ctx.ensure(*self, c);
        if (!made) co_return made.error();
    } else if (!(*live)->data.contains("text-" + self->spec.text)) {
        const auto done = co_await ctx.client().merge_patch<config_map>(
            key_of(*self), {{"data", {{"text-" + self->spec.text, "shown"}}}});
        if (!done) co_return done.error();
    }
    gadget_status next = self->status;
    next.phase = self->spec.text;
    co_return co_await ctx.report(*self, next);
}
template <bool Fixed>
void add_merge(manager& m) {
    m.controller<gadget>()
        .owns<config_map>()
        .uses<config_map>({verb::get, verb::patch})
        .reconcile(merge<Fixed>);
}

// M29: crossplane#6751. Two controllers want other values of one field.
template <bool Fixed>
awaitable<outcome> fight(context& ctx, snapshot<config_map> self) {
    const auto at = self->data.find("text");
    if (at == self->data.end() || at->second == "theirs" || Fixed) co_return outcome::done();
    const auto done =
        co_await ctx.client().merge_patch<config_map>(key_of(*self), {{"data", {{"text", "theirs"}}}});
    if (!done) co_return done.error();
    co_return outcome::done();
}
awaitable<outcome> keep(context& ctx, snapshot<gadget> self) {
    config_map c = child_of<config_map>(*self);
    c.data["text"] = "ours";
    const auto made = co_await ctx.ensure(*self, c);
    if (!made) co_return made.error();
    gadget_status next = self->status;
    next.phase = "made";
    co_return co_await ctx.report(*self, next);
}
template <bool Fixed>
void add_fight(manager& m) {
    m.controller<gadget>().owns<config_map>().reconcile(keep);
    m.controller<config_map>().uses<config_map>({verb::patch}).reconcile(fight<Fixed>);
}

}  // namespace

std::vector<mutant> loop_mutants() {
    return {
        {"M7",
         "the status has a new time each time",
         add_write_status<false, true>,
         add_write_status<true, true>,
         make_one,
         {"no hot loop", "comes to rest"}},
        {"M8",
         "a list in random order",
         add_shuffle<false>,
         add_shuffle<true>,
         make_one,
         {"a restart writes nothing", "no hot loop", "comes to rest"}},
        {"M13", "a merge patch without null", add_merge<false>, add_merge<true>, make_one, {"same end"}},
        {"M16",
         "crossplane#7221",
         add_write_status<false, false>,
         add_write_status<true, false>,
         make_one,
         {"no hot loop", "comes to rest"}},
        {"M29",
         "crossplane#6751",
         add_fight<false>,
         add_fight<true>,
         make_one,
         {"no hot loop", "comes to rest"}},
    };
}

}  // namespace mutants
