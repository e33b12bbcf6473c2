// plugin/pkg/admission/gc.
#include "apiserver/admission/builtin_plugins.hpp"
#include "apiserver/authorization/rights.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/registry/registry.hpp"
#include "setpoint/api/gvk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

const bj::array& owner_references(const bj::object& object) {
    return list_of(object_of(object, "metadata"), "ownerReferences");
}

bool changes_owners(const admission_request& q) {
    const bj::array& now = owner_references(q.object);
    if (q.old == nullptr) return !now.empty();
    const bj::array& before = owner_references(*q.old);
    return !std::ranges::equal(now, before,
                               [](const bj::value& a, const bj::value& b) { return same(&a, &b); });
}

// The owners whose deletion this write starts to block.
std::vector<const bj::object*> newly_blocked(const admission_request& q) {
    std::vector<const bj::object*> out;
    const auto was_blocked = [&](const bj::object& owner) {
        // Of several references with one UID the last one counts.
        const bj::object* found = nullptr;
        if (q.old != nullptr)
            for_each_object(owner_references(*q.old), [&](const bj::object& o, std::size_t) {
                if (text_at(o, "uid") == text_at(owner, "uid")) found = &o;
            });
        return found != nullptr && true_at(*found, "blockOwnerDeletion");
    };
    for_each_object(owner_references(q.object), [&](const bj::object& owner, std::size_t) {
        if (true_at(owner, "blockOwnerDeletion") && !was_blocked(owner)) out.push_back(&owner);
    });
    return out;
}

// "REASON, ERROR" as Go prints both.
std::string why(const authorization::decision& d) {
    return fmt::format("{}, {}", d.reason, d.error.empty() ? "<nil>" : d.error);
}

authorization::attributes finalizers_of(std::string group, std::string version, std::string resource,
                                        std::string name) {
    authorization::attributes out{.user = nullptr, .verb = "update"};
    out.group = std::move(group);
    out.version = std::move(version);
    out.resource = std::move(resource);
    out.subresource = "finalizers";
    out.name = std::move(name);
    return out;
}

// The resources of that kind.
std::vector<resource_ptr> resources_of(const admission_request& q, const group_version_kind& kind) {
    std::vector<resource_ptr> out;
    if (q.kinds == nullptr) return out;
    for (const registry::group_version* gv : q.kinds->all()) {
        if (gv->group != kind.group || gv->version != kind.version) continue;
        for (const auto& [plural, r] : gv->resources)
            if (r->kind == kind.kind) out.push_back(r);
    }
    return out;
}

api_result<> check_blocked(const admission_request& q, const bj::object& owner) {
    const std::string_view version = text_at(owner, "apiVersion"), kind = text_at(owner, "kind");
    const auto cannot_map = [&](std::string error) {
        return q.refuse(
            fmt::format("cannot set blockOwnerDeletion in this case because cannot find RESTMapping "
                        "for APIVersion {} Kind {}: {}",
                        version, kind, error));
    };
    const auto gvk = group_version_kind::parse(version, kind);
    if (!gvk) return cannot_map(fmt::format("unexpected GroupVersion string: {}", version));
    const std::vector<resource_ptr> all = resources_of(q, *gvk);
    if (all.empty())
        return cannot_map(fmt::format("no matches for kind {} in version {}", go_text::quoted(kind),
                                      go_text::quoted(version)));
    for (const resource_ptr& r : all) {
        authorization::attributes asked =
            finalizers_of(r->gvr.group, r->gvr.version, r->gvr.resource, std::string(text_at(owner, "name")));
        // A namespaced owner is in the namespace of its dependents.
        if (r->namespaced) asked.namespace_name = q.key.ns;
        const authorization::decision d = decide(q.by, std::move(asked));
        if (!d.allows())
            return q.refuse(
                "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't "
                "set finalizers on: " +
                why(d));
    }
    return {};
}

api_result<> check_deletable(const admission_request& q) {
    authorization::attributes asked{.user = nullptr, .verb = "delete"};
    asked.group = q.kind.gvr.group;
    asked.version = q.kind.gvr.version;
    asked.resource = q.kind.gvr.resource;
    asked.subresource = q.subresource;
    asked.namespace_name = q.key.ns;
    asked.name = q.key.name;
    const authorization::decision d = decide(q.by, std::move(asked));
    if (d.allows()) return {};
    return q.refuse("cannot set an ownerRef on a resource you can't delete: " + why(d));
}

}  // namespace

api_result<> owner_references_validate(admission_request& q) {
    if (q.by == nullptr) return {};
    // The status of pods cannot change them.
    if (q.kind.storage == "pods" && q.subresource == "status") return {};
    if (!changes_owners(q)) return {};
    if (q.verb != "create")
        if (auto ok = check_deletable(q); !ok) return ok;
    const std::vector<const bj::object*> blocked = newly_blocked(q);
    if (blocked.empty()) return {};
    if (decide(q.by, finalizers_of("*", "*", "*", "*")).allows()) return {};
    for (const bj::object* owner : blocked)
        if (auto ok = check_blocked(q, *owner); !ok) return ok;
    return {};
}

}}}  // namespace setpoint::v0::apiserver
