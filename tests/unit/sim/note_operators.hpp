#pragma once
// Operators that keep a note's text in a ConfigMap, right and wrong, and stories for them.

#include "setpoint/operator.hpp"
#include "setpoint/sim/explore.hpp"
#include "unit/sim/note.hpp"

namespace sim_test {

using namespace setpoint;
using namespace setpoint::kinds;

inline awaitable<outcome> keep_text(context& ctx, snapshot<note> self) {
    auto text = child_of<config_map>(*self);
    text.data["text"] = self->spec.text;
    const auto made = co_await ctx.ensure(*self, text);
    if (!made) co_return made.error();
    note_status next = self->status;
    next.written = self->spec.text;
    co_return co_await ctx.report(*self, next);
}
inline void add_note_controller(manager& m) {
    m.controller<note>().owns<config_map>().reconcile(keep_text);
}

// Forgets the text if it is killed between the two writes.
inline awaitable<outcome> keep_text_in_two_steps(context& ctx, snapshot<note> self) {
    if (self->status.written == self->spec.text) co_return outcome::done();
    note_status next = self->status;
    next.written = self->spec.text;
    if (const auto done = co_await ctx.report(*self, next); !done) co_return done.error();
    auto text = child_of<config_map>(*self);
    text.data["text"] = self->spec.text;
    const auto made = co_await ctx.ensure(*self, text);
    if (!made) co_return made.error();
    co_return outcome::done();
}
inline void add_forgetful_controller(manager& m) {
    m.controller<note>().owns<config_map>().reconcile(keep_text_in_two_steps);
}

inline bool has_text(const config_map& c, std::string_view text) {
    const auto at = c.data.find("text");
    return at != c.data.end() && at->second == text;
}
inline void write_twice(testing::environment& env) {
    env.create(make_note("n", "one"));
    env.until<config_map>("n", [](const config_map& c) { return has_text(c, "one"); });
    env.patch<note>("n", {{"spec", {{"text", "two"}}}});
    env.until<config_map>("n", [](const config_map& c) { return has_text(c, "two"); });
}

// What the wrong one is explored with.
inline sim::exploration forgetful() {
    return {.operators = {add_forgetful_controller}, .story = write_twice};
}

}  // namespace sim_test
