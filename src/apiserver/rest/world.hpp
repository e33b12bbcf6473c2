#pragma once
// What all requests share: the store, the kinds that are served, who waits for changes, and who has a say in
// writes.

#include <setpoint/core/event.hpp>
#include <setpoint/core/log.hpp>

#include <apiserver/kinds/registry.hpp>
#include <apiserver/rest/event_texts.hpp>
#include <apiserver/store/store.hpp>

namespace setpoint::apiserver {

// A write on its way.
struct pending_write {
    const resource& kind;
    std::string verb;  // "create", "update", "delete"
    std::string subresource;
    object_key key;         // without a name: it will be generated
    bj::object* object;     // null for a delete
    const bj::object* old;  // null for a create
    bool dry_run = false;
};
// May change the object, or refuse.
using write_step = std::function<api_result<>(pending_write&)>;

// Held by shared_ptr: watches keep it. The loop outlives it.
class world {
public:
    world(loop& l, logger log, versioned_store::window keep);
    world(const world&) = delete;
    world& operator=(const world&) = delete;

    loop& owner;
    logger log;
    versioned_store store;
    registry kinds;
    event_texts events;  // of watches
    // Before defaults are checked: namespaces, webhooks, limits. And after: what is taken from a pool.
    std::vector<write_step> admission, allocation;
    bool gives_accounts = false;  // somebody makes the service account `default` of each namespace
    // After a change was stored; `now` is null when the object is gone. Must not suspend.
    std::vector<std::function<void(const resource&, const record_ptr& before, const record_ptr& now)>> stored;

    // Waits for changes of a collection, or for stop().
    pulse& changes_of(std::string_view storage);
    // Ends all watches.
    void stop();
    bool stopping() const { return stopping_; }

    collection& of(const resource& r) { return store.of(r.storage); }
    wall_time now() const { return owner.wall_now(); }
    std::string time_text() const;                  // now, RFC 3339 in whole seconds
    std::string random_suffix(std::size_t length);  // of generateName's alphabet

    // As that version of the kind has it, and back.
    bj::object served(const resource& r, const record& o) const;
    std::string served_text(const resource& r, const record& o) const;
    // The definition of a collection's kind has changed: what was written before gets its defaults when read.
    void definition_changed(const std::string& storage) { defined_at_[storage] = store.revision(); }
    record_ptr keep(const resource& r, const object_key& key, bj::object object, bool rewrite = false);
    record_ptr drop(const resource& r, const object_key& key);

    strategy_context context(std::string subresource);

private:
    bool is_stale(const resource& r, const record& o) const;
    std::map<std::string, std::uint64_t, std::less<>> defined_at_;  // by storage
    std::map<std::string, std::unique_ptr<pulse>, std::less<>> pulses_;
    bool stopping_ = false;
};
using world_ptr = std::shared_ptr<world>;

// kind, apiVersion and metadata first, as stored text begins with them.
bj::object in_order(bj::object object);

}  // namespace setpoint::apiserver
