// How the application in the pods behaves, for a while.

#include "apiserver/server/server_access.hpp"
#include "testkit/sim/pod_behaviour.hpp"
#include "testkit/sim/world.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

constexpr duration a_bad_while = std::chrono::seconds(45);
// Then the operator has seen and reported it.
constexpr duration until_reported = std::chrono::seconds(40);

awaitable<void> annotate_pods(world& w, std::string ns, std::string how) {
    for (auto& [path, patch] :
         patches_of_pods(apiserver::server_access::state(w.parts().api), ns, std::move(how)))
        (void)co_await w.ask("PATCH", path, patch);
}

awaitable<void> behave(world& w, std::string ns, std::string how) {
    co_await annotate_pods(w, ns, how);
    co_await w.event_loop().sleep(until_reported);
    if (w.faults() == 1) w.check_statuses();  // another one may keep the operator from seeing the pods
    co_await w.event_loop().sleep(a_bad_while - until_reported);
    co_await annotate_pods(w, ns, "");
}

template <const char* How>
effect begin_behaviour(world& w, const point& p) {
    const time_point until = saturating_add(w.event_loop().now(), a_bad_while);
    apiserver::server_access::state(w.parts().api)
        .admission.push_back(annotate_new_pods(w.event_loop(), p.key.ns, How, until));
    w.spawn("the application", behave(w, p.key.ns, How));
    return {};
}

bool is_first_reconcile(const story_point& at) {
    return at.p.what == point::kind::reconcile && at.is_first_after_user && !at.p.key.ns.empty();
}

constexpr char slow[] = "slow=20", never_ready[] = "never-ready", flap[] = "flap=4", crash[] = "crash",
               image_pull[] = "image-pull";

}  // namespace

std::span<const perturbation> applications() {
    static constexpr std::array<perturbation, 5> all{{
        {"P25.slow", "for 45 s, new pods take 20 s to start", false, is_first_reconcile,
         begin_behaviour<slow>},
        {"P25.unready", "for 45 s, new pods do not become ready", false, is_first_reconcile,
         begin_behaviour<never_ready>},
        {"P25.flap", "for 45 s, pods are ready for 4 s, not ready for 4 s, and so on", false,
         is_first_reconcile, begin_behaviour<flap>},
        {"P25.exit", "for 45 s, the containers of pods exit and are started again", false, is_first_reconcile,
         begin_behaviour<crash>},
        {"P25.image", "for 45 s, the images of new pods cannot be pulled", false, is_first_reconcile,
         begin_behaviour<image_pull>},
    }};
    return all;
}

}}}  // namespace setpoint::v0::sim
