#include "apiserver/rest/admission_match.hpp"
#include "apiserver/schema/go_text.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "setpoint/core/race.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::apiserver {

namespace {

// What the webhook is told: whole seconds, rounded up.
std::chrono::seconds timeout_of(const admission_webhook& hook, duration left) {
    return std::min(hook.timeout, std::chrono::ceil<std::chrono::seconds>(left));
}

api_error failure(server_state& w, const admission_webhook& hook, std::string why) {
    w.log.warn(hook.fails_open ? "Failed calling webhook: its request goes on (failurePolicy Ignore)"
                               : "Failed calling webhook: its request is rejected (failurePolicy Fail)",
               {{"webhook", hook.name}, {"configuration", hook.configuration}, {"error", why}});
    return plain_error(std::move(why));
}

awaitable<call_answer> call_admission_webhook(server_state_ptr w, admission_webhook_ptr hook,
                                              std::string after_uid, bool mutating, time_point due) {
    const time_point begun = w->event_loop.now();
    const time_point end = std::min(due, saturating_add(begun, hook->timeout));
    const std::chrono::seconds timeout = timeout_of(*hook, due - begun);
    const std::string uid = w->event_loop.random().uuid();
    if (!w->call_webhook)
        co_return failure(*w, *hook, "failed to call webhook: this server calls no webhooks");
    const auto body = co_await with_deadline(
        w->event_loop, end, "admission webhook",
        w->call_webhook(hook->at, admission_review::text(hook->review_version, uid, after_uid), timeout));
    std::string why;
    if (body) {
        auto verdict = read_verdict(*body, hook->review_version, uid, mutating);
        if (verdict) co_return std::move(*verdict);
        why = verdict.error().message;
    } else if (body.error().code == errc::timeout && w->event_loop.now() >= end) {
        const std::string url = fmt::format("{}?timeout={}s", url_of(*hook->at), timeout.count());
        why = fmt::format("failed to call webhook: Post {}: context deadline exceeded", go_text::quoted(url));
    } else {
        why = fmt::format("failed to call webhook: {}", body.error().message);
    }
    co_return failure(*w, *hook, std::move(why));
}

}  // namespace

const call_answer* answer_of(server_state& w, const admission_attributes& a, const invocation& i,
                             const bj::object* object, const bj::object* old, bool mutating, int round,
                             std::vector<outside_call>& missing) {
    admission_review review = review_of(a, i);
    review.version = i.hook->review_version;
    review.object = object;
    review.old = old;
    std::string after_uid = review.text_after_uid(administrator());
    std::string key =
        fmt::format("{} {} {} {}", mutating ? "mutate" : "validate", round, i.hook->id, after_uid);
    if (const call_answer* found = w.attempt ? w.attempt->find(key) : nullptr) return found;
    missing.push_back(
        {std::move(key),
         [hook = i.hook, after_uid = std::move(after_uid), mutating](server_state_ptr state, time_point due) {
             return call_admission_webhook(std::move(state), hook, after_uid, mutating, due);
         },
         false});
    return nullptr;
}

}  // namespace setpoint::inline v0::apiserver
