// Every built-in resource, in the order of the real server's discovery.

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/columns.hpp"
#include "apiserver/registry/registry.hpp"
#include "apiserver/schema/builtin_schemas.hpp"
#include "apiserver/schema/catalogue.hpp"
#include "apiserver/schema/text_at.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

std::vector<std::string> texts_at(const bj::object& o, std::string_view key) {
    std::vector<std::string> out;
    const bj::value* list = o.if_contains(key);
    if (list == nullptr || !list->is_array()) return out;
    for (const bj::value& v : list->get_array()) out.emplace_back(text_of(v));
    return out;
}

void add_scale(resource& r) {
    r.scale = std::make_unique<scale_paths>();
    // The selector is built from the spec: the status of built-in kinds has none.
    r.scale->selector = ".spec.selector";
}

// `all`: subresources of discovery, and their kinds.
void add_kind_subresources(const bj::object& all, resource& r) {
    for (const auto& [name, kind] : all) {
        if (name == "status")
            r.has_status = true;
        else if (name == "scale")
            add_scale(r);
        else
            r.other_subresources.emplace_back(name);
    }
}

// What discovery shows of it.
void add_names(const catalogue_entry& from, resource& r) {
    const bj::value parsed = from.parse("resource");
    if (!parsed.is_object()) from.fail("has no resource");
    const bj::object& o = parsed.get_object();
    const std::size_t slash = from.api_version.rfind('/');
    const bool has_group = slash != std::string_view::npos;
    r.gvr = group_version_resource(std::string(from.api_version.substr(0, has_group ? slash : 0)),
                                   std::string(from.api_version.substr(has_group ? slash + 1 : 0)),
                                   std::string(text_at(o, "plural")));
    r.kind = from.name;
    r.list_kind = r.kind + "List";
    r.singular = text_at(o, "singular");
    r.short_names = texts_at(o, "shortNames");
    r.categories = texts_at(o, "categories");
    r.namespaced = o.at("namespaced").as_bool();
    r.verbs = texts_at(o, "verbs");
    if (const bj::value* all = o.if_contains("subresources")) add_kind_subresources(all->as_object(), r);
}

// The kind as which objects are stored: the same, or that of another version or group.
void add_storage(const catalogue_entry& from, std::string_view name, resource& r) {
    const std::string_view version = name.substr(0, name.rfind('/'));
    const catalogue_entry* as = builtin_catalogue().kind(version, name.substr(name.rfind('/') + 1));
    if (as == nullptr) from.fail(fmt::format("storedAs: no file of the catalogue has the kind {}", name));
    resource stored;
    add_names(*as, stored);
    r.storage = stored.gvr.group_resource();
    r.storage_version = version;
}

// Whether a version has the kind. The catalogue says so only of those that the one before lacks.
bool is_served(const kind_entry& kind, emulated_version v) {
    if (v == emulated_version::newest) return true;
    const catalogue_entry* entry = builtin_catalogue().kind(kind.api_version, kind.kind);
    if (entry == nullptr) return true;
    const bj::value behavior = entry->parse("behavior");
    return !behavior.is_object() || text_at(behavior.get_object(), "since") != kubernetes_version;
}

// What the generator cannot ask the real server for.
void add_behavior(const catalogue_entry& from, resource& r) {
    r.storage = r.gvr.group_resource();
    r.storage_version = r.gvr.api_version();
    r.storage_folder = r.gvr.resource;
    const bj::value parsed = from.parse("behavior");
    if (!parsed.is_object()) return;
    for (const auto& [name, v] : parsed.get_object()) {
        if (name == "storedAs")
            add_storage(from, text_of(v), r);
        else if (name == "storageFolder")
            r.storage_folder = text_of(v);
        else if (name == "selectableFields")
            r.selectable = texts_at(parsed.get_object(), name);
        else if (name == "returnsDeleted")
            r.returns_deleted = v.as_bool();
        else if (name == "orphansDependents")
            r.orphans_dependents = v.as_bool();
        else if (name == "warning")
            r.deprecation_warning = text_of(v);
        else if (name == "since")
            continue;  // is_served
        else
            from.fail(fmt::format("behavior: unknown member {}", std::string_view(name)));
    }
}

resource_ptr make(const kind_entry& kind, const std::shared_ptr<const builtin_schemas>& schemas) {
    const catalogue_entry* entry = builtin_catalogue().kind(kind.api_version, kind.kind);
    if (entry == nullptr)
        throw catalogue_error(
            fmt::format("no file of the catalogue has the kind {} {}", kind.api_version, kind.kind));
    auto r = std::make_shared<resource>();
    add_names(*entry, *r);
    add_behavior(*entry, *r);
    r->type = kind_schema([schemas, group = r->gvr.group, version = r->gvr.version, name = kind.kind] {
        return schemas->find(group, version, name);
    });
    r->owns = std::shared_ptr<const schema_set>(schemas, nullptr);  // keeps the definitions
    r->code = kind.code;
    if (r->allows("list"))
        r->columns =
            lazy<std::vector<column>>([entry, code = kind.code] { return columns_of(*entry, *code); });
    return r;
}

std::shared_ptr<resource> make_form(const std::shared_ptr<const builtin_schemas>& schemas, const char* group,
                                    const char* plural, const char* kind, const kind_code& code) {
    auto r = std::make_shared<resource>();
    r->gvr = group_version_resource(group, "v1", plural);
    r->kind = kind;
    r->type = kind_schema([schemas, group, kind] { return schemas->find(group, "v1", kind); });
    r->owns = std::shared_ptr<const schema_set>(schemas, nullptr);
    r->code = &code;
    return r;
}

resource_ptr make_scale(const std::shared_ptr<const builtin_schemas>& schemas) {
    auto r = make_form(schemas, "autoscaling", "scales", "Scale", scale_kind);
    r->columns = scale_columns();
    return r;
}

}  // namespace

void add_builtin_resources(registry& to, emulated_version v) {
    to.emulated = v;
    const auto schemas = std::make_shared<const builtin_schemas>();
    to.scale = make_scale(schemas);
    to.delete_options = kind_schema([schemas] { return schemas->find("", "v1", "DeleteOptions"); });
    to.eviction = make_form(schemas, "policy", "evictions", "Eviction", eviction_kind);
    to.token_request =
        make_form(schemas, "authentication.k8s.io", "tokenrequests", "TokenRequest", token_request_kind);
    for (const kind_entry& kind : builtin_kinds())
        if (is_served(kind, v)) to.add(make(kind, schemas));
}

}}}  // namespace setpoint::v0::apiserver
