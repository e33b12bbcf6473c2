#include "apiserver/rest/admission.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/conditions.hpp"
#include "apiserver/rest/definition_clean_up.hpp"
#include "apiserver/rest/definition_status.hpp"
#include "apiserver/rest/webhook_admission.hpp"
#include "apiserver/schema/json_text.hpp"
#include "apiserver/strategies/definition.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::apiserver {

namespace {

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

api_result<> check_namespace(server_state& w, const pending_write& p) {
    const std::string& name = p.key.name;
    if (!w.plugins.is_on("NamespaceLifecycle")) return {};
    if (p.verb == "delete") {
        if (p.kind.storage == "namespaces" &&
            (name == "default" || name == "kube-system" || name == "kube-public"))
            return forbidden_error(p.kind.gr(), name, "this namespace may not be deleted");
        return {};
    }
    if (p.verb != "create" || !p.kind.namespaced) return {};
    const record_ptr ns = w.store.of("namespaces").get(object_key::cluster(p.key.ns));
    if (!ns) return object_not_found({"", "namespaces"}, p.key.ns);
    if (value_at(object_of(ns->parse(), "metadata"), "deletionTimestamp")) return being_terminated(p);
    return {};
}

// No object is created while its definition is being deleted.
api_result<> check_definition(const server_state& w, const pending_write& p) {
    if (p.verb != "create" || !p.kind.custom) return {};
    const record_ptr of = w.store.find(definitions_storage, object_key::cluster(p.kind.storage));
    // Definitions are large: only parse one whose text contains the field.
    if (!of || of->json.find(R"("deletionTimestamp":")") == std::string::npos) return {};
    if (!value_at(object_of(of->parse(), "metadata"), "deletionTimestamp")) return {};
    return forbidden_error(p.kind.gr(), p.key.name,
                           "create not allowed while custom resource definition is terminating");
}

void stop_serving(server_state& w, const bj::object& definition) {
    const std::string storage = storage_of_definition(definition);
    std::vector<group_version_resource> gone;
    for (const auto* gv : w.kinds.all())
        for (const auto& [plural, r] : gv->resources)
            if (r->custom && r->storage == storage) gone.push_back(r->gvr);
    for (const auto& g : gone) w.kinds.remove(g.group, g.version, g.resource);
    w.served_definitions.erase(storage);
    // Watches of a resource that is no longer served end.
    w.changes_of(storage).notify();
}

// kube-apiserver answers paths of its own groups and versions before custom resources are looked for. Nor may
// a definition share the collection of a built-in kind.
bool is_taken(const registry& kinds, const resource& r) {
    const resource_ptr stored = kinds.by_storage(r.storage);
    return kinds.has_builtin(r.gvr.group, r.gvr.version) || (stored && !stored->custom);
}

// Does nothing if neither the spec nor the names have changed: watches of the objects end otherwise.
void serve(server_state& w, const bj::object& definition) {
    const std::string storage = storage_of_definition(definition);
    const std::size_t made_from = std::hash<std::string>()(
        json_text::serialize(object_of(definition, "spec")) +
        json_text::serialize(object_of(object_of(definition, "status"), "acceptedNames")));
    if (const auto at = w.served_definitions.find(storage);
        at != w.served_definitions.end() && at->second == made_from)
        return;
    stop_serving(w, definition);
    w.served_definitions.emplace(storage, made_from);
    w.definition_changed(storage);
    field_errors errors;
    for (auto& r : resources_of_crd(definition, errors))
        if (!is_taken(w.kinds, *r)) w.kinds.add(std::move(r));
}

// The other definitions of a group.
std::vector<bj::object> others_in_group(server_state& w, const resource& r, const object_key& key,
                                        std::string_view group) {
    std::vector<bj::object> out;
    const auto found = w.definitions_of_group.find(group);
    if (found == w.definitions_of_group.end()) return out;
    for (const object_key& other : found->second) {
        if (other == key) continue;
        if (const record_ptr live = w.of(r).get(other)) out.push_back(live->parse());
    }
    return out;
}

void definition_stored(server_state& w, const resource& r, const record_ptr& before, const record_ptr& now);

// Names that a definition no longer has may be those that others wait for.
void reconsider_names(server_state& w, const resource& r, const object_key& key, std::string_view group) {
    for (const bj::object& other : others_in_group(w, r, key, group)) {
        if (has_condition(object_of(other, "status"), "NamesAccepted")) continue;
        const std::string name(text_at(object_of(other, "metadata"), "name"));
        if (const record_ptr live = w.of(r).get(object_key::cluster(name)))
            definition_stored(w, r, live, live);
    }
}

void definition_stored(server_state& w, const resource& r, const record_ptr& before, const record_ptr& now) {
    if (!now) {
        const bj::object gone = before->parse();
        const std::string_view group = text_at(object_of(gone, "spec"), "group");
        stop_serving(w, gone);
        if (const auto found = w.definitions_of_group.find(group); found != w.definitions_of_group.end()) {
            found->second.erase(before->key);
            if (found->second.empty()) w.definitions_of_group.erase(found);
        }
        return reconsider_names(w, r, before->key, group);
    }
    bj::object o = w.served(r, *now);
    w.definitions_of_group[std::string(text_at(object_of(o, "spec"), "group"))].insert(now->key);
    // The definition is served unchanged until its objects are gone: see clean_up_definition.
    if (value_at(object_of(o, "metadata"), "deletionTimestamp")) return;
    const std::string group(text_at(object_of(o, "spec"), "group"));
    const std::vector<bj::object> parsed = others_in_group(w, r, now->key, group);
    std::vector<const bj::object*> others;
    others.reserve(parsed.size());
    for (const bj::object& other : parsed) others.push_back(&other);
    const bj::object before_status = o;
    if (update_definition_status(o, others, w.now())) {
        const bool renamed =
            !same_field(object_of(before_status, "status"), object_of(o, "status"), "acceptedNames");
        // Calls this function again, with nothing left to change.
        keep_definition_status(w, r, now->key, std::move(o), before_status);
        if (renamed) reconsider_names(w, r, now->key, group);
        return;
    }
    if (is_established(o))
        serve(w, o);
    else
        stop_serving(w, o);
}

}  // namespace

void add_namespace_admission(server_state& w) {
    for (auto* steps : {&w.admission, &w.rechecks})
        steps->push_back([&w](pending_write& p) { return check_namespace(w, p); });
}

void add_definition_admission(server_state& w) {
    for (auto* steps : {&w.admission, &w.rechecks})
        steps->push_back([&w](pending_write& p) { return check_definition(w, p); });
    w.stored.push_back([&w](const resource& r, const record_ptr& before, const record_ptr& now) {
        if (r.storage == definitions_storage) return definition_stored(w, r, before, now);
        if (r.custom && !now) definition_lost_object(w, r);
    });
}

void add_webhook_admission(server_state& w) {
    w.stored.push_back([&w](const resource& r, const record_ptr& before, const record_ptr& now) {
        if (!is_exempt(r)) return;
        const bool mutates = r.kind == "MutatingWebhookConfiguration";
        if (!mutates && r.kind != "ValidatingWebhookConfiguration") return;
        if (!w.plugins.is_on(mutates ? "MutatingAdmissionWebhook" : "ValidatingAdmissionWebhook")) return;
        admission_webhooks& all = mutates ? w.mutating : w.validating;
        if (!now) return all.remove(before->key.name);
        all.replace(now->key.name, admission_webhooks_of(w.served(r, *now)));
    });
}

void add_policy_admission(server_state& w) {
    w.stored.push_back([&w](const resource& r, const record_ptr& before, const record_ptr& now) {
        if (!is_exempt(r)) return;
        const bool mutates = r.kind.starts_with("MutatingAdmissionPolicy");
        if (!mutates && !r.kind.starts_with("ValidatingAdmissionPolicy")) return;
        if (!w.plugins.is_on(mutates ? "MutatingAdmissionPolicy" : "ValidatingAdmissionPolicy")) return;
        policies::policy_set& all = mutates ? w.mutating_policies : w.validating_policies;
        const std::string& name = now ? now->key.name : before->key.name;
        if (r.kind.ends_with("Binding"))
            all.put_binding(
                name, now ? std::make_shared<const policies::policy_binding>(w.served(r, *now)) : nullptr);
        else
            all.put_policy(name, now ? std::make_shared<const policies::policy>(w.served(r, *now)) : nullptr);
    });
}

}  // namespace setpoint::inline v0::apiserver
