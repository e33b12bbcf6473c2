// With two instances: the leader does not notice that it leads no more, or cannot reach its Lease. It hands
// over in order when it gets SIGTERM, which is P15.

#include "testkit/story/story_run.hpp"

#include <array>
#include <csignal>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr duration longest_handover = std::chrono::seconds(60);

awaitable<void> until_another_leads(story_run& r, incarnation* leader) {
    const time_point due = saturating_add(r.event_loop().now(), longest_handover);
    while (r.leader() == leader && r.event_loop().now() < due) co_await r.changes().wait(due);
    // And a moment longer: the other one acts.
    co_await r.event_loop().sleep(r.settle());
}

awaitable<void> freeze_and_wake(story_run& r, instance& i) {
    incarnation* const frozen = i.current();
    if (!frozen) co_return;
    frozen->may_end = true;  // it loses the Lease
    frozen->process->signal(SIGSTOP);
    i.note("is frozen");
    co_await until_another_leads(r, frozen);
    i.note("wakes");
    frozen->process->signal(SIGCONT);
}

awaitable<void> keep_from_lease(story_run& r, instance& i) {
    incarnation* const leader = i.current();
    if (!leader) co_return;
    leader->may_end = leader->is_kept_from_leases = true;
    co_await until_another_leads(r, leader);
    leader->is_kept_from_leases = false;
    i.note("reaches its Lease again");
}

}  // namespace

std::span<const fault> leadership_faults() {
    static constexpr std::array<fault, 2> all{{
        {"P13", "the leader is frozen after this, until another instance leads, and then wakes", true,
         is_operator_write,
         [](story_run& r, const sim::point& p) {
             r.spawn_fault("frozen", freeze_and_wake(r, r.of(p)));
             return sim::effect{};
         },
         false, requirement::second_instance},
        {"P13.lost", "the leader's requests for its Lease are lost after this, until another instance leads",
         true, is_operator_write,
         [](story_run& r, const sim::point& p) {
             r.spawn_fault("lease", keep_from_lease(r, r.of(p)));
             return sim::effect{};
         },
         false, requirement::second_instance},
    }};
    return all;
}

}}}  // namespace setpoint::v0::story
