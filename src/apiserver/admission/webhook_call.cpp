// The calls of admission webhooks.
#include "apiserver/admission/match.hpp"
#include "apiserver/authorization/requester.hpp"
#include "apiserver/go/text.hpp"
#include "setpoint/core/race.hpp"
#include "setpoint/core/task_scope.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

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

awaitable<void> call_into(server_state& w, webhook_call call, time_point due,
                          std::optional<webhook_answer>& to) {
    to = co_await call_webhook(w, std::move(call), due);
}

}  // namespace

std::optional<api_error> not_callable(const admission_attributes& a, const admission_webhook& hook) {
    if (a.dry_run && !hook.allows_dry_run) return no_dry_run(hook.name);
    if (hook.review_version.empty() && !hook.fails_open)
        return failed_calling(hook.name,
                              "could not create admission objects: webhook does not accept known "
                              "AdmissionReview versions (v1, v1beta1)");
    return std::nullopt;
}

awaitable<api_result<webhook_call>> call_of(server_state& w, const admission_attributes& a,
                                            const invocation& i, const std::optional<bj::object>& object,
                                            bool mutating) {
    const auto old = co_await converted(w, a, i, a.old);
    if (!old) co_return old.error();
    admission_review review = review_of(a, i);
    review.version = i.hook->review_version;
    review.object = object ? &*object : nullptr;
    review.old = *old ? &**old : nullptr;
    co_return webhook_call{i.hook, review.text_after_uid(document_of(user_of(a.by))), mutating};
}

awaitable<webhook_answer> call_webhook(server_state& w, webhook_call call, time_point due) {
    const admission_webhook& hook = *call.hook;
    const time_point begun = w.event_loop.now();
    const time_point end = std::min(due, saturating_add(begun, hook.timeout));
    const std::chrono::seconds timeout = timeout_of(hook, due - begun);
    const std::string uid = w.event_loop.random().uuid();
    if (!w.call_webhook) co_return failure(w, hook, "failed to call webhook: this server calls no webhooks");
    const auto body = co_await with_deadline(
        w.event_loop, end, "admission webhook",
        w.call_webhook(hook.at, admission_review::text(hook.review_version, uid, call.after_uid), timeout));
    std::string why;
    if (body) {
        auto verdict = read_verdict(*body, hook.review_version, uid, call.mutating);
        if (verdict) co_return std::move(*verdict);
        why = verdict.error().message;
    } else if (body.error().code == errc::timeout && w.event_loop.now() >= end) {
        const std::string url = fmt::format("{}?timeout={}s", url_of(*hook.at), timeout.count());
        why = fmt::format("failed to call webhook: Post {}: context deadline exceeded", go_text::quoted(url));
    } else {
        why = fmt::format("failed to call webhook: {}", body.error().message);
    }
    co_return failure(w, hook, std::move(why));
}

awaitable<std::vector<webhook_answer>> call_webhooks(server_state& w, std::vector<webhook_call> calls,
                                                     time_point due) {
    std::vector<std::optional<webhook_answer>> answers(calls.size());
    if (calls.size() == 1) {
        answers[0] = co_await call_webhook(w, std::move(calls[0]), due);
    } else if (!calls.empty()) {
        task_scope all(w.event_loop, "webhook calls");
        for (std::size_t i = 0; i < calls.size(); ++i)
            all.spawn("webhook call", call_into(w, std::move(calls[i]), due, answers[i]));
        co_await all.join();
    }
    std::vector<webhook_answer> out;
    out.reserve(answers.size());
    for (std::optional<webhook_answer>& answer : answers) out.push_back(std::move(*answer));
    co_return out;
}

api_result<std::optional<admission_verdict>> verdict_of(const admission_webhook& hook, webhook_answer answer,
                                                        std::vector<std::string>& warnings,
                                                        const webhook_notes& notes) {
    if (!answer && hook.fails_open) notes.failed_open(hook);
    if (!answer && hook.fails_open) return std::optional<admission_verdict>();
    if (!answer) return failed_calling(hook.name, answer.error().message);
    notes.answered(hook, *answer);
    warnings.insert(warnings.end(), answer->warnings.begin(), answer->warnings.end());
    if (!answer->allowed) return rejected_by(hook.name, answer->status);
    return std::optional<admission_verdict>(std::move(*answer));
}

}}}  // namespace setpoint::v0::apiserver
