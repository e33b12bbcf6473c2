#pragma once
// The object graph over the versioned store and the registry.

#include "apiserver/controllers/garbage/object_graph.hpp"
#include "apiserver/registry/registry.hpp"
#include "apiserver/store/store.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// References must outlive it.
class store_graph final : public object_graph {
public:
    store_graph(versioned_store& store, const registry& kinds) : store_(store), kinds_(kinds) {}

    std::vector<graph_resource> resources() const override;
    std::optional<graph_resource> find_collection(std::string_view collection) const override;
    std::optional<graph_resource> find_resource(std::string_view group,
                                                std::string_view plural) const override;
    std::optional<graph_resource> find_kind(std::string_view api_version,
                                            std::string_view kind) const override;
    std::optional<graph_object> get(const graph_resource& r, const object_key& key) const override;
    std::map<std::string, std::string> namespaces_of(const std::set<std::string>& uids) const override;
    std::vector<object_key> keys(const graph_resource& r, std::string_view ns) const override;
    void subscribe(std::function<void(const graph_event&)> listener) override;

    // Call for each change to the store (from versioned_store::on_change), or if `visible` is set, when it
    // has grown: passes on the changes of the collection since the last call.
    void changed(collection& c);
    // The newest revision that is passed on and that the functions above read: later ones may be undone, and
    // what is deleted because of them would be lost. Null: that of the store.
    std::function<std::uint64_t()> visible;

private:
    struct place;
    std::uint64_t last_visible() const { return visible ? visible() : store_.revision(); }
    // For collection::list().
    std::uint64_t listed_revision() const;
    record_ptr find(const collection& c, const object_key& key) const;
    void notify(std::string_view collection, const record& r, bool gone);

    versioned_store& store_;
    const registry& kinds_;
    std::function<void(const graph_event&)> listener_;
    std::map<std::string, std::uint64_t, std::less<>> seen_;  // revision, by collection
};

}}}  // namespace setpoint::v0::apiserver
