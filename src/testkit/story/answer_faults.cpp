// What the applications answer fails, for a while.

#include "testkit/story/story_run.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr duration failing_time = std::chrono::seconds(4);

// The operator may ask an application after a change, after it has written a status, and by a command.
bool is_near_application(const sim::story_point& at) {
    const bool is_change = is_user_write(at) && at.p.op != verb::remove;
    const bool is_asking =
        is_operator_write(at) && (at.p.subresource == "status" || at.p.subresource == "exec");
    return is_change || is_asking;
}

awaitable<void> recover_later(story_run& r, int change) {
    applications& all = r.its_applications();
    co_await all.update_readiness();
    co_await r.event_loop().sleep(failing_time);
    // Another failure may have begun meanwhile, which ends later.
    if (all.last_change() != change) co_return;
    all.become(application_mode::normal);
    co_await all.update_readiness();
    r.note_fault("applications answer again");
}

template <application_mode How>
sim::effect begin_failing(story_run& r, const sim::point&) {
    // The answer to this request fails already.
    const int change = r.its_applications().become(How);
    r.spawn_fault("applications", recover_later(r, change));
    return {};
}

sim::effect fail_during_upgrade(story_run& r, const sim::point& p) {
    for (instance& i : r.instances())
        if (!p.is_request() || i.index() == p.process) i.terminate();
    return begin_failing<application_mode::refused>(r, p);
}

}  // namespace

std::span<const fault> answer_faults() {
    static constexpr std::array<fault, 5> all{{
        {"P27.refused", "for 4 s, the applications refuse connections, and commands in them fail", false,
         is_near_application, begin_failing<application_mode::refused>, false, requirement::answers},
        {"P27.wrong", "for 4 s, the applications give wrong answers: status 500, another text, exit code 1",
         false, is_near_application, begin_failing<application_mode::wrong>, false, requirement::answers},
        {"P27.half", "for 4 s, connections to applications end in the middle of an answer", false,
         is_near_application, begin_failing<application_mode::half>, false, requirement::answers},
        {"P27.slow", "for 4 s, each answer of an application takes 2 s longer", false, is_near_application,
         begin_failing<application_mode::slow>, false, requirement::answers},
        {"P27.upgrade",
         "the operator gets SIGTERM and starts again while the applications refuse connections", false,
         is_near_application, fail_during_upgrade, false, requirement::answers},
    }};
    return all;
}

}}}  // namespace setpoint::v0::story
