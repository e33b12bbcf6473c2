#include "apiserver/schema/builtin_schemas.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/schema/catalogue.hpp"
#include "apiserver/schema/definition_reader.hpp"
#include "apiserver/schema/schema_view.hpp"

#include <boost/json/array.hpp>

#include <map>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view meta_package = "io.k8s.apimachinery.pkg.apis.meta.v1.";

// "core.v1" for "" and v1, "rbac.v1" for rbac.authorization.k8s.io and v1.
std::string package_of(std::string_view group, std::string_view version) {
    const std::string first(group.empty() ? "core" : group.substr(0, group.find('.')));
    return first + "." + std::string(version);
}

bool is_in_all_groups(std::string_view kind) {
    return kind == "DeleteOptions" || kind == "WatchEvent";
}

// The groups whose objects have these subresources list their kinds.
bool is_subresource(std::string_view kind) {
    return kind == "Scale" || kind == "Eviction" || kind == "TokenRequest";
}

// Definitions that the paths of a group use in addition to its kinds.
std::vector<std::string> definitions_of_paths(std::string_view group) {
    std::vector<std::string> out{std::string(meta_package) + "APIResourceList"};
    if (group == "authentication.k8s.io" || group == "authorization.k8s.io")
        return out;  // reviews are never stored
    for (const auto* name : {"DeleteOptions", "Patch", "Status", "WatchEvent"})
        out.push_back(std::string(meta_package) + name);
    if (group.empty() || group == "apps") out.emplace_back("io.k8s.api.autoscaling.v1.Scale");
    if (group.empty()) {
        out.emplace_back("io.k8s.api.policy.v1.Eviction");
        out.emplace_back("io.k8s.api.authentication.v1.TokenRequest");
    }
    return out;
}

}  // namespace

struct builtin_schemas::tables {
    const catalogue& all = builtin_catalogue();
    schema_set set;
    std::map<std::string, schema_node*, std::less<>> nodes;
    std::map<std::string, std::string, std::less<>> components;

    // Null if OpenAPI does not have the type.
    const catalogue_entry* entry(std::string_view name) const {
        const catalogue_entry* found = all.type(name);
        return found == nullptr || found->name != name || found->definition.size() <= 1 ? nullptr : found;
    }

    static bj::object parsed(const catalogue_entry& entry) {
        bj::value v = entry.parse_definition();
        return v.is_object() ? std::move(v.get_object()) : bj::object();
    }

    static bool is_kind(const bj::object& definition, std::string_view group, std::string_view version,
                        std::string_view kind) {
        const bj::value* kinds = definition.if_contains("x-kubernetes-group-version-kind");
        if (!kinds || !kinds->is_array()) return false;
        return std::any_of(kinds->get_array().begin(), kinds->get_array().end(), [&](const bj::value& v) {
            const schema_view s(v.get_object());
            return s.text("group") == group && s.text("version") == version &&
                   (kind.empty() || s.text("kind") == kind);
        });
    }

    // "" if unknown.
    std::string_view name_of(std::string_view group, std::string_view version, std::string_view kind) {
        for (const std::string& in : {package_of(group, version), std::string("meta.v1")}) {
            const catalogue_entry* entry = all.type(in + "." + std::string(kind));
            if (entry == nullptr) continue;
            if (is_in_all_groups(kind) || is_kind(parsed(*entry), group, version, kind)) return entry->name;
        }
        return {};
    }

    schema_node* node(std::string_view name) {
        const auto at = nodes.find(name);
        if (at != nodes.end()) return at->second;
        const catalogue_entry* found = entry(name);
        if (found == nullptr) return nullptr;
        schema_node& made = set.make();
        nodes.emplace(name, &made);  // before it is read: definitions may be recursive
        read_definition(parsed(*found), name, made, set, [this](std::string_view n) { return node(n); });
        return &made;
    }

    // Those that the OpenAPI document of a group and version begins with; "" and "": openapi_meta().
    std::vector<std::string> roots(std::string_view group, std::string_view version) {
        std::vector<std::string> names;
        if (group.empty() && version.empty()) {
            names = definitions_of_paths("-");
            for (const auto* name : {"ObjectMeta", "ListMeta"})
                names.push_back(std::string(meta_package) + name);
            return names;
        }
        for (const catalogue_entry& e : all.types(package_of(group, version)))
            if (is_kind(parsed(e), group, version, {}) && !is_subresource(last_part(e.name)))
                names.emplace_back(e.name);
        if (names.empty()) return names;
        for (auto& name : definitions_of_paths(group)) names.push_back(std::move(name));
        return names;
    }

    // The definitions and everything they refer to.
    std::set<std::string> with_references(std::vector<std::string> names) {
        std::set<std::string> seen;
        while (!names.empty()) {
            const std::string name = std::move(names.back());
            names.pop_back();
            const catalogue_entry* of = entry(name);
            if (of == nullptr || !seen.insert(name).second) continue;
            const std::string_view found = of->definition;
            for (std::size_t i = found.find(component_reference); i != std::string_view::npos;
                 i = found.find(component_reference, i + 1)) {
                const std::size_t begin = i + component_reference.size();
                names.emplace_back(found.substr(begin, found.find('"', begin) - begin));
            }
        }
        return seen;
    }

    // The members of the document. "" if there are none.
    const std::string& document(std::string_view group, std::string_view version) {
        const std::string key = std::string(group) + "/" + std::string(version);
        const auto at = components.find(key);
        if (at != components.end()) return at->second;
        static const std::string none;
        const std::set<std::string> names = with_references(roots(group, version));
        if (names.empty()) return none;
        bj::object out;
        for (const auto& name : names) out.emplace(name, as_in_document(name, group, version));
        return components.emplace(key, json_text::serialize(out)).first->second;
    }

    bj::object as_in_document(std::string_view name, std::string_view group, std::string_view version) {
        bj::object definition = parsed(*entry(name));
        if (bj::value* properties = definition.if_contains("properties")) {
            for (auto& p : properties->get_object()) {
                p.value().get_object().erase("x-go-type");
                p.value().get_object().erase("x-go-inline");
            }
        }
        if (!group.empty() && is_of_each_group(name)) {
            bj::object kind;
            kind["group"] = group;
            kind["kind"] = last_part(name);
            kind["version"] = version;
            definition["x-kubernetes-group-version-kind"].get_array().push_back(std::move(kind));
        }
        return definition;
    }
};

builtin_schemas::builtin_schemas() : tables_(std::make_shared<tables>()) {}

const schema_node* builtin_schemas::find(std::string_view group, std::string_view version,
                                         std::string_view kind) const {
    const std::string_view name = tables_->name_of(group, version, kind);
    return name.empty() ? nullptr : tables_->node(name);
}

const schema_node* builtin_schemas::type(std::string_view name) const {
    return tables_->node(name);
}

std::string_view builtin_schemas::openapi_components(std::string_view group, std::string_view version) const {
    return tables_->document(group, version);
}

std::set<std::string> builtin_schemas::openapi_names(std::string_view group, std::string_view version) const {
    return tables_->with_references(tables_->roots(group, version));
}

bool builtin_schemas::is_of_each_group(std::string_view name) {
    return is_in_all_groups(last_part(name)) && name.starts_with(meta_package);
}

bj::object builtin_schemas::openapi_definition(std::string_view name, std::string_view group,
                                               std::string_view version) const {
    return tables_->as_in_document(name, group, version);
}

std::string_view builtin_schemas::openapi_meta() const {
    return tables_->document({}, {});
}

}}}  // namespace setpoint::v0::apiserver
