// What is around the objects ends or fails: their namespace, the webhooks, the ownership of shards.

#include "testkit/sim/world.hpp"

#include <array>

namespace setpoint::inline v0::sim {

namespace {

// A webhook's timeout is 10 s by default.
constexpr duration outage = std::chrono::seconds(15), slowness = std::chrono::seconds(3);

bool writes_through_webhook(const story_point& at) {
    return (at.p.is_request() || at.p.what == point::kind::user) && at.p.writes() && at.calls_webhook;
}

}  // namespace

std::span<const perturbation> surroundings() {
    static constexpr std::array<perturbation, 4> all{{
        {"P20", "the namespace is deleted before this, and the story ends", false,
         [](const story_point& at) { return at.p.is_request() && at.p.writes() && !at.p.key.ns.empty(); },
         [](world& w, const point& p) {
             w.terminate_namespace(p.key.ns);
             return effect{};
         },
         true},
        {"P23", "the webhooks are down for 15 s", true, writes_through_webhook,
         [](world& w, const point&) {
             w.fail_webhooks(outage);
             return effect{};
         }},
        {"P23.slow", "each call of a webhook takes 3 s longer, for 15 s", true, writes_through_webhook,
         [](world& w, const point&) {
             w.slow_webhooks(outage, slowness);
             return effect{};
         }},
        // Applies nowhere until operators share their objects in shards.
        {"P24", "another replica owns the shard from here on", true, [](const story_point&) { return false; },
         [](world&, const point&) { return effect{}; }},
    }};
    return all;
}

}  // namespace setpoint::inline v0::sim
