#pragma once
// Admission by webhooks (apiserver, admission/plugin/webhook): which are called for a request, in
// which order, and what their responses do. References must outlive the calls.

#include "apiserver/resources/admission_review.hpp"
#include "apiserver/state/server_state.hpp"

#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

// A request as webhooks see it.
struct admission_attributes {
    const char* operation;  // "CREATE", "UPDATE", "DELETE", "CONNECT"
    const resource& kind;   // of the path
    std::string subresource;
    group_version_kind object_kind{};  // of both objects
    const resource* type = nullptr;    // of both objects; null: only `object_kind` is known
    std::string ns{}, name{};          // of a Namespace, both are its name
    bj::object* object = nullptr;
    const bj::object* old = nullptr;
    bj::value options{};
    bool dry_run = false;
    time_point due = never;         // of the request
    const requester* by = nullptr;  // see requester.hpp
    // Conversions by webhooks that were made, by version and text.
    mutable std::map<std::string, bj::object> conversions{};
};

// For an object of `form`: that of the path's resource, or of a subresource such as Scale.
admission_attributes attributes_of(const char* operation, const resource& kind, std::string subresource,
                                   const resource& form, const object_key& key);

// Exempt are configurations of webhooks, so that a broken one can always be removed, and reviews of access.
bool is_exempt(const resource& kind);

enum class admission_effect : std::uint8_t { none, changed };
// Runs the built-in steps, then the mutating webhooks; both again if a webhook changed the object. Warnings
// of webhooks are appended to `warnings`.
awaitable<api_result<admission_effect>> admit_mutating(server_state& w, admission_attributes& a,
                                                       const std::function<api_result<>()>& built_in,
                                                       std::vector<std::string>& warnings);
// Calls the validating webhooks, all at the same time. Error: of the first that fails or rejects.
awaitable<api_result<>> admit_validating(server_state& w, const admission_attributes& a,
                                         std::vector<std::string>& warnings);
// For objects that are not stored: both.
awaitable<api_result<>> admit_by_webhooks(server_state& w, admission_attributes& a,
                                          std::vector<std::string>& warnings);

// --- the parts ---

// What a webhook or a policy sees of a request.
struct seen_as {
    const resource* as;  // of the path, or another version of it
    group_version_kind kind;
    const resource* type;  // of the objects, after conversion; null: only `kind` is known
    resource_ptr held{};   // `as`, if it is another version: definitions may change during a call
};
struct invocation : seen_as {
    admission_webhook_ptr hook;
};
// Nothing if the webhook is not called.
awaitable<api_result<std::optional<invocation>>> invocation_of(server_state& w, admission_webhook_ptr hook,
                                                               const admission_attributes& a);
// Why the webhook cannot be called for this request.
std::optional<api_error> not_callable(const admission_attributes& a, const admission_webhook& hook);

// A call to make. `after_uid`: the review, see admission_review::text().
struct webhook_call {
    admission_webhook_ptr hook;
    std::string after_uid;
    bool mutating;
};
// With the objects in the version that the webhook sees.
awaitable<api_result<webhook_call>> call_of(server_state& w, const admission_attributes& a,
                                            const invocation& i, const std::optional<bj::object>& object,
                                            bool mutating);
// Error: why there is no verdict.
using webhook_answer = api_result<admission_verdict>;
awaitable<webhook_answer> call_webhook(server_state& w, webhook_call call, time_point due);
// All at the same time; the answers are in their order.
awaitable<std::vector<webhook_answer>> call_webhooks(server_state& w, std::vector<webhook_call> calls,
                                                     time_point due);
// Nothing if the call failed and the request continues without it. Error: it is rejected.
// `notes`: of the call, for the audit log.
struct webhook_notes {
    const requester* by;
    const char* phase;  // "mutating" or "validating"
    int round;
    std::size_t index;  // of the webhook

    // "mutation.webhook.admission.k8s.io/round_0_index_2"
    std::string key(std::string_view prefix) const;
    void failed_open(const admission_webhook& hook) const;
    void mutated(const admission_webhook& hook, bool changed) const;
    void patched(const admission_webhook& hook, const bj::array& patch) const;
    void answered(const admission_webhook& hook, const admission_verdict& v) const;
};
api_result<std::optional<admission_verdict>> verdict_of(const admission_webhook& hook, webhook_answer answer,
                                                        std::vector<std::string>& warnings,
                                                        const webhook_notes& notes);

// Between versions of a kind.
awaitable<api_result<bj::object>> in_version(server_state& w, const resource& from, const resource& to,
                                             bj::object object, time_point due);

}}}  // namespace setpoint::v0::apiserver
