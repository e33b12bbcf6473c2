#include "apiserver/server/snapshot/state_image.hpp"

#include "apiserver/documents/discovery.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/server/snapshot/store_phase.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Hooks store more: statuses of definitions, addresses of Services, usage of quotas. Each round undoes what
// those of the last one have added; there is nothing that one adds twice.
constexpr int most_rounds = 4;

// A schema may contain the word too.
bool is_terminating(const record& definition) {
    if (definition.json.find("\"deletionTimestamp\"") == std::string::npos) return false;
    const bj::object content = definition.parse();
    return value_at(object_of(content, "metadata"), "deletionTimestamp") != nullptr;
}

// Stores the text as it is: state_ would convert it to the stored version again.
record_ptr put_object(server_state& w, const std::string& storage, const object_key& key, bj::object content,
                      bool rewrite) {
    collection& to = w.store.of(storage);
    const record_ptr before = to.get(key);
    record_ptr after = w.store.put(to, key, std::move(content), w.now(), rewrite);
    if (const resource_ptr r = w.kinds.by_storage(storage))
        for (const auto& hook : w.stored) hook(*r, before, after);
    return after;
}

bool drop_object(server_state& w, const std::string& storage, const object_key& key) {
    if (const resource_ptr r = w.kinds.by_storage(storage)) return w.drop(*r, key) != nullptr;
    return w.store.erase(w.store.of(storage), key, w.now()) != nullptr;
}

std::vector<record_ptr> objects_of(const collection& c) {
    return c.list("", 0, std::nullopt, 0, nullptr).items;
}

// An object that was stored before its definition changed has the defaults that it was read with.
bj::object content_of(const server_state& w, const std::string& storage, const record& o) {
    const resource_ptr r = w.kinds.by_storage(storage);
    return r && r->custom ? w.as_stored(*r, o) : o.parse();
}

}  // namespace

bool is_same_content(bj::object a, bj::object b) {
    for (bj::object* const o : {&a, &b})
        if (bj::object* const meta = object_at(*o, "metadata")) meta->erase("resourceVersion");
    return a == b;
}

restore_counts remove_others(server_state& w,
                             const std::function<bool(std::string_view storage, const record& o)>& is_kept) {
    restore_counts done;
    const auto visit = [&](const collection& c) {
        const std::string& name = c.name();
        for (const record_ptr& o : objects_of(c))
            if (!is_kept(name, *o) && drop_object(w, name, o->key)) ++done.removed;
    };
    const std::vector<const collection*> all = w.store.collections();
    for (const store_phase now : {store_phase::others, store_phase::addresses, store_phase::quotas,
                                  store_phase::namespaces, store_phase::definitions})
        for (const collection* const c : all)
            if (phase_of_storage(c->name()) == now) visit(*c);
    return done;
}

state_image::state_image(const server_state& w) {
    for (const collection* const c : w.store.collections()) {
        objects& to = all_[c->name()];
        for (const record_ptr& o : objects_of(*c)) to.emplace(o->key, o);
    }
}

std::size_t state_image::size() const {
    std::size_t n = 0;
    for (const auto& [storage, some] : all_) n += some.size();
    return n;
}

std::string state_image::text(const server_state& w) const {
    snapshot_origin from;
    from.server_version = git_version();
    from.revision = std::to_string(w.store.revision());
    from.time = w.time_text();
    std::string out = snapshot_begin(from);
    for (const store_phase now : store_phases)
        for (const auto& [storage, some] : all_) {
            if (phase_of_storage(storage) != now) continue;
            const resource_ptr r = w.kinds.by_storage(storage);
            for (const auto& [key, o] : some) out += snapshot_line(r ? w.served(*r, *o) : o->parse());
        }
    return out + snapshot_end(size());
}

restore_counts state_image::put(server_state& w, const std::string& storage, record_ptr& one) const {
    const record_ptr live = w.store.of(storage).get(one->key);
    if (live == one) return {};
    bj::object content = content_of(w, storage, *one);
    if (live && is_same_content(live->parse(), content)) {
        one = live;
        return {};
    }
    one = put_object(w, storage, one->key, std::move(content), one->rewrite);
    restore_counts done;
    ++(live ? done.replaced : done.created);
    return done;
}

// First of all, those whose deletion is to be undone: they would go with the last of their objects.
restore_counts state_image::renew_definitions(server_state& w) {
    restore_counts done;
    for (auto& [key, one] : all_[std::string(definitions_storage)]) {
        const record_ptr live = w.store.of(definitions_storage).get(key);
        if (live && live->uid == one->uid && !is_terminating(*one))
            done += put(w, std::string(definitions_storage), one);
    }
    return done;
}

restore_counts state_image::restore_once(server_state& w) {
    restore_counts done = renew_definitions(w);
    done += remove_others(w, [this](std::string_view storage, const record& o) {
        const auto some = all_.find(storage);
        if (some == all_.end()) return false;
        const auto at = some->second.find(o.key);
        return at != some->second.end() && at->second->uid == o.uid;
    });
    for (const store_phase now : store_phases)
        for (auto& [storage, some] : all_) {
            if (phase_of_storage(storage) != now) continue;
            for (auto& [key, one] : some) {
                // A definition that is being deleted is served only if it was served before.
                if (now == store_phase::definitions && is_terminating(*one) &&
                    !w.store.of(storage).get(key)) {
                    bj::object served = one->parse();
                    make_object(served, "metadata").erase("deletionTimestamp");
                    put_object(w, storage, key, std::move(served), false);
                }
                done += put(w, storage, one);
            }
        }
    return done;
}

restore_counts state_image::restore(server_state& w, std::vector<object_key>& terminating) {
    restore_counts done;
    for (int round = 0; round < most_rounds; ++round) {
        const restore_counts now = restore_once(w);
        done += now;
        if (now.all() == 0) break;
    }
    for (const auto& [key, one] : all_[std::string(definitions_storage)])
        if (is_terminating(*one)) terminating.push_back(key);
    return done;
}

}}}  // namespace setpoint::v0::apiserver
