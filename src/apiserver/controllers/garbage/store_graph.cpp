#include "apiserver/controllers/garbage/store_graph.hpp"

#include "setpoint/json/decode.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// The fields used of any object, decoded directly from its text.
struct graph_spec {
    std::optional<std::int64_t> grace{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&graph_spec::grace, "terminationGracePeriodSeconds", ""));
    }
};
struct graph_status {
    interned_string phase{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&graph_status::phase, "phase", ""));
    }
};
struct pod_text {
    object_meta metadata{};
    graph_spec spec{};
    graph_status status{};
    static constexpr auto describe() {
        using namespace schema;
        using self = pod_text;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};
struct object_text {
    object_meta metadata{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&object_text::metadata, "metadata", ""));
    }
};

graph_resource as_graph(const resource& r) {
    graph_resource g;
    g.collection = r.storage;
    g.gvr = r.gvr;
    g.kind = r.kind;
    g.namespaced = r.namespaced;
    g.deletable = r.allows("delete") && r.allows("list");
    g.migratable = r.allows("list") && r.allows("patch") && r.allows("update");
    return g;
}

// Whether the text contains a finalizer that waits for dependents.
bool may_wait(const std::string& json) {
    return json.find("\"deletionTimestamp\"") != std::string::npos &&
           (json.find("\"foregroundDeletion\"") != std::string::npos ||
            json.find("\"orphan\"") != std::string::npos);
}

bool waits(const object_meta& m) {
    return is_deleting(m) && (has_finalizer(m, "foregroundDeletion") || has_finalizer(m, "orphan"));
}

}  // namespace

std::vector<graph_resource> store_graph::resources() const {
    std::map<std::string, graph_resource, std::less<>> by_collection;
    for (const registry::group_version* gv : kinds_.all())
        for (const auto& [plural, r] : gv->resources)
            if (r->allows("list")) by_collection.try_emplace(r->storage, as_graph(*r));
    std::vector<graph_resource> out;
    out.reserve(by_collection.size());
    for (auto& [name, r] : by_collection) out.push_back(std::move(r));
    return out;
}

std::optional<graph_resource> store_graph::find_collection(std::string_view collection) const {
    const resource_ptr r = kinds_.by_storage(collection);
    return r ? std::optional(as_graph(*r)) : std::nullopt;
}

std::optional<graph_resource> store_graph::find_resource(std::string_view group,
                                                         std::string_view plural) const {
    for (const std::string& version : kinds_.versions(group))
        if (const resource_ptr r = kinds_.find(group, version, plural)) return as_graph(*r);
    return std::nullopt;
}

std::optional<graph_resource> store_graph::find_kind(std::string_view api_version,
                                                     std::string_view kind) const {
    const auto gvk = group_version_kind::parse(api_version, kind);
    if (!gvk) return std::nullopt;
    const resource_ptr r = kinds_.find_kind(gvk->group, gvk->version, gvk->kind);
    // Another version of the kind does not count: its dependents are then left alone.
    return r && r->gvr.version == gvk->version ? std::optional(as_graph(*r)) : std::nullopt;
}

std::uint64_t store_graph::listed_revision() const {
    const std::uint64_t last = last_visible();
    return last < store_.revision() ? last : 0;
}

record_ptr store_graph::find(const collection& c, const object_key& key) const {
    if (const std::uint64_t last = listed_revision(); last != 0)
        for (const change* next = c.next(last); next != nullptr; next = c.next(next->revision))
            if (next->now->key == key) return next->before;
    return c.get(key);
}

std::optional<graph_object> store_graph::get(const graph_resource& r, const object_key& key) const {
    const record_ptr found = find(store_.of(r.collection), key);
    if (!found) return std::nullopt;
    graph_object o;
    if (r.collection == "pods") {
        auto p = json::decode<pod_text>(found->json);
        if (!p) return std::nullopt;
        o.meta = std::move(p->metadata);
        o.grace = p->spec.grace;
        o.phase = p->status.phase.str();
        return o;
    }
    auto p = json::decode<object_text>(found->json);
    if (!p) return std::nullopt;
    o.meta = std::move(p->metadata);
    return o;
}

std::map<std::string, std::string> store_graph::namespaces_of(const std::set<std::string>& uids) const {
    std::map<std::string, std::string> out;
    for (const graph_resource& r : resources()) {
        const auto found =
            store_.of(r.collection).list("", listed_revision(), std::nullopt, 0, [&](const record& o) {
                return uids.contains(o.uid);
            });
        for (const record_ptr& o : found.items) out.emplace(o->uid, o->key.ns);
        if (out.size() == uids.size()) break;
    }
    return out;
}

std::vector<object_key> store_graph::keys(const graph_resource& r, std::string_view ns) const {
    std::vector<object_key> out;
    for (const record_ptr& o : store_.of(r.collection).list(ns, listed_revision(), std::nullopt, 0, {}).items)
        out.push_back(o->key);
    return out;
}

void store_graph::notify(std::string_view collection, const record& r, bool gone) {
    bool waiting = false;
    if (!gone && may_wait(r.json)) {
        const auto o = json::decode<object_text>(r.json);
        waiting = o && waits(o->metadata);
    }
    listener_({collection, r.key, r.uid, r.owners, gone, waiting});
}

void store_graph::subscribe(std::function<void(const graph_event&)> listener) {
    listener_ = std::move(listener);
    if (!listener_) return;
    for (const graph_resource& r : resources()) {
        const auto now = store_.of(r.collection).list("", listed_revision(), std::nullopt, 0, {});
        for (const record_ptr& o : now.items) notify(r.collection, *o, false);
        seen_[r.collection] = last_visible();
    }
}

void store_graph::changed(collection& c) {
    if (!listener_) return;
    auto at = seen_.find(c.name());
    if (at == seen_.end()) at = seen_.emplace(c.name(), 0).first;
    const std::uint64_t last = last_visible();
    while (const change* next = c.next(at->second)) {
        if (next->revision > last) return;
        at->second = next->revision;
        notify(c.name(), *next->now, next->what == change::type::deleted);
    }
}

}}}  // namespace setpoint::v0::apiserver
