// What others do to the objects that the operator writes.

#include "testkit/story/others.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

// A request waits for it: a finalizer of the operator may keep the object longer.
constexpr duration longest_recreation = std::chrono::seconds(2);

sim::effect before(std::function<awaitable<void>()> f) {
    sim::effect e;
    e.before = std::move(f);
    return e;
}
sim::effect after(std::function<awaitable<void>()> f) {
    sim::effect e;
    e.after = std::move(f);
    return e;
}

awaitable<void> change_once(story_run& r, sim::point p) {
    (void)co_await change_field(r, std::move(p));
}

awaitable<void> recreate_unseen(story_run& r, sim::point p) {
    r.hold(p.gvr.resource);
    co_await recreate_object(r, std::move(p), longest_recreation);
}

// A second controller, which sees the operator's repair and reverts it.
awaitable<void> revert(story_run& r, sim::point p) {
    constexpr int times = 3;
    constexpr duration longest_repair = std::chrono::seconds(5);
    for (int i = 0; i < times; ++i) {
        const bool has_changed = co_await change_field(r, p);
        if (!has_changed) co_return;
        (void)co_await r.until_calm(r.settle(), saturating_add(r.event_loop().now(), longest_repair));
    }
}

awaitable<void> begin_reverts(story_run& r, sim::point p) {
    r.spawn_fault("another controller", revert(r, std::move(p)));
    co_return;
}

}  // namespace

std::span<const fault> foreign_faults() {
    static constexpr std::array<fault, 6> all{{
        {"P11.after", "somebody deletes the object after this", false, is_child_write,
         [](story_run& r, const sim::point& p) { return after([&r, p] { return delete_object(r, p); }); }},
        {"P11.before", "somebody deletes the object before this", false,
         [](const sim::story_point& at) { return is_child_write(at) && at.existed; },
         [](story_run& r, const sim::point& p) { return before([&r, p] { return delete_object(r, p); }); }},
        {"P11.edit", "somebody changes a field of the operator after this", false, is_child_write,
         [](story_run& r, const sim::point& p) { return after([&r, p] { return change_once(r, p); }); }},
        {"P10", "somebody deletes and recreates the object after this, while its watch delivers nothing",
         false, is_child_write,
         [](story_run& r, const sim::point& p) { return after([&r, p] { return recreate_unseen(r, p); }); }},
        {"P10.before", "somebody deletes and recreates the object before this deletion", false,
         [](const sim::story_point& at) {
             return at.p.is_request() && at.p.op == verb::remove && !at.p.key.name.empty() && at.existed &&
                    !at.is_of_user;
         },
         [](story_run& r, const sim::point& p) {
             return before([&r, p] { return recreate_object(r, p, longest_recreation); });
         }},
        {"P26", "somebody changes a field of the operator after this, and twice more when it is repaired",
         false, is_child_write,
         [](story_run& r, const sim::point& p) { return after([&r, p] { return begin_reverts(r, p); }); }},
    }};
    return all;
}

}}}  // namespace setpoint::v0::story
