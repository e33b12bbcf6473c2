// Serves the resources of stored definitions.
#include "apiserver/go/json_text.hpp"
#include "apiserver/kinds/apiextensions/custom_resource_definition_status.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/conditions.hpp"
#include "apiserver/state/durability.hpp"
#include "apiserver/write/definition_clean_up.hpp"
#include "apiserver/write/definition_status.hpp"

#include <map>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// kube-apiserver answers paths of its own groups and versions before custom resources are looked for. Nor may
// a definition share the collection of a built-in kind.
bool is_taken(const registry& kinds, const resource& r) {
    const resource_ptr stored = kinds.by_storage(r.storage);
    return kinds.has_builtin(r.gvr.group, r.gvr.version) || (stored && !stored->custom);
}

// Serves the resources of stored definitions.
class served_definitions {
public:
    explicit served_definitions(server_state& w) : state_(w) {}

    void stored(const resource& r, const record_ptr& before, const record_ptr& now) {
        if (!now) return removed(r, *before);
        const bj::object o = state_.served(r, *now);
        const std::string group(text_at(object_of(o, "spec"), "group"));
        of_group_[group].insert(now->key);
        // The definition is served unchanged until its objects are gone: see clean_up_definition.
        if (value_at(object_of(o, "metadata"), "deletionTimestamp")) {
            // Read from a journal: the server ended before they were gone.
            if (!before && is_established(o)) serve(o);
            return;
        }
        if (!is_undoing() && keep_status(r, now->key, group, o)) return;
        if (is_established(o))
            serve(o);
        else
            stop_serving(o);
    }

private:
    // The status is then what it was, and others are undone too.
    bool is_undoing() const { return state_.kept && state_.kept->is_undoing(); }

    // Stores the status that the definition has now, which serves it. Returns false if that is its status.
    bool keep_status(const resource& r, const object_key& key, const std::string& group,
                     const bj::object& live) {
        const std::vector<bj::object> parsed = others_in_group(r, key, group);
        std::vector<const bj::object*> others;
        others.reserve(parsed.size());
        for (const bj::object& other : parsed) others.push_back(&other);
        bj::object next = live;
        if (!update_definition_status(next, others, state_.now())) return false;
        const bool renamed =
            !same_field(object_of(live, "status"), object_of(next, "status"), "acceptedNames");
        // Calls stored() again, with nothing left to change.
        keep_definition_status(state_, r, key, std::move(next), live);
        if (renamed) reconsider_names(r, key, group);
        return true;
    }

    void removed(const resource& r, const record& last) {
        const bj::object gone = last.parse();
        const std::string group(text_at(object_of(gone, "spec"), "group"));
        stop_serving(gone);
        if (const auto found = of_group_.find(group); found != of_group_.end()) {
            found->second.erase(last.key);
            if (found->second.empty()) of_group_.erase(found);
        }
        if (!is_undoing()) reconsider_names(r, last.key, group);
    }

    void stop_serving(const bj::object& definition) {
        const std::string storage = storage_of_definition(definition);
        std::vector<group_version_resource> gone;
        for (const auto* gv : state_.kinds.all())
            for (const auto& [plural, r] : gv->resources)
                if (r->custom && r->storage == storage) gone.push_back(r->gvr);
        for (const auto& g : gone) state_.kinds.remove(g.group, g.version, g.resource);
        made_from_.erase(storage);
        // Watches of a resource that is no longer served end.
        state_.wake_all(storage);
    }

    // Does nothing if neither the spec nor the names have changed: watches of the objects end otherwise.
    void serve(const bj::object& definition) {
        const std::string storage = storage_of_definition(definition);
        const std::size_t made_from = std::hash<std::string>()(
            json_text::serialize(object_of(definition, "spec")) +
            json_text::serialize(object_of(object_of(definition, "status"), "acceptedNames")));
        if (const auto at = made_from_.find(storage); at != made_from_.end() && at->second == made_from)
            return;
        stop_serving(definition);
        made_from_.emplace(storage, made_from);
        state_.definition_changed(storage);
        field_errors errors;
        for (auto& r : resources_of_crd(definition, errors))
            if (!is_taken(state_.kinds, *r)) state_.kinds.add(std::move(r));
    }

    // The other definitions of a group.
    std::vector<bj::object> others_in_group(const resource& r, const object_key& key,
                                            std::string_view group) {
        std::vector<bj::object> out;
        const auto found = of_group_.find(group);
        if (found == of_group_.end()) return out;
        for (const object_key& other : found->second) {
            if (other == key) continue;
            if (const record_ptr live = state_.of(r).get(other)) out.push_back(live->parse());
        }
        return out;
    }

    // Names that a definition no longer has may be those that others wait for.
    void reconsider_names(const resource& r, const object_key& key, std::string_view group) {
        for (const bj::object& other : others_in_group(r, key, group)) {
            if (has_condition(object_of(other, "status"), "NamesAccepted")) continue;
            const std::string name(text_at(object_of(other, "metadata"), "name"));
            if (const record_ptr live = state_.of(r).get(object_key::cluster(name))) stored(r, live, live);
        }
    }

    server_state& state_;
    // A hash of what the served resources of each custom storage were made from.
    std::map<std::string, std::size_t, std::less<>> made_from_;
    std::map<std::string, std::set<object_key>, std::less<>> of_group_;
};

}  // namespace

void serve_definitions(server_state& w) {
    const auto served = std::make_shared<served_definitions>(w);
    w.stored.push_back([&w, served](const resource& r, const record_ptr& before, const record_ptr& now) {
        if (r.storage == definitions_storage) return served->stored(r, before, now);
        if (r.custom && !now) definition_lost_object(w, r);
    });
}

}}}  // namespace setpoint::v0::apiserver
