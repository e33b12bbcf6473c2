#include "apiserver/state/server_state.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/schema/schema_operations.hpp"
#include "apiserver/state/durability.hpp"
#include "setpoint/api/time.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

api_result<> run_steps(const std::vector<write_step>& steps, pending_write& p) {
    for (const write_step& step : steps)
        if (auto ok = step(p); !ok) return ok;
    return {};
}

server_state::server_state(loop& l, logger to, versioned_store::window window)
    : event_loop(l), log(std::move(to)), store(window), any_change_(l) {
    store.on_change = [this](collection& c, const change& made) {
        const bool is_visible = !kept;  // otherwise when it is on the disk: wake()
        if (const auto at = scopes_.find(c.name()); at != scopes_.end()) at->second.add(made, is_visible);
        if (is_visible) any_change_.notify();
    };
}

void server_state::wake(const collection& c, const object_key& key) {
    if (const auto at = scopes_.find(c.name()); at != scopes_.end()) at->second.notify(key);
    any_change_.notify();
}

void server_state::wake_all(std::string_view storage) {
    if (const auto at = scopes_.find(storage); at != scopes_.end()) at->second.notify_all();
}

std::shared_ptr<watch_scope> server_state::scope_of(const collection& c, std::string_view ns,
                                                    std::string_view name) {
    return scopes_.try_emplace(c.name(), event_loop, c).first->second.find(ns, name, visible_revision());
}

void server_state::undo(collection& of, const change& what) {
    if (const auto at = scopes_.find(of.name()); at != scopes_.end()) at->second.undo(what);
    store.undo(of, what);
}

std::uint64_t server_state::visible_revision() const {
    return kept ? kept->revision() : store.revision();
}

secret server_state::kept_key(std::string_view name, const std::function<secret()>& make) const {
    return kept ? kept->key(name, make) : make();
}

void server_state::replay(const collection& of, const record_ptr& before, const record_ptr& now) {
    const resource_ptr r = kinds.by_storage(of.name());
    if (!r) return;
    replaying_ = true;
    for (const auto& hook : stored) hook(*r, before, now);
    replaying_ = false;
}

void server_state::replay_definition(const resource& r, const record_ptr& now) {
    defined_revision_ = now->revision;
    for (const auto& hook : stored) hook(r, nullptr, now);
    defined_revision_.reset();
}

awaitable<bool> server_state::wait_for_revision(std::uint64_t wanted, time_point due) {
    while (store.revision() < wanted && !stopping_)
        if (!co_await any_change_.wait(due)) co_return false;
    co_return store.revision() >= wanted;
}

void server_state::stop() {
    stopping_ = true;
    any_change_.notify();
    for (auto& [name, scopes] : scopes_) scopes.notify_all();
}

std::string server_state::time_text() const {
    return timestamp::from(now()).to_string();
}

std::string server_state::random_suffix(std::size_t length) {
    constexpr std::string_view alphabet = "bcdfghjklmnpqrstvwxz2456789";
    std::string out;
    for (std::size_t i = 0; i < length; ++i) out += alphabet[event_loop.random().below(alphabet.size())];
    return out;
}

std::string server_state::new_uid() {
    return event_loop.random().uuid();
}

std::uint64_t server_state::random_below(std::uint64_t bound) {
    return event_loop.random().below(bound);
}

bool server_state::is_stale(const resource& r, const record& o) const {
    if (!r.custom || !r.type || o.converted) return false;
    const auto at = defined_at_.find(r.storage);
    return at != defined_at_.end() && o.revision <= at->second;
}

namespace {

void default_and_prune(const schema_node& type, bj::object& object) {
    bj::value tree(std::move(object));
    apply_defaults(type, tree);
    object = std::move(tree.get_object());
    prune(type, object);
}

// The part of "example.com/v2" after the slash.
std::string version_part(std::string_view api_version) {
    return std::string(api_version.substr(api_version.find('/') + 1));
}

}  // namespace

bj::object server_state::as_stored(const resource& r, const record& o) const {
    bj::object object = o.parse();
    renew(r, o, object);
    return object;
}

void server_state::renew(const resource& r, const record& o, bj::object& object) const {
    const resource_ptr as = in_version(r, text_at(object, "apiVersion"));
    if (as && is_stale(*as, o)) default_and_prune(*as->type, object);
}

resource_ptr server_state::in_version(const resource& r, std::string_view api_version) const {
    resource_ptr found = kinds.find(r.gvr.group, version_part(api_version), r.gvr.resource);
    if (found && found->storage == r.storage) return found;
    if (r.unserved)
        for (const resource_ptr& other : *r.unserved)
            if (other->gvr.api_version() == api_version) return other;
    return nullptr;
}

bj::object server_state::served(const resource& r, const record& o) const {
    bj::object object = o.parse();
    const std::string version = r.gvr.api_version();
    const bool as_stored = text_at(object, "apiVersion") == version && text_at(object, "kind") == r.kind;
    if (as_stored && !is_stale(r, o)) return object;
    if (!as_stored && r.webhook) {
        if (const record_ptr converted = conversions.find(o.revision, version)) return converted->parse();
        return object;
    }
    // Defaults are those of the version in which it is stored.
    if (r.custom) renew(r, o, object);
    if (!as_stored && r.code->from_storage) r.code->from_storage(object);
    object["apiVersion"] = version;
    object["kind"] = r.kind;
    if (r.custom && r.type) prune(*r.type, object);
    return object;
}

std::string server_state::served_text(const resource& r, const record& o) const {
    const std::string begin = "{\"kind\":\"" + r.kind + "\",\"apiVersion\":\"" + r.gvr.api_version() + "\",";
    if (o.json.starts_with(begin) && !is_stale(r, o)) return o.json;
    return json_text::serialize(in_order(served(r, o)));
}

void server_state::to_storage(const resource& r, bj::object& object) const {
    if (r.code->to_storage) r.code->to_storage(object);
    object["apiVersion"] = r.storage_version;
    const auto as = r.custom ? in_version(r, r.storage_version) : kinds.by_storage(r.storage);
    if (!as) return;
    object["kind"] = as->kind;
    if (as->custom && as->type) default_and_prune(*as->type, object);
}

bj::object server_state::stored_form(const resource& r, bj::object object) const {
    if (r.gvr.api_version() != r.storage_version && !r.storage_version.empty()) {
        to_storage(r, object);
    } else if (r.custom && r.type) {
        // The real server stores a null that an apply set for a field of any type, and drops it
        // when reading.
        bj::value tree(std::move(object));
        drop_disallowed_nulls(*r.type, tree);
        object = std::move(tree.get_object());
    }
    return in_order(std::move(object));
}

bool server_state::is_stored_otherwise(const resource& r, const record& o, bj::object next) const {
    if (!r.custom) return false;
    const bj::object held = o.parse();
    const bool is_of_storage = r.storage_version.empty() || text_at(held, "apiVersion") == r.storage_version;
    if (is_of_storage && !is_stale(r, o)) return false;
    return stored_form(r, std::move(next)) != held;
}

record_ptr server_state::keep(const resource& r, const object_key& key, bj::object object, bool rewrite,
                              std::size_t limit) {
    if (replaying_) return of(r).get(key);
    object = stored_form(r, std::move(object));
    record_ptr before = of(r).get(key);
    record_ptr after = store.put(of(r), key, std::move(object), now(), rewrite, limit);
    if (!after) return nullptr;
    for (const auto& hook : stored) hook(r, before, after);
    return after;
}

record_ptr server_state::drop(const resource& r, const object_key& key) {
    if (replaying_) return nullptr;
    record_ptr before = of(r).get(key);
    record_ptr last = store.erase(of(r), key, now());
    if (last)
        for (const auto& hook : stored) hook(r, before, nullptr);
    return last;
}

kind_context server_state::context(std::string subresource) {
    kind_context c;
    c.now = now();
    c.read = [this](std::string_view group_resource,
                    const object_key& key) -> std::shared_ptr<const bj::object> {
        const record_ptr found = store.of(group_resource).get(key);
        return found ? std::make_shared<const bj::object>(found->parse()) : nullptr;
    };
    c.random_suffix = [this](std::size_t n) { return random_suffix(n); };
    c.subresource = std::move(subresource);
    return c;
}

bj::object in_order(bj::object object) {
    bj::object out;
    out.reserve(object.size());
    for (const char* key : {"kind", "apiVersion", "metadata"})
        if (bj::value* v = object.if_contains(key)) out.emplace(key, std::move(*v));
    for (auto& [key, value] : object)
        if (!out.contains(key)) out.emplace(key, std::move(value));
    return out;
}

}}}  // namespace setpoint::v0::apiserver
