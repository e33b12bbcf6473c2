// What others do to the objects at a point.

#include "testkit/sim/foreign_edit.hpp"
#include "testkit/sim/world.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

constexpr duration gap_of_watch = std::chrono::seconds(5), between_reverts = std::chrono::milliseconds(300);
constexpr int reverts = 3;

bool is_named_write(const story_point& at) {
    return at.p.is_request() && at.p.writes() && !at.p.key.name.empty() && at.p.subresource.empty() &&
           at.p.op != verb::remove && !at.is_of_user;
}
bool is_status_write(const story_point& at) {
    return at.p.is_request() && at.p.writes() && at.p.subresource == "status" && at.is_last_user_write;
}

effect before(std::function<awaitable<void>()> f) {
    effect e;
    e.before = std::move(f);
    return e;
}
effect after(std::function<awaitable<void>()> f) {
    effect e;
    e.after = std::move(f);
    return e;
}

awaitable<void> edit_again_and_again(world& w, point p) {
    for (int i = 0; i < reverts; ++i) {
        co_await edit_child(w, p);
        co_await w.event_loop().sleep(between_reverts);
    }
}

awaitable<void> begin_reverts(world& w, point p) {
    w.spawn("another controller", edit_again_and_again(w, std::move(p)));
    co_return;
}

// The point may lie between the sending of the story's last write and its end.
awaitable<void> after_last_write(world& w, awaitable<void> (*then)(world& w, point of)) {
    co_await w.user_rests();
    co_await then(w, w.last_of_user());
}

// Not awaited by the request: the deletion may wait for the operator's finalizer.
effect recreate_user_object(world& w, const point&) {
    w.spawn("a user", after_last_write(w, recreate));
    return {};
}

effect change_and_back(world& w, const point&) {
    w.spawn("a user", after_last_write(w, change_spec_and_back));
    return {};
}

}  // namespace

std::span<const perturbation> foreign_changes() {
    static constexpr std::array<perturbation, 9> all{{
        {"P10", "somebody deletes and recreates the object, while its watch is silent", false, is_named_write,
         [](world& w, const point& p) {
             return after([&w, p] {
                 w.process(p).hold(p.gvr.resource, gap_of_watch);
                 return recreate(w, p);
             });
         }},
        {"P10.before", "somebody deletes and recreates the object before this deletion", false,
         [](const story_point& at) { return at.p.is_request() && at.p.op == verb::remove && at.existed; },
         [](world& w, const point& p) { return before([&w, p] { return recreate(w, p); }); }},
        {"P11.before", "somebody deletes the object before this", false,
         [](const story_point& at) { return is_named_write(at) && at.existed; },
         [](world& w, const point& p) { return before([&w, p] { return delete_object(w, p); }); }},
        {"P11.after", "somebody deletes the object after this", false, is_named_write,
         [](world& w, const point& p) { return after([&w, p] { return delete_object(w, p); }); }},
        {"P11.edit", "somebody changes a field of the operator after this", false, is_named_write,
         [](world& w, const point& p) { return after([&w, p] { return edit_child(w, p); }); }},
        {"P22", "the user deletes the object and creates it again", false, is_status_write,
         recreate_user_object},
        {"P22.back", "the user changes the spec and changes it back", false, is_status_write,
         change_and_back},
        {"P25", "the pods of the namespace are deleted", false,
         [](const story_point& at) { return at.p.what == point::kind::reconcile; },
         [](world& w, const point& p) {
             w.spawn("a drain", delete_pods(w, p.key.ns));
             return effect{};
         }},
        {"P26", "somebody changes a field of the operator back, three times", false, is_named_write,
         [](world& w, const point& p) { return after([&w, p] { return begin_reverts(w, p); }); }},
    }};
    return all;
}

const perturbation* find_perturbation(std::string_view name) {
    const perturbation* found = nullptr;
    for_each_perturbation([&](const perturbation& p) {
        if (p.name == name) found = &p;
    });
    return found;
}

}}}  // namespace setpoint::v0::sim
