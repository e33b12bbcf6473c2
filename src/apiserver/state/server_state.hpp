#pragma once
// State shared by all requests: the store, the served kinds, the waiters for changes, and the
// admission steps.

#include "apiserver/kinds/feature_gates.hpp"
#include "apiserver/objects/protobuf_encoder.hpp"
#include "apiserver/policies/policy.hpp"
#include "apiserver/registry/registry.hpp"
#include "apiserver/resources/admission_webhook.hpp"
#include "apiserver/state/converted_records.hpp"
#include "apiserver/state/event_texts.hpp"
#include "apiserver/state/watch_scopes.hpp"
#include "apiserver/store/store.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/core/secret.hpp"
#include "setpoint/core/sync.hpp"

#include <map>
#include <memory>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

inline constexpr std::size_t suffix_length = 5;  // of generated names

struct requester;
class account_authority;
class durability;

// A write in progress.
struct pending_write {
    const resource& kind;
    std::string verb;  // "create", "update", "delete"
    std::string subresource;
    object_key key;         // no name yet if it is to be generated
    bj::object* object;     // null for a delete
    const bj::object* old;  // null for a create
    bool dry_run = false;
    std::vector<std::string>* warnings = nullptr;  // for the response; may be null
    const requester* by = nullptr;                 // who sends it; null: the server, or anybody
};
// May change the object, or reject the write. See add_admission().
using write_step = std::function<api_result<>(pending_write&)>;
// Until one rejects it.
api_result<> run_steps(const std::vector<write_step>& steps, pending_write& p);

// POSTs a review to a webhook, with the timeout in the query, and returns the body of the response.
// Errors: in the words of Go's HTTP client. Its deadline is the caller's.
using webhook_caller = std::function<awaitable<result<std::string>>(webhook_address_ptr to, std::string body,
                                                                    std::chrono::seconds timeout)>;

// Held by shared_ptr: watches keep it alive. The loop must outlive it.
class server_state {
public:
    server_state(loop& l, logger log, versioned_store::window keep);
    server_state(const server_state&) = delete;
    server_state& operator=(const server_state&) = delete;

    loop& event_loop;
    logger log;
    versioned_store store;
    registry kinds;
    event_texts events;        // of watches
    protobuf_encoder encoder;  // of lists and watches
    // `admission` runs before validation, `allocation` after it, before webhooks validate, and `rechecks`
    // before an object is stored whose request has waited for webhooks.
    std::vector<write_step> admission, allocation, rechecks;
    feature_gates features;
    // Called after a change was stored; `now` is null if the object was removed. Must not suspend.
    std::vector<std::function<void(const resource&, const record_ptr& before, const record_ptr& now)>> stored;

    admission_webhooks mutating, validating;
    policies::policy_set mutating_policies, validating_policies;
    // Whether webhooks or policies may change or reject a write.
    bool mutates() const { return !mutating.empty() || !mutating_policies.empty(); }
    bool validates() const { return !validating.empty() || !validating_policies.empty(); }
    bool admits() const { return mutates() || validates(); }
    // Signs tokens of accounts; null without access control: public_token_key() does.
    std::shared_ptr<const account_authority> accounts;
    webhook_caller call_webhook;    // null: calls of webhooks fail
    converted_records conversions;  // of kinds that a webhook converts
    // What makes writes durable; null: everything is in memory only.
    std::shared_ptr<durability> kept;

    // The newest revision that may leave the server: that of the store, or of the disk.
    std::uint64_t visible_revision() const;
    // Returns the key of that name which the data folder has, or makes it, and then the folder has it.
    setpoint::secret kept_key(std::string_view name, const std::function<setpoint::secret()>& make) const;
    // Calls the hooks in `stored` for a change that was read from a journal or taken back: what they store
    // has been too, so that they store nothing.
    void replay(const collection& of, const record_ptr& before, const record_ptr& now);
    // Wakes the watches that a change of that object concerns.
    void wake(const collection& c, const object_key& key);
    // Wakes all watches of a collection.
    void wake_all(std::string_view storage);
    // The changes of a collection, of all its objects or of those in a namespace or with a name, for a wait
    // or a watch; also notified by stop(). Do not keep it longer than the state.
    std::shared_ptr<watch_scope> scope_of(const collection& c, std::string_view ns = {},
                                          std::string_view name = {});
    // Undoes the newest change of a collection. See versioned_store::undo().
    void undo(collection& of, const change& what);

    // Returns when the store has that revision; false if `due` passes first or the server stops.
    awaitable<bool> wait_for_revision(std::uint64_t wanted, time_point due);
    // Ends all watches.
    void stop();
    bool stopping() const { return stopping_; }

    collection& of(const resource& r) { return store.of(r.storage); }
    wall_time now() const { return event_loop.wall_now(); }
    std::string time_text() const;                  // now, RFC 3339 in whole seconds
    std::string random_suffix(std::size_t length);  // in generateName's alphabet
    std::string new_uid();
    std::uint64_t random_below(std::uint64_t bound);

    // The stored object with the defaults that its version has now.
    bj::object as_stored(const resource& r, const record& o) const;
    // Converts to that version of the kind. An object that a webhook has to convert, and has not yet, is
    // returned in its stored version: see converter.hpp.
    bj::object served(const resource& r, const record& o) const;
    std::string served_text(const resource& r, const record& o) const;
    // Whether storing `next`, which is equal to the served object, would change the stored text: the version
    // that is stored or its defaults have changed since. `next`: in the storage version if a webhook converts
    // the kind.
    bool is_stored_otherwise(const resource& r, const record& o, bj::object next) const;
    // The definition of a collection's kind has changed: older objects get the new defaults when
    // read.
    void definition_changed(const std::string& storage) {
        defined_at_[storage] = defined_revision_.value_or(store.revision());
        conversions.clear();
    }
    // Calls the hooks for a definition that was read from a journal. They may store a new status.
    void replay_definition(const resource& r, const record_ptr& now);
    // Null, and nothing is stored, if the stored text is longer than `limit` bytes. If a webhook converts the
    // kind, `object` is in the storage version: see stored_forms_of().
    record_ptr keep(const resource& r, const object_key& key, bj::object object, bool rewrite = false,
                    std::size_t limit = std::string::npos);
    record_ptr drop(const resource& r, const object_key& key);

    kind_context context(std::string subresource);

    // The kind in that version, served or not; null if its definition has no such version.
    resource_ptr in_version(const resource& r, std::string_view api_version) const;

private:
    // Adds the defaults that the version of `object`, the stored one, has now.
    void renew(const resource& r, const record& o, bj::object& object) const;
    void to_storage(const resource& r, bj::object& object) const;
    bj::object stored_form(const resource& r, bj::object object) const;
    bool is_stale(const resource& r, const record& o) const;
    std::map<std::string, std::uint64_t, std::less<>> defined_at_;  // by storage
    std::optional<std::uint64_t> defined_revision_;                 // of the definition that is replayed
    std::map<std::string, watch_scopes, std::less<>> scopes_;       // by storage
    notifier any_change_;
    bool stopping_ = false, replaying_ = false;
};
using server_state_ptr = std::shared_ptr<server_state>;

// kind, apiVersion and metadata first, as in stored text.
bj::object in_order(bj::object object);

}}}  // namespace setpoint::v0::apiserver
