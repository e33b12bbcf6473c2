#include <fmt/format.h>

#include <apiserver/kinds/definition.hpp>
#include <apiserver/kinds/fields.hpp>
#include <apiserver/patch/managed_fields.hpp>
#include <apiserver/rest/rules.hpp>
#include <apiserver/rest/writer.hpp>

namespace setpoint::apiserver {

namespace {

constexpr const char* clean_up = "customresourcecleanup.apiextensions.k8s.io";
constexpr const char* definitions = "customresourcedefinitions.apiextensions.k8s.io";

api_error being_terminated(const pending_write& p) {
    api_error e = forbidden_error(
        p.kind.gr(), p.key.name,
        fmt::format("unable to create new content in namespace {} because it is being terminated", p.key.ns));
    bj::object cause{{"reason", "NamespaceTerminating"}};
    cause["message"] = fmt::format("namespace {} is being terminated", p.key.ns);
    cause["field"] = "metadata.namespace";
    e.details["causes"] = bj::array{std::move(cause)};
    return e;
}

api_result<> check_namespace(world& w, const pending_write& p) {
    const std::string& name = p.key.name;
    if (p.verb == "delete") {
        if (p.kind.storage == "namespaces" &&
            (name == "default" || name == "kube-system" || name == "kube-public"))
            return forbidden_error(p.kind.gr(), name, "this namespace may not be deleted");
        return {};
    }
    if (p.verb != "create" || !p.kind.namespaced) return {};
    const record_ptr ns = w.store.of("namespaces").get(object_key::cluster(p.key.ns));
    if (!ns) return object_not_found({"", "namespaces"}, p.key.ns);
    if (kinds::at(kinds::object_of(ns->parse(), "metadata"), "deletionTimestamp")) return being_terminated(p);
    return {};
}

std::string storage_of(const bj::object& definition) {
    const bj::object& spec = kinds::object_of(definition, "spec");
    return fmt::format("{}.{}", kinds::text_at(kinds::object_of(spec, "names"), "plural"),
                       kinds::text_at(spec, "group"));
}

void unserve(world& w, const bj::object& definition) {
    const std::string storage = storage_of(definition);
    std::vector<group_version_resource> gone;
    for (const auto* gv : w.kinds.all())
        for (const auto& [plural, r] : gv->resources)
            if (r->custom && r->storage == storage) gone.push_back(r->gvr);
    for (const auto& g : gone) w.kinds.remove(g.group, g.version, g.resource);
}

void serve(world& w, const bj::object& definition) {
    unserve(w, definition);
    w.definition_changed(storage_of(definition));
    field_errors errors;
    for (auto& r : resources_of_crd(definition, errors)) w.kinds.add(std::move(r));
}

// A definition that goes away takes its objects along; those with finalizers hold it.
void empty_out(world& w, const resource& r, const object_key& key, bj::object definition) {
    const resource_ptr kind = w.kinds.by_storage(storage_of(definition));
    if (kind) {
        for (const record_ptr& o : w.of(*kind).list("", 0, std::nullopt, 0, nullptr).items) {
            bj::object tree = w.served(*kind, *o);
            bj::object& meta = kinds::make_object(tree, "metadata");
            if (kinds::list_of(meta, "finalizers").empty()) {
                w.drop(*kind, o->key);
            } else if (!kinds::at(meta, "deletionTimestamp")) {
                meta["deletionTimestamp"] = w.time_text();
                meta["deletionGracePeriodSeconds"] = 0;
                w.keep(*kind, o->key, std::move(tree));
            }
        }
        if (w.of(*kind).size() > 0) return;
    }
    bj::object& meta = kinds::make_object(definition, "metadata");
    bj::array rest;
    for (const bj::value& f : kinds::list_of(meta, "finalizers"))
        if (kinds::text_of(f) != clean_up) rest.push_back(f);
    const bool last = rest.empty();
    if (rest.size() == kinds::list_of(meta, "finalizers").size()) return;
    if (last)
        meta.erase("finalizers");
    else
        meta["finalizers"] = std::move(rest);
    w.keep(r, key, std::move(definition));
    if (last) w.drop(r, key);
}

// The server's own word on its definitions.
void own_status(const world& w, const resource& r, bj::object& next, const bj::object& live) {
    write_options by;
    by.manager = "kube-apiserver";
    const bj::object blank = blank_of(r);
    track_update(next, &live, ownership_of(w, r, "status", blank), writer_of(w, r, "status", by));
}

void definition_stored(world& w, const resource& r, const record_ptr& before, const record_ptr& now) {
    if (!now) {
        unserve(w, before->parse());
        return;
    }
    bj::object o = w.served(r, *now);
    if (kinds::at(kinds::object_of(o, "metadata"), "deletionTimestamp"))
        return empty_out(w, r, now->key, std::move(o));
    std::vector<bj::object> parsed;
    for (const record_ptr& other : w.of(r).list("", 0, std::nullopt, 0, nullptr).items)
        if (other->key != now->key) parsed.push_back(other->parse());
    std::vector<const bj::object*> others;
    for (const bj::object& other : parsed) others.push_back(&other);
    const bj::object before_status = o;
    if (update_definition_status(o, others, w.now())) {
        own_status(w, r, o, before_status);
        w.keep(r, now->key, std::move(o));  // comes back here with nothing left to change
        return;
    }
    if (is_established(o))
        serve(w, o);
    else
        unserve(w, o);
}

}  // namespace

void add_namespace_rules(world& w) {
    w.admission.push_back([&w](pending_write& p) { return check_namespace(w, p); });
}

void add_definition_rules(world& w) {
    w.stored.push_back([&w](const resource& r, const record_ptr& before, const record_ptr& now) {
        if (r.storage == definitions) return definition_stored(w, r, before, now);
        // The last object of a definition that waits for it.
        if (!r.custom || now || w.of(r).size() > 0) return;
        const resource_ptr kind = w.kinds.by_storage(definitions);
        const record_ptr d = kind ? w.of(*kind).get(object_key::cluster(r.storage)) : nullptr;
        if (!d) return;
        bj::object tree = w.served(*kind, *d);
        if (kinds::at(kinds::object_of(tree, "metadata"), "deletionTimestamp"))
            empty_out(w, *kind, d->key, std::move(tree));
    });
}

}  // namespace setpoint::apiserver
