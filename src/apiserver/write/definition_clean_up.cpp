#include "apiserver/write/definition_clean_up.hpp"

#include "apiserver/kinds/apiextensions/custom_resource_definition_status.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/write/definition_status.hpp"
#include "apiserver/write/deleter.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool is_terminating(const bj::object& definition) {
    return value_at(object_of(definition, "metadata"), "deletionTimestamp") != nullptr;
}

struct terminating_definition {
    resource_ptr kind;  // of definitions
    bj::object definition;
    resource_ptr objects;  // null if the definition was never established
};

// The kind in which a definition's objects are stored. Definitions of which no version is served any
// longer have objects too.
resource_ptr stored_kind_of(const server_state& w, bj::object definition) {
    // Of a definition that is not served, since a built-in kind has its name, no object exists.
    if (resource_ptr served = w.kinds.by_storage(storage_of_definition(definition)))
        return served->custom ? served : nullptr;
    bj::array* const versions = list_at(make_object(definition, "spec"), "versions");
    if (!versions || !is_established(definition)) return nullptr;
    for (bj::value& v : *versions)
        if (bj::object* const version = v.if_object()) (*version)["served"] = true_at(*version, "storage");
    field_errors errors;
    const std::vector<resource_ptr> kinds = resources_of_crd(definition, errors);
    return kinds.empty() ? nullptr : kinds.front();
}

std::optional<terminating_definition> find_terminating(const server_state& w, const object_key& key) {
    terminating_definition m;
    m.kind = w.kinds.by_storage(definitions_storage);
    const record_ptr found = m.kind ? w.store.find(m.kind->storage, key) : nullptr;
    if (!found) return std::nullopt;
    m.definition = w.served(*m.kind, *found);
    if (!is_terminating(m.definition)) return std::nullopt;
    m.objects = stored_kind_of(w, m.definition);
    return m;
}

// Without this server's finalizer there is nothing to remove.
void remove_finalizer(server_state& w, const object_key& key, terminating_definition m) {
    const bj::object live = m.definition;
    bj::object& meta = make_object(m.definition, "metadata");
    bj::array rest;
    for (const bj::value& f : list_of(meta, "finalizers"))
        if (text_of(f) != clean_up_finalizer) rest.push_back(f);
    if (rest.size() == list_of(meta, "finalizers").size()) return;
    if (rest.empty()) {
        w.drop(*m.kind, key);  // watches see the previous state
        return;
    }
    meta["finalizers"] = std::move(rest);
    if (m.objects)
        set_terminating(w, m.definition, "False", "InstanceDeletionCompleted", "removed all instances");
    else
        set_terminating(w, m.definition, "False", "NeverEstablished", "resource was never established");
    keep_definition_status(w, *m.kind, key, std::move(m.definition), live);
}

}  // namespace

std::string storage_of_definition(const bj::object& definition) {
    const bj::object& spec = object_of(definition, "spec");
    return std::string(text_at(object_of(spec, "names"), "plural")) + "." +
           std::string(text_at(spec, "group"));
}

awaitable<void> clean_up_definition(server_state_ptr w, object_key definition) {
    auto begun = find_terminating(*w, definition);
    if (!begun) co_return;
    const resource_ptr objects = begun->objects;
    bj::object next = begun->definition;
    set_terminating(*w, next, "True", "InstanceDeletionInProgress", "CustomResource deletion is in progress");
    if (next != begun->definition)
        keep_definition_status(*w, *begun->kind, definition, std::move(next), begun->definition);
    std::optional<object_key> last;
    record_ptr seen = w->store.find(definitions_storage, definition);
    // A restored snapshot may have undone the deletion meanwhile.
    const auto is_undone = [&] {
        const record_ptr live = w->store.find(definitions_storage, definition);
        if (live == seen) return false;
        seen = live;
        return !find_terminating(*w, definition).has_value();
    };
    while (objects && !w->stopping()) {
        const auto some = w->of(*objects).part("", last, deletes_at_once);
        for (const record_ptr& o : some) {
            if (is_undone()) co_return;
            if (!w->of(*objects).get(o->key)) continue;
            // In the version in which it is stored, so that no conversion webhook is called: it may be gone.
            const resource_ptr as = w->in_version(*objects, text_at(o->parse(), "apiVersion"));
            (void)co_await delete_object(*w, as ? *as : *objects, o->key, {});
        }
        if (some.size() < deletes_at_once) break;
        last = some.back()->key;
        co_await w->event_loop.wait_shielded(w->event_loop.reserve(), time_point::min());
    }
    auto ended = find_terminating(*w, definition);
    if (ended && (!ended->objects || w->of(*ended->objects).size() == 0))
        remove_finalizer(*w, definition, std::move(*ended));
}

void definition_lost_object(server_state& w, const resource& of) {
    if (w.of(of).size() > 0) return;
    const object_key key = object_key::cluster(of.storage);
    if (auto m = find_terminating(w, key)) remove_finalizer(w, key, std::move(*m));
}

}}}  // namespace setpoint::v0::apiserver
