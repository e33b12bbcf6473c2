// The operator ends and starts again: it is killed at any point, with current or old first lists, or stops in
// order.

#include "testkit/story/story_run.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

bool is_write(const sim::story_point& at) {
    return is_operator_write(at) || is_user_write(at);
}
bool is_later_write(const sim::story_point& at) {
    return is_operator_write(at) && at.user_writes > 0;
}

sim::effect effect_of(sim::effect::kind k) {
    sim::effect e;
    e.what = k;
    return e;
}

awaitable<void> start_all(story_run& r) {
    for (instance& i : r.instances()) r.restart_after(i, duration::zero());
    co_return;
}

sim::effect kill_before(story_run& r, const sim::point& p) {
    if (p.is_request()) return effect_of(sim::effect::kind::crash_before);
    // It is down while the user acts.
    for (instance& i : r.instances()) i.kill();
    sim::effect e;
    e.after = [&r] { return start_all(r); };
    return e;
}

sim::effect kill_after(story_run&, const sim::point&) {
    return effect_of(sim::effect::kind::crash_after);
}

// A point of a user affects all instances.
sim::effect kill_with_old_lists(story_run& r, const sim::point& p,
                                const std::function<bool(std::string_view)>& which) {
    for (instance& i : r.instances())
        if (!p.is_request() || i.index() == p.process) i.show_old_lists(r.revision_before_user(), which);
    return p.is_request() ? kill_after(r, p) : kill_before(r, p);
}

sim::effect all_lists_old(story_run& r, const sim::point& p) {
    return kill_with_old_lists(r, p, [](std::string_view) { return true; });
}
sim::effect own_list_old(story_run& r, const sim::point& p) {
    return kill_with_old_lists(r, p, [own = p.gvr.resource](std::string_view one) { return one == own; });
}
sim::effect other_lists_old(story_run& r, const sim::point& p) {
    return kill_with_old_lists(r, p, [own = p.gvr.resource](std::string_view one) { return one != own; });
}

sim::effect stop_in_order(story_run& r, const sim::point& p) {
    for (instance& i : r.instances())
        if (!p.is_request() || i.index() == p.process) i.terminate();
    return {};
}

}  // namespace

std::span<const fault> process_faults() {
    static constexpr std::array<fault, 6> all{{
        {"P2", "the operator is killed when this is done, before it knows", true, is_operator_write,
         kill_after},
        {"P1", "the operator is killed before this", true, is_write, kill_before},
        {"P7", "killed after this, the operator first sees what there was before the user's last change",
         true, [](const sim::story_point& at) { return is_later_write(at) || is_user_write(at); },
         all_lists_old, true, requirement::old_lists},
        {"P7.own", "killed after this, the operator first sees an old list of this kind", true,
         is_later_write, own_list_old, true, requirement::old_lists},
        {"P7.others", "killed after this, the operator first sees old lists of all other kinds", true,
         is_later_write, other_lists_old, true, requirement::old_lists},
        {"P15", "the operator gets SIGTERM at this point, and starts again", true, is_write, stop_in_order},
    }};
    return all;
}

}}}  // namespace setpoint::v0::story
