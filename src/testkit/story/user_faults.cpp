// What the user does once more with the object of the story's last write.

#include "testkit/story/others.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr duration longest_deletion = std::chrono::seconds(30);

bool is_last_status_write(const sim::story_point& at) {
    return is_operator_write(at) && at.p.subresource == "status" && at.is_last_user_write;
}

awaitable<void> delete_and_create(story_run& r, sim::point of) {
    return recreate_object(r, std::move(of), longest_deletion);
}

// The point may lie between the sending of the story's last write and its end.
awaitable<void> after_last_write(story_run& r, awaitable<void> (*then)(story_run& r, sim::point of)) {
    while (r.is_user_writing()) co_await r.changes().wait();
    co_await then(r, r.last_of_user());
}

}  // namespace

std::span<const fault> user_faults() {
    // Not awaited by the request: the deletion may wait for the operator's finalizer.
    static constexpr std::array<fault, 2> all{{
        {"P22.back", "the user changes the spec after this, and changes it back", false, is_last_status_write,
         [](story_run& r, const sim::point&) {
             r.spawn_fault("a user", after_last_write(r, change_spec_and_back));
             return sim::effect{};
         }},
        {"P22", "the user deletes the object after this, and creates it again", false, is_last_status_write,
         [](story_run& r, const sim::point&) {
             r.spawn_fault("a user", after_last_write(r, delete_and_create));
             return sim::effect{};
         },
         false, requirement::garbage_collection},
    }};
    return all;
}

}}}  // namespace setpoint::v0::story
