// How the application in the pods behaves, for a while. Time is real, so that everything is shorter than in
// src/testkit/sim.

#include "testkit/sim/pod_behaviour.hpp"
#include "testkit/story/others.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr duration a_bad_while = std::chrono::seconds(4);
// In seconds. A container that has exited starts again after 10 s, as on a kubelet.
constexpr int until_started_again = 8;

constexpr char slow[] = "slow=2", never_ready[] = "never-ready", flap[] = "flap=1", crash[] = "crash";

bool is_user_change(const sim::story_point& at) {
    return is_user_write(at) && at.p.op != verb::remove && !at.p.key.ns.empty();
}
bool is_status_or_user_write(const sim::story_point& at) {
    return (is_user_change(at) || (is_operator_write(at) && at.p.subresource == "status")) &&
           !at.p.key.ns.empty();
}

awaitable<void> annotate_pods(story_run& r, std::string ns, std::string how) {
    for (const auto& [path, patch] : sim::patches_of_pods(r.its_cluster().state(), ns, how))
        (void)co_await patch_object(r, path, patch);
}

awaitable<void> behave(story_run& r, std::string ns, std::string how, duration afterwards) {
    co_await annotate_pods(r, ns, how);
    co_await r.event_loop().sleep(a_bad_while);
    co_await annotate_pods(r, ns, "");
    co_await r.its_applications().update_readiness();
    r.note_fault("pods behave again");
    co_await r.event_loop().sleep(afterwards);
}

template <const char* How, int SecondsAfterwards = 0>
sim::effect begin_behaviour(story_run& r, const sim::point& p) {
    const time_point until = saturating_add(r.event_loop().now(), a_bad_while);
    r.its_cluster().state().admission.push_back(sim::annotate_new_pods(r.event_loop(), p.key.ns, How, until));
    r.spawn_fault("the application", behave(r, p.key.ns, How, std::chrono::seconds(SecondsAfterwards)));
    return {};
}

awaitable<void> delete_pods(story_run& r, std::string ns) {
    user_request q{"DELETE", "/api/v1/namespaces/" + ns + "/pods", "", "application/json", ""};
    r.note(sim::lane::user, "somebody else", "delete all pods in " + ns);
    (void)co_await r.its_cluster().send(std::move(q));
}

}  // namespace

std::span<const fault> application_faults() {
    static constexpr std::array<fault, 5> all{{
        {"P25", "the pods of the namespace are deleted", false, is_status_or_user_write,
         [](story_run& r, const sim::point& p) {
             r.spawn_fault("a drain", delete_pods(r, p.key.ns));
             return sim::effect{};
         },
         false, requirement::pods},
        {"P25.slow", "for 4 s, new pods take 2 s to start", false, is_user_change, begin_behaviour<slow>,
         false, requirement::pods},
        {"P25.unready", "for 4 s, new pods do not become ready", false, is_user_change,
         begin_behaviour<never_ready>, false, requirement::pods},
        {"P25.flap", "for 4 s, pods are ready for 1 s, not ready for 1 s, and so on", false, is_user_change,
         begin_behaviour<flap>, false, requirement::pods},
        {"P25.exit", "for 4 s, the containers of pods exit and are started again", false, is_user_change,
         begin_behaviour<crash, until_started_again>, false, requirement::pods},
    }};
    return all;
}

}}}  // namespace setpoint::v0::story
