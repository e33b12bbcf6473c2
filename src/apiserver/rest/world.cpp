#include <setpoint/api/time.hpp>

#include <boost/json/serialize.hpp>

#include <apiserver/kinds/fields.hpp>
#include <apiserver/rest/world.hpp>
#include <apiserver/schema/object_check.hpp>

namespace setpoint::apiserver {

world::world(loop& l, logger to, versioned_store::window window)
    : owner(l), log(std::move(to)), store(window) {
    store.on_change = [this](collection& c) { changes_of(c.name()).notify(); };
}

pulse& world::changes_of(std::string_view storage) {
    const auto at = pulses_.find(storage);
    if (at != pulses_.end()) return *at->second;
    return *pulses_.emplace(std::string(storage), std::make_unique<pulse>(owner)).first->second;
}

void world::stop() {
    stopping_ = true;
    for (const auto& [name, p] : pulses_) p->notify();
}

std::string world::time_text() const {
    return timestamp::from(now()).to_string();
}

std::string world::random_suffix(std::size_t length) {
    constexpr std::string_view alphabet = "bcdfghjklmnpqrstvwxz2456789";
    std::string out;
    for (std::size_t i = 0; i < length; ++i) out += alphabet[owner.random().below(alphabet.size())];
    return out;
}

bool world::is_stale(const resource& r, const record& o) const {
    if (!r.custom || !r.type) return false;
    const auto at = defined_at_.find(r.storage);
    return at != defined_at_.end() && o.revision <= at->second;
}

bj::object world::served(const resource& r, const record& o) const {
    bj::object object = o.parse();
    const std::string version = r.gvr.api_version();
    const bool as_stored =
        kinds::text_at(object, "apiVersion") == version && kinds::text_at(object, "kind") == r.kind;
    if (as_stored && !is_stale(r, o)) return object;
    if (!as_stored && r.from_storage) r.from_storage(object);
    object["apiVersion"] = version;
    object["kind"] = r.kind;
    if (!r.custom || !r.type) return object;
    bj::value whole(std::move(object));
    apply_defaults(*r.type, whole);
    object = std::move(whole.get_object());
    prune(*r.type, object);
    return object;
}

std::string world::served_text(const resource& r, const record& o) const {
    const std::string begin = "{\"kind\":\"" + r.kind + "\",\"apiVersion\":\"" + r.gvr.api_version() + "\",";
    if (o.json.starts_with(begin) && !is_stale(r, o)) return o.json;
    return bj::serialize(in_order(served(r, o)));
}

record_ptr world::keep(const resource& r, const object_key& key, bj::object object, bool rewrite) {
    if (r.gvr.api_version() != r.storage_version && !r.storage_version.empty()) {
        if (r.to_storage) r.to_storage(object);
        object["apiVersion"] = r.storage_version;
        if (const auto as = kinds.by_storage(r.storage)) {
            object["kind"] = as->kind;
            if (as->custom && as->type) {
                bj::value whole(std::move(object));
                apply_defaults(*as->type, whole);
                object = std::move(whole.get_object());
                prune(*as->type, object);
            }
        }
    }
    record_ptr before = of(r).get(key);
    record_ptr after = store.put(of(r), key, in_order(std::move(object)), now(), rewrite);
    for (const auto& tell : stored) tell(r, before, after);
    return after;
}

record_ptr world::drop(const resource& r, const object_key& key) {
    record_ptr before = of(r).get(key);
    record_ptr last = store.erase(of(r), key, now());
    if (last)
        for (const auto& tell : stored) tell(r, before, nullptr);
    return last;
}

strategy_context world::context(std::string subresource) {
    strategy_context c;
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

}  // namespace setpoint::apiserver
