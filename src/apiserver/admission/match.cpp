#include "apiserver/admission/match.hpp"

#include "apiserver/authorization/requester.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// An empty selector matches everything, even what has no labels.
bool is_empty(const bj::object& selector) {
    return object_of(selector, "matchLabels").empty() && list_of(selector, "matchExpressions").empty();
}

const bj::object& labels_of(const bj::object& object) {
    return object_of(object_of(object, "metadata"), "labels");
}

}  // namespace

seen_as as_sent(const admission_attributes& a) {
    return {&a.kind, a.object_kind, a.type};
}

seen_as as_equivalent(const admission_attributes& a, const resource_ptr& r) {
    // Objects of a subresource's own kind have one version.
    if (a.type != &a.kind) return {r.get(), a.object_kind, a.type, r};
    return {r.get(), {r->gvr.group, r->gvr.version, r->kind}, r.get(), r};
}

bool selects_namespaces(const bj::object& selector, const admission_attributes& a) {
    return !is_empty(selector) && (!a.ns.empty() || a.kind.gvr.resource == "namespaces");
}

api_result<bj::object> labels_of_namespace(const server_state& w, const admission_attributes& a) {
    if (a.kind.gvr.resource == "namespaces" && a.subresource.empty() && a.object) return labels_of(*a.object);
    const record_ptr found = w.store.find("namespaces", object_key::cluster(a.ns));
    if (!found) return object_not_found({"", "namespaces"}, a.ns);
    return labels_of(*found);
}

bj::object labels_of(const record& o) {
    bj::object out;
    for (const auto& [key, value] : o.labels) out[std::string_view(key)] = std::string_view(value);
    return out;
}

bool selects_object(const bj::object& selector, const admission_attributes& a) {
    if (is_empty(selector)) return true;
    if (!a.type) return false;  // the options of a connection have no metadata
    return (a.object && selector_matches(selector, labels_of(*a.object))) ||
           (a.old && selector_matches(selector, labels_of(*a.old)));
}

std::vector<resource_ptr> equivalents_of(const server_state& w, const admission_attributes& a) {
    std::vector<resource_ptr> out;
    for (const auto* gv : w.kinds.all())
        for (const auto& [plural, r] : gv->resources)
            if (r->storage == a.kind.storage && r->gvr != a.kind.gvr &&
                (a.subresource.empty() || r->has_subresource(a.subresource)))
                out.push_back(r);
    return out;
}

awaitable<api_result<std::optional<bj::object>>> converted(server_state& w, const admission_attributes& a,
                                                           const seen_as& to, const bj::object* object) {
    std::optional<bj::object> out;
    if (!object) co_return out;
    out = *object;
    if (!a.type || !to.type) co_return out;
    std::string key;
    if (a.type->webhook && a.type->gvr != to.type->gvr) {
        key = to.type->gvr.api_version() + ' ' + json_text::serialize(*out);
        if (const auto at = a.conversions.find(key); at != a.conversions.end()) {
            out = at->second;
            co_return out;
        }
    }
    auto done = co_await in_version(w, *a.type, *to.type, std::move(*out), a.due);
    if (!done) co_return done.error();
    if (!key.empty()) a.conversions.emplace(std::move(key), *done);
    out = std::move(*done);
    co_return out;
}

admission_review review_of(const admission_attributes& a, const seen_as& s) {
    admission_review out;
    out.kind = s.kind;
    out.request_kind = a.object_kind;
    out.resource = s.as->gvr;
    out.request_resource = a.kind.gvr;
    out.subresource = a.subresource;
    out.name = a.name;
    out.ns = a.ns;
    out.operation = a.operation;
    out.options = a.options;
    out.dry_run = a.dry_run;
    return out;
}

bj::object admission_request_of(const admission_attributes& a, const seen_as& s) {
    return review_of(a, s).fields(document_of(user_of(a.by)));
}

cel::authorization_request checked_resource(const admission_attributes& a) {
    cel::authorization_request out;
    out.group = a.kind.gvr.group;
    out.resource = a.kind.gvr.resource;
    out.subresource = a.subresource;
    out.namespace_name = a.ns;
    out.name = a.name;
    return out;
}

}}}  // namespace setpoint::v0::apiserver
