#include "apiserver/objects/fields.hpp"
#include "apiserver/rest/router.hpp"
#include "apiserver/rest/webhook_admission.hpp"
#include "apiserver/validation/metadata.hpp"

#include <algorithm>

namespace setpoint::inline v0::apiserver {

namespace {

// An empty selector matches everything, even what has no labels.
bool is_empty(const bj::object& selector) {
    return object_of(selector, "matchLabels").empty() && list_of(selector, "matchExpressions").empty();
}

const bj::object& labels_of(const bj::object& object) {
    return object_of(object_of(object, "metadata"), "labels");
}

// Whether the webhook's selector applies: not to what is in no namespace.
bool selects_namespaces(const bj::object& selector, const admission_attributes& a) {
    return !is_empty(selector) && (!a.ns.empty() || a.kind.gvr.resource == "namespaces");
}

// Of a Namespace that is created or updated: those that it is to have.
api_result<bj::object> labels_of_namespace(const server_state& w, const admission_attributes& a) {
    if (a.kind.gvr.resource == "namespaces" && a.subresource.empty() && a.object) return labels_of(*a.object);
    const record_ptr found = w.store.find("namespaces", object_key::cluster(a.ns));
    if (!found) return object_not_found({"", "namespaces"}, a.ns);
    return labels_of(found->parse());
}

bool selects_object(const bj::object& selector, const admission_attributes& a) {
    if (is_empty(selector)) return true;
    if (!a.type) return false;  // the options of a connection have no metadata
    return (a.object && selector_matches(selector, labels_of(*a.object))) ||
           (a.old && selector_matches(selector, labels_of(*a.old)));
}

// The other resources that store the same objects, in discovery order.
std::vector<const resource*> equivalents_of(const server_state& w, const admission_attributes& a) {
    std::vector<const resource*> out;
    for (const auto* gv : w.kinds.all())
        for (const auto& [plural, r] : gv->resources)
            if (r->storage == a.kind.storage && r->gvr != a.kind.gvr &&
                (a.subresource.empty() || has_subresource(*r, a.subresource)))
                out.push_back(r.get());
    return out;
}

std::optional<invocation> matching(const server_state& w, const admission_webhook_ptr& hook,
                                   const admission_attributes& a) {
    const auto fits = [&](const admission_rule& rule, const resource& r) {
        return matches(rule, a.operation, r.gvr, a.subresource, a.ns);
    };
    if (std::ranges::any_of(hook->rules, [&](const auto& rule) { return fits(rule, a.kind); }))
        return invocation{hook, &a.kind, a.object_kind, a.type};
    if (!hook->equivalent) return std::nullopt;
    const std::vector<const resource*> others = equivalents_of(w, a);
    for (const admission_rule& rule : hook->rules)
        for (const resource* r : others) {
            if (!fits(rule, *r)) continue;
            // Objects of a subresource's own kind have one version.
            if (a.type != &a.kind) return invocation{hook, r, a.object_kind, a.type};
            return invocation{hook, r, {r->gvr.group, r->gvr.version, r->kind}, r};
        }
    return std::nullopt;
}

}  // namespace

api_result<std::optional<invocation>> invocation_of(server_state& w, admission_webhook_ptr hook,
                                                    const admission_attributes& a) {
    api_result<bj::object> labels = bj::object();
    if (selects_namespaces(hook->namespaces, a)) {
        labels = labels_of_namespace(w, a);
        if (labels && !selector_matches(hook->namespaces, *labels)) return std::optional<invocation>();
    }
    if (!selects_object(hook->objects, a)) return std::optional<invocation>();
    std::optional<invocation> found = matching(w, hook, a);
    // A missing namespace is an error for webhooks that would be called.
    if (found && !labels) return labels.error();
    return found;
}

bj::object in_version(const server_state& w, const resource& from, const resource& to, bj::object object) {
    if (from.gvr == to.gvr) return object;
    if (from.webhook) return w.convert(from, std::move(object), to.gvr.api_version());
    if (from.to_storage) from.to_storage(object);
    if (to.from_storage) to.from_storage(object);
    object["apiVersion"] = to.gvr.api_version();
    object["kind"] = to.kind;
    return object;
}

}  // namespace setpoint::inline v0::apiserver
