#pragma once
// Admission by webhooks (apiserver, admission/plugin/webhook): which are called for a request, in
// which order, and what their responses do. Handlers call it in a request_turn: it throws calls_needed.

#include "apiserver/rest/server_state.hpp"

#include <set>

namespace setpoint::inline v0::apiserver {

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
};

// For an object of `form`: that of the path's resource, or of a subresource such as Scale.
admission_attributes attributes_of(const char* operation, const resource& kind, std::string subresource,
                                   const resource& form, const object_key& key);

// Configurations of webhooks are exempt, so that a broken webhook can always be removed.
bool is_exempt(const resource& kind);

enum class admission_effect : std::uint8_t { none, changed };
// Runs the built-in steps, then the mutating webhooks; both again if a webhook changed the object. Warnings
// of webhooks are appended to `warnings`.
api_result<admission_effect> admit_mutating(server_state& w, admission_attributes& a,
                                            const std::function<api_result<>()>& built_in,
                                            std::vector<std::string>& warnings);
// Calls the validating webhooks, all at the same time. Error: of the first that fails or rejects.
api_result<> admit_validating(server_state& w, const admission_attributes& a,
                              std::vector<std::string>& warnings);
// For what is not stored: both.
api_result<> admit_by_webhooks(server_state& w, admission_attributes& a, std::vector<std::string>& warnings);

// --- the parts ---

// What a webhook or a policy sees of a request.
struct seen_as {
    const resource* as;  // of the path, or another version of it
    group_version_kind kind;
    const resource* type;  // of the objects, after conversion; null: only `kind` is known
};
struct invocation : seen_as {
    admission_webhook_ptr hook;
};
// Nothing if the webhook is not called.
api_result<std::optional<invocation>> invocation_of(server_state& w, admission_webhook_ptr hook,
                                                    const admission_attributes& a);
// Null if the call was not made yet: it is then appended to `missing`.
const call_answer* answer_of(server_state& w, const admission_attributes& a, const invocation& i,
                             const bj::object* object, const bj::object* old, bool mutating, int round,
                             std::vector<outside_call>& missing);
// Between versions of a kind. In a request_turn.
bj::object in_version(const server_state& w, const resource& from, const resource& to, bj::object object);

}  // namespace setpoint::inline v0::apiserver
