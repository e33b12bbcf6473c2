// What the operator sees is late, out of order between kinds, doubled, or expired.

#include "testkit/story/story_run.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

bool is_watch_event(const sim::story_point& at) {
    return at.p.what == sim::point::kind::event;
}
bool is_event_or_user(const sim::story_point& at) {
    return is_watch_event(at) || is_user_write(at);
}

sim::effect hold_its_kind(story_run& r, const sim::point& p) {
    r.hold(p.what == sim::point::kind::user ? "" : p.gvr.resource);
    return {};
}

sim::effect hold_other_kinds(story_run& r, const sim::point& p) {
    r.hold_all_but(p.gvr.resource);
    return {};
}

sim::effect expire_watch(story_run&, const sim::point&) {
    sim::effect e;
    e.what = sim::effect::kind::expire;
    return e;
}

sim::effect repeat_event(story_run&, const sim::point&) {
    sim::effect e;
    e.what = sim::effect::kind::duplicate;
    return e;
}

}  // namespace

std::span<const fault> watch_faults() {
    static constexpr std::array<fault, 4> all{{
        {"P6", "the watch of this kind delivers nothing until everything is at rest", true, is_event_or_user,
         hold_its_kind},
        {"P8", "the watches of all other kinds deliver nothing until everything is at rest", true,
         is_watch_event, hold_other_kinds},
        {"P9", "the watch ends with 410 instead of this event", true, is_watch_event, expire_watch},
        {"P12", "the event is delivered twice", true, is_watch_event, repeat_event},
    }};
    return all;
}

}}}  // namespace setpoint::v0::story
