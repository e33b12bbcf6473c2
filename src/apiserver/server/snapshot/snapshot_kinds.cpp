#include "apiserver/server/snapshot/snapshot_kinds.hpp"

#include "apiserver/kinds/apiextensions/custom_resource_definition_status.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/write/definition_clean_up.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// "apps/v1" is group apps, version v1; "v1" has no group.
std::pair<std::string, std::string> parts_of_version(std::string_view api_version) {
    const std::size_t slash = api_version.find('/');
    if (slash == std::string_view::npos) return {"", std::string(api_version)};
    return {std::string(api_version.substr(0, slash)), std::string(api_version.substr(slash + 1))};
}

// Reviews, bindings and the status of components are answers, not objects.
bool is_stored_kind(const resource& r) {
    return !r.storage.empty() && !r.code->answer && r.allows("get") && r.allows("create");
}

}  // namespace

// All that the server has of this group, and those of the snapshot that come before.
std::vector<bj::object> snapshot_kinds::others_of(std::string_view name, std::string_view group) const {
    std::vector<bj::object> out;
    for (const auto& [other, definition] : definitions_)
        if (other != name && text_at(object_of(definition, "spec"), "group") == group)
            out.push_back(definition);
    const collection* const stored = state_.store.find_collection(definitions_storage);
    if (!stored) return out;
    for (const record_ptr& one : stored->list("", 0, std::nullopt, 0, nullptr).items) {
        if (one->key.name == name || definitions_.contains(one->key.name)) continue;
        bj::object definition = one->parse();
        if (text_at(object_of(definition, "spec"), "group") == group) out.push_back(std::move(definition));
    }
    return out;
}

std::string snapshot_kinds::define(const bj::object& definition) {
    const std::string name(text_at(object_of(definition, "metadata"), "name"));
    const std::string group(text_at(object_of(definition, "spec"), "group"));
    bj::object next = definition;
    const std::vector<bj::object> others = others_of(name, group);
    std::vector<const bj::object*> seen;
    seen.reserve(others.size());
    for (const bj::object& o : others) seen.push_back(&o);
    (void)update_definition_status(next, seen, state_.now());
    if (is_established(next)) {
        field_errors errors;
        const resource_ptr stored = state_.kinds.by_storage(storage_of_definition(next));
        for (const resource_ptr& r : resources_of_crd(next, errors)) {
            if (state_.kinds.has_builtin(group, r->gvr.version) || (stored && !stored->custom)) continue;
            custom_.insert_or_assign({group, r->gvr.version, r->kind}, r);
        }
        if (!errors.empty()) return joined_messages(errors);
    }
    definitions_.insert_or_assign(name, std::move(next));
    return {};
}

resource_ptr snapshot_kinds::find(std::string_view api_version, std::string_view kind,
                                  std::string& why) const {
    const auto [group, version] = parts_of_version(api_version);
    const auto at = custom_.find({group, version, std::string(kind)});
    resource_ptr r = at != custom_.end() ? at->second : state_.kinds.find_kind(group, version, kind);
    if (r && r->gvr.version != version) r = nullptr;
    // A definition of the snapshot replaces that of the server, whose other versions are then gone.
    if (r && at == custom_.end() && r->custom && definitions_.contains(r->storage)) r = nullptr;
    if (!r)
        why = fmt::format(
            "this server has no kind \"{}\" in version \"{}\": it is not built in, and neither the snapshot "
            "nor "
            "the server has a CustomResourceDefinition that declares it",
            kind, api_version);
    else if (!is_stored_kind(*r))
        why = fmt::format("objects of the kind \"{}\" are not stored", kind);
    else if (r->webhook && r->storage_version != r->gvr.api_version())
        why = fmt::format("a webhook converts this kind: save its objects in the stored version, {}",
                          r->storage_version);
    else
        return r;
    return nullptr;
}

}}}  // namespace setpoint::v0::apiserver
