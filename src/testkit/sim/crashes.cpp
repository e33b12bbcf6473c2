// The operator ends and starts again: it is killed at any point, with current or old first lists, or stops in
// order.

#include "testkit/sim/world.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

// Long enough for what a user does meanwhile to have been missed.
constexpr duration down_while_users_act = std::chrono::seconds(5);

bool is_write(const story_point& at) {
    return at.p.is_request() && at.p.writes();
}
bool is_user(const story_point& at) {
    return at.p.what == point::kind::user;
}

effect crash_first(world& w, const point& p) {
    effect e;
    if (p.is_request()) {
        e.what = effect::kind::crash_before;
    } else {
        for (operator_process& one : w.processes()) one.crash(down_while_users_act);
    }
    return e;
}

effect crash_after(world&, const point&) {
    effect e;
    e.what = effect::kind::crash_after;
    return e;
}

// A point of a user affects all processes.
effect crash_with_old_lists(world& w, const point& p, std::uint64_t revision,
                            const std::function<bool(std::string_view)>& which) {
    for (operator_process& one : w.processes())
        if (!p.is_request() || one.index() == p.process) one.show_old_lists(revision, which);
    return p.is_request() ? crash_after(w, p) : crash_first(w, p);
}

effect all_old(world& w, const point& p) {
    return crash_with_old_lists(w, p, w.revision_before_user(), [](std::string_view) { return true; });
}
effect own_kind_old(world& w, const point& p) {
    return crash_with_old_lists(w, p, w.revision_before_user(),
                                [r = p.gvr.resource](std::string_view one) { return one == r; });
}
effect other_kinds_old(world& w, const point& p) {
    return crash_with_old_lists(w, p, w.revision_before_user(),
                                [r = p.gvr.resource](std::string_view one) { return one != r; });
}
effect all_much_older(world& w, const point& p) {
    return crash_with_old_lists(w, p, w.revision_after_previous_user(),
                                [](std::string_view) { return true; });
}

effect user_kind_much_older(world& w, const point& p) {
    return crash_with_old_lists(
        w, p, w.revision_after_previous_user(),
        [r = w.last_of_user().gvr.resource](std::string_view one) { return one == r; });
}

effect marked_kind_old(world& w, const point& p) {
    return crash_with_old_lists(w, p, w.marked_revision(),
                                [r = w.marked_resource()](std::string_view one) { return one == r; });
}

effect terminate(world& w, const point& p) {
    for (operator_process& one : w.processes())
        if (p.what == point::kind::user || one.index() == p.process) one.terminate();
    return {};
}

// Longer than the duration of a Lease.
effect freeze(world& w, const point& p) {
    w.process(p).freeze(std::chrono::seconds(30));
    return {};
}

}  // namespace

std::span<const perturbation> crashes() {
    static constexpr std::array<perturbation, 11> all{{
        {"P1", "the operator is killed before this", true,
         [](const story_point& at) { return is_write(at) || is_user(at); }, crash_first},
        {"P2", "the operator is killed when this is done, before it knows", true, is_write, crash_after},
        {"P7", "killed after this, the operator first sees what there was before the user's last change",
         true, [](const story_point& at) { return (is_write(at) && at.user_writes > 0) || is_user(at); },
         all_old, false, true},
        {"P7.own", "as P7, with an old list of this kind only", true,
         [](const story_point& at) { return is_write(at) && at.user_writes > 0; }, own_kind_old, false, true},
        {"P7.others", "as P7, with old lists of all other kinds", true,
         [](const story_point& at) { return is_write(at) && at.user_writes > 0; }, other_kinds_old, false,
         true},
        {"P7.older", "as P7, with what there was right after the user's change before that", true,
         [](const story_point& at) { return (is_write(at) || is_user(at)) && at.user_writes > 1; },
         all_much_older, false, true},
        {"P7.kind", "as P7.older, with an old list of the kind that the user has changed only", true,
         [](const story_point& at) { return is_write(at) && at.user_writes > 1; }, user_kind_much_older,
         false, true},
        // For plans by hand: "P7.mark@event pods MODIFIED default/p#2 + P7.marked@create services
        // default/s#1".
        {"P7.mark", "this revision of this kind is remembered", true, nullptr,
         [](world& w, const point& p) {
             w.mark_revision(p.gvr.resource);
             return effect{};
         }},
        {"P7.marked", "killed after this, the operator first sees the kind of P7.mark as it was there", true,
         nullptr, marked_kind_old, false, true},
        {"P13", "nothing that the operator sends or reads passes for 30 s", true, is_write, freeze},
        {"P15", "the operator gets SIGTERM at this point, and starts again", true,
         [](const story_point& at) {
             return is_write(at) || is_user(at) || at.p.what == point::kind::reconcile;
         },
         terminate},
    }};
    return all;
}

}}}  // namespace setpoint::v0::sim
