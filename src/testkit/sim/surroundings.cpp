// What is around the objects ends or fails: their namespace, the webhooks, the ownership of shards.

#include "testkit/sim/foreign_edit.hpp"
#include "testkit/sim/world.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <array>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

// A webhook's timeout is 10 s by default.
constexpr duration outage = std::chrono::seconds(15), slowness = std::chrono::seconds(3);

bool writes_through_webhook(const story_point& at) {
    return (at.p.is_request() || at.p.what == point::kind::user) && at.p.writes() && at.calls_webhook;
}

constexpr int calls_at_once = 10;

// A dry run calls the webhooks, and changes nothing.
awaitable<void> try_write(world& w, point p, int nth) {
    constexpr std::string_view dry_run = "?dryRun=All";
    if (w.state().find(p.gvr, p.key)) {
        const std::string patch =
            fmt::format(R"({{"metadata":{{"annotations":{{"example.com/call":"{}"}}}}}})", nth);
        (void)co_await w.ask("PATCH", path_of(p).append(dry_run), patch);
        co_return;
    }
    boost::system::error_code ec;
    boost::json::value sent = boost::json::parse(p.body, ec);
    boost::json::object* const object = ec ? nullptr : sent.if_object();
    boost::json::value* const meta = object ? object->if_contains("metadata") : nullptr;
    if (!meta || !meta->is_object()) co_return;
    meta->get_object().erase("resourceVersion");
    meta->get_object()["name"] = fmt::format("{}-{}", p.key.name, nth);
    (void)co_await w.ask("POST", path_of(p, true).append(dry_run), boost::json::serialize(sent),
                         "application/json");
}

effect call_webhooks_at_once(world& w, const point& p) {
    for (int i = 0; i < calls_at_once; ++i) w.spawn("a call of the webhooks", try_write(w, p, i));
    return {};
}

}  // namespace

std::span<const perturbation> surroundings() {
    static constexpr std::array<perturbation, 5> all{{
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
        {"P23.ten", "the webhooks are called ten times more, all at once", true, writes_through_webhook,
         call_webhooks_at_once},
        // Applies nowhere until operators share their objects in shards.
        {"P24", "another replica owns the shard from here on", true, [](const story_point&) { return false; },
         [](world&, const point&) { return effect{}; }},
    }};
    return all;
}

}}}  // namespace setpoint::v0::sim
