#pragma once
// The object graph of an API server that is reached through a client: lists everything again and again.

#include "apiserver/controllers/garbage/object_graph.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/loop.hpp"

#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

class listed_graph final : public object_graph {
    using id = std::pair<std::string, object_key>;

public:
    // `kinds`: those that are looked at.
    listed_graph(loop& l, client& api, std::vector<graph_resource> kinds)
        : loop_(l), api_(api), kinds_(std::move(kinds)) {}

    std::vector<graph_resource> resources() const override { return kinds_; }
    std::optional<graph_resource> find_collection(std::string_view collection) const override {
        for (const graph_resource& r : kinds_)
            if (r.collection == collection) return r;
        return std::nullopt;
    }
    std::optional<graph_resource> find_resource(std::string_view group,
                                                std::string_view plural) const override {
        for (const graph_resource& r : kinds_)
            if (r.gvr.group == group && r.gvr.resource == plural) return r;
        return std::nullopt;
    }
    std::optional<graph_resource> find_kind(std::string_view api_version,
                                            std::string_view kind) const override {
        for (const graph_resource& r : kinds_)
            if (r.kind == kind && r.gvr.api_version() == api_version) return r;
        return std::nullopt;
    }
    std::optional<graph_object> get(const graph_resource& r, const object_key& key) const override {
        const auto at = objects_.find({r.collection, key});
        return at == objects_.end() ? std::nullopt : std::optional(at->second);
    }
    std::map<std::string, std::string> namespaces_of(const std::set<std::string>& uids) const override {
        std::map<std::string, std::string> out;
        for (const auto& [id, o] : objects_)
            if (uids.contains(o.meta.uid.str())) out.emplace(o.meta.uid.str(), id.second.ns);
        return out;
    }
    std::vector<object_key> keys(const graph_resource& r, std::string_view ns) const override {
        std::vector<object_key> out;
        for (const auto& [id, o] : objects_)
            if (id.first == r.collection && id.second.ns == ns) out.push_back(id.second);
        return out;
    }
    void subscribe(std::function<void(const graph_event&)> listener) override {
        listener_ = std::move(listener);
        for (const auto& [id, o] : objects_) tell(id.first, id.second, o, false);
    }
    // Until it is cancelled. Kinds are listed in the order given, and changes told once all have been: with
    // dependents before their owners, an owner that is missing is gone.
    awaitable<void> run() {
        for (;;) {
            std::map<std::string, std::map<id, graph_object>> seen;
            for (const graph_resource& r : kinds_) co_await look(r, seen);
            for (auto& [collection, now] : seen) replace(collection, now);
            tell_changes();
            co_await loop_.sleep(std::chrono::milliseconds(50));
        }
    }

private:
    void tell(const std::string& collection, const object_key& key, const graph_object& o, bool gone) {
        if (!listener_) return;
        std::vector<std::string> owners;
        for (const owner_reference& ref : o.meta.owner_references) owners.push_back(ref.uid.str());
        const bool waiting = is_deleting(o.meta) &&
                             (has_finalizer(o.meta, "foregroundDeletion") || has_finalizer(o.meta, "orphan"));
        listener_({collection, key, o.meta.uid, owners, gone, waiting});
    }
    awaitable<void> look(graph_resource r, std::map<std::string, std::map<id, graph_object>>& seen) {
        const kind_info kind =
            dynamic_kind(group_version_kind(r.gvr.group, r.gvr.version, r.kind), r.gvr.resource,
                         r.namespaced ? scope::namespaced : scope::cluster, false);
        auto all = co_await api_.list(kind);
        if (!all) co_return;
        std::map<id, graph_object>& now = seen[r.collection];
        for (const auto& o : *all) {
            graph_object g;
            g.meta = o->meta();
            if (const auto phase = o->get_string("status.phase")) g.phase = std::string(*phase);
            g.grace = o->get_int("spec.terminationGracePeriodSeconds");
            now.emplace(id(r.collection, o->key()), std::move(g));
        }
    }
    void replace(const std::string& collection, std::map<id, graph_object>& now) {
        for (auto at = objects_.begin(); at != objects_.end();) {
            if (at->first.first != collection || now.contains(at->first)) {
                ++at;
                continue;
            }
            changes_.push_back({at->first, at->second, true});
            at = objects_.erase(at);
        }
        for (auto& [at, o] : now) {
            const auto old = objects_.find(at);
            if (old != objects_.end() && old->second.meta.resource_version == o.meta.resource_version)
                continue;
            if (old != objects_.end() && old->second.meta.uid != o.meta.uid)
                changes_.push_back({at, old->second, true});
            changes_.push_back({at, o, false});
            objects_.insert_or_assign(at, std::move(o));
        }
    }
    void tell_changes() {
        const std::vector<changed> told = std::exchange(changes_, {});
        for (const changed& c : told) tell(c.at.first, c.at.second, c.object, c.gone);
    }

    struct changed {
        id at;
        graph_object object;
        bool gone;
    };
    std::vector<changed> changes_;
    loop& loop_;
    client& api_;
    std::vector<graph_resource> kinds_;
    std::map<id, graph_object> objects_;
    std::function<void(const graph_event&)> listener_;
};

}}}  // namespace setpoint::v0::apiserver
