// The webhooks that the operator serves fail, for a while.

#include "testkit/story/story_run.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr duration outage_time = std::chrono::seconds(4);

bool goes_through_webhook(const sim::story_point& at) {
    const bool is_of_operator = at.p.is_request() && at.p.op != verb::watch;
    return at.calls_webhook && (is_of_operator || is_user_write(at));
}

awaitable<void> end_outage(story_run& r, int change) {
    operator_webhooks& all = r.its_webhooks();
    co_await r.event_loop().sleep(outage_time);
    // Another outage may have begun meanwhile, which ends later.
    if (all.last_change() != change) co_return;
    all.become(webhook_mode::normal);
    r.note_fault("webhooks answer again");
}

template <webhook_mode How>
sim::effect begin_outage(story_run& r, const sim::point&) {
    // The call for this request fails already.
    const int change = r.its_webhooks().become(How);
    r.spawn_fault("webhooks", end_outage(r, change));
    return {};
}

}  // namespace

std::span<const fault> webhook_faults() {
    static constexpr std::array<fault, 4> all{{
        {"P23", "for 4 s, the operator's webhooks refuse connections", true, goes_through_webhook,
         begin_outage<webhook_mode::refused>, false, requirement::webhooks},
        {"P23.slow", "for 4 s, the operator's webhooks do not answer within their timeout", true,
         goes_through_webhook, begin_outage<webhook_mode::slow>, false, requirement::webhooks},
        {"P23.wrong", "for 4 s, the operator's webhooks answer with status 500", true, goes_through_webhook,
         begin_outage<webhook_mode::wrong>, false, requirement::webhooks},
        {"P23.certificate",
         "for 4 s, the API server does not trust the certificate of the operator's webhooks", true,
         goes_through_webhook, begin_outage<webhook_mode::untrusted>, false, requirement::webhooks},
    }};
    return all;
}

}}}  // namespace setpoint::v0::story
