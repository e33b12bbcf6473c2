// What the operator sees is late, out of order between kinds, doubled, or expired.

#include "testkit/sim/world.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

// Less than the silence after which a watch is opened again.
constexpr duration late = std::chrono::seconds(20), gap = std::chrono::seconds(5);

bool is_event(const story_point& at) {
    return at.p.what == point::kind::event;
}
bool comes_to_users(const story_point& at) {
    return at.p.what == point::kind::user;
}

effect hold_kind(world& w, const point& p) {
    if (p.what == point::kind::user) {
        for (operator_process& one : w.processes()) one.hold("", late);
    } else {
        w.process(p).hold(p.gvr.resource, late);
    }
    return {};
}

effect hold_others(world& w, const point& p) {
    for (const std::string& other : w.process(p).watched())
        if (other != p.gvr.resource) w.process(p).hold(other, late);
    return {};
}

effect expire(world&, const point&) {
    effect e;
    e.what = effect::kind::expire;
    return e;
}

effect expire_after_gap(world& w, const point&) {
    w.be_busy(gap);
    effect e;
    e.what = effect::kind::expire;
    e.before = [&w] { return let_pass(w.event_loop(), gap); };
    return e;
}

awaitable<void> until_changed(world& w, point p, apiserver::record_ptr now) {
    const time_point due = saturating_add(w.event_loop().now(), late);
    (void)co_await w.parts().turns.wait([&] { return w.state().find(p.gvr, p.key) != now; }, due);
}

effect expire_after_change(world& w, const point& p) {
    w.be_busy(late);
    effect e;
    e.what = effect::kind::expire;
    e.before = [&w, p, now = w.state().find(p.gvr, p.key)] { return until_changed(w, p, now); };
    return e;
}

effect repeat(world&, const point&) {
    effect e;
    e.what = effect::kind::duplicate;
    return e;
}

effect damage(effect::kind how) {
    effect e;
    e.what = how;
    return e;
}

effect another_order(world& w, std::uint64_t n) {
    w.parts().random = random_source(w.parts().options.seed + 1000 * n);
    return {};
}

}  // namespace

std::span<const perturbation> late_watches() {
    static constexpr std::array<perturbation, 8> all{{
        {"P6", "the watch of this kind delivers nothing for 20 s from here on", true,
         [](const story_point& at) { return is_event(at) || comes_to_users(at); }, hold_kind},
        {"P8", "the watches of all other kinds deliver nothing for 20 s from here on", true, is_event,
         hold_others},
        {"P9", "the watch ends with 410 instead of this event", true, is_event, expire},
        {"P9.gap", "the watch is silent for 5 s and then ends with 410", true, is_event, expire_after_gap},
        {"P9.unseen", "the watch is silent until the object changes again, and then ends with 410", true,
         is_event, expire_after_change},
        {"P12", "the event is delivered twice", true, is_event, repeat},
        {"P14.event", "the connection ends in the middle of the event", true, is_event,
         [](world&, const point&) { return damage(effect::kind::cut); }},
        {"P14.crumbs", "the event arrives in pieces of 7 bytes", true, is_event,
         [](world&, const point&) { return damage(effect::kind::crumble); }},
    }};
    return all;
}

std::span<const perturbation> orders() {
    static constexpr auto first = [](const story_point& at) {
        return comes_to_users(at) && at.user_writes == 1;
    };
    static constexpr std::array<perturbation, 4> all{{
        {"P16.1", "tasks run in another order (seed 1)", true, first,
         [](world& w, const point&) { return another_order(w, 1); }, true, false, true},
        {"P16.2", "tasks run in another order (seed 2)", true, first,
         [](world& w, const point&) { return another_order(w, 2); }, true, false, true},
        {"P16.3", "tasks run in another order (seed 3)", true, first,
         [](world& w, const point&) { return another_order(w, 3); }, true, false, true},
        {"P16.4", "tasks run in another order (seed 4)", true, first,
         [](world& w, const point&) { return another_order(w, 4); }, true, false, true},
    }};
    return all;
}

}}}  // namespace setpoint::v0::sim
