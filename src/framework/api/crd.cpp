#include "setpoint/api/crd.hpp"

#include "framework/api/definition_size.hpp"
#include "setpoint/json/schema.hpp"

#include <boost/json/array.hpp>

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

using boost::json::array;
using boost::json::object;

boost::json::string_view chars(std::string_view s) {
    return {s.data(), s.size()};
}

[[noreturn]] void refuse(const kind_info& kind, std::string_view why) {
    throw fault(errc::invalid, fmt::format("CustomResourceDefinition of {}: {}", kind.gvk, why));
}

array texts(const std::string_view* list, std::size_t count) {
    array out;
    for (std::size_t i = 0; i < count; ++i) out.emplace_back(chars(list[i]));
    return out;
}

const kind_info& storage_version(std::span<const kind_info* const> versions) {
    if (versions.empty()) throw fault(errc::invalid, "CustomResourceDefinition: no version is given");
    const kind_info* storage = nullptr;
    for (std::size_t i = 0; i < versions.size(); ++i) {
        const kind_info& k = *versions[i];
        if (!k.custom) refuse(k, "the kind is not described with custom_kind()");
        if (k.is_partial) refuse(k, "a partial type describes only a part of a kind");
        if (!k.gvk.same_kind(versions[0]->gvk))
            refuse(k, fmt::format("{} is another kind", versions[0]->gvk));
        for (std::size_t j = 0; j < i; ++j) {
            if (versions[j]->gvk.version == k.gvk.version) refuse(k, "the version occurs twice");
        }
        if (!k.description.is_storage) continue;
        if (storage) refuse(k, "two versions are the storage version; add not_stored() to all others");
        storage = &k;
    }
    if (!storage) refuse(*versions[0], "no version is the storage version");
    return *storage;
}

object names_of(const kind_info& k) {
    const kind_description& d = k.description;
    object names{
        {"kind", k.gvk.kind}, {"listKind", k.list_kind}, {"plural", k.plural}, {"singular", k.singular}};
    if (d.short_name_count > 0) names["shortNames"] = texts(d.short_name_list, d.short_name_count);
    if (d.category_count > 0) names["categories"] = texts(d.category_list, d.category_count);
    return names;
}

array columns_of(const kind_description& d) {
    array columns;
    for (std::size_t i = 0; i < d.column_count; ++i) {
        const print_column& c = d.column_list[i];
        object column{{"name", chars(c.name)}, {"type", chars(c.type)}, {"jsonPath", chars(c.path)}};
        if (!c.doc.empty()) column["description"] = chars(c.doc);
        if (c.priority != 0) column["priority"] = c.priority;
        columns.push_back(std::move(column));
    }
    return columns;
}

object subresources_of(const kind_info& k) {
    const kind_description& d = k.description;
    object out;
    if (k.has_status) out["status"] = object{};
    if (!d.scale_spec.empty()) {
        object scale{{"specReplicasPath", chars(d.scale_spec)},
                     {"statusReplicasPath", chars(d.scale_status)}};
        if (!d.scale_selector.empty()) scale["labelSelectorPath"] = chars(d.scale_selector);
        out["scale"] = std::move(scale);
    }
    return out;
}

// Whether an object without the field would be rejected because of required fields inside it.
bool has_required(const json::type_info& type) {
    return type.kind == json::type_kind::object &&
           std::any_of(type.fields.begin(), type.fields.end(),
                       [](const json::field_info& f) { return f.required; });
}

// Groups of the Kubernetes project, whose definitions API servers accept only with a statement about their
// approval.
// https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/2337-k8s.io-group-protection
bool is_protected(std::string_view group) {
    for (const std::string_view domain : {"k8s.io", "kubernetes.io"})
        if (group == domain || group.ends_with(std::string(".").append(domain))) return true;
    return false;
}

object metadata_of(const kind_info& k) {
    object metadata{{"name", k.resource().group_resource()}};
    if (k.description.is_external && is_protected(k.gvk.group))
        metadata["annotations"] = object{{"api-approved.kubernetes.io", "unapproved, for tests"}};
    return metadata;
}

object schema_of(const kind_info& k) {
    object described = json::openapi_schema(*k.type, true);
    object properties{
        {"apiVersion", {{"type", "string"}, {"description", "Group and version of this object's schema."}}},
        {"kind", {{"type", "string"}, {"description", "The kind of this object."}}},
        {"metadata", {{"type", "object"}}}};
    array required;
    for (const json::field_info& f : k.type->fields) {
        if (f.name == "metadata") continue;
        if (f.required || (f.name == "spec" && has_required(*f.type))) required.emplace_back(chars(f.name));
        boost::json::value property = described.at("properties").at(chars(f.name));
        if (f.name == "status") {
            // Written completely by a controller: no defaults.
            property = json::openapi_schema(*f.type, false);
            if (!f.rules->doc.empty()) property.as_object()["description"] = chars(f.rules->doc);
        }
        properties[chars(f.name)] = std::move(property);
    }
    object schema{{"type", "object"}};
    if (!k.description.doc.empty()) schema["description"] = chars(k.description.doc);
    schema["properties"] = std::move(properties);
    for (const auto& rule : k.description.rule_list)
        if (rule) json::add_rule(schema, *rule);
    if (!required.empty()) schema["required"] = std::move(required);
    return schema;
}

// A rule of the type or of a type inside it; null if there is none.
const schema::rule* rule_in(const json::type_info& type, int depth = 0) {
    if (depth > 64) return nullptr;
    if (!type.rules.empty()) return type.rules.front();
    if (type.element) return rule_in(*type.element, depth + 1);
    for (const json::field_info& f : type.fields) {
        if (!f.rules->rules.empty()) return f.rules->rules.front();
        if (const schema::rule* r = rule_in(*f.type, depth + 1)) return r;
    }
    return nullptr;
}

// Throws if a rule does not compile.
void check_rules_of(const kind_info& k) {
    const schema::rule* const own = k.description.rule_list[0] ? &*k.description.rule_list[0] : nullptr;
    if (const schema::rule* const r = own ? own : rule_in(*k.type)) r->checked_by(k);
}

object version_of(const kind_info& k) {
    check_rules_of(k);
    const kind_description& d = k.description;
    object version{{"name", k.gvk.version}, {"served", d.is_served}, {"storage", d.is_storage}};
    if (d.is_deprecated) version["deprecated"] = true;
    if (!d.deprecation.empty()) version["deprecationWarning"] = chars(d.deprecation);
    version["schema"] = object{{"openAPIV3Schema", schema_of(k)}};
    if (object subresources = subresources_of(k); !subresources.empty())
        version["subresources"] = std::move(subresources);
    if (d.column_count > 0) version["additionalPrinterColumns"] = columns_of(d);
    if (d.selectable_count > 0) {
        array fields;
        for (std::size_t i = 0; i < d.selectable_count; ++i)
            fields.push_back(object{{"jsonPath", chars(d.selectable_list[i])}});
        version["selectableFields"] = std::move(fields);
    }
    return version;
}

}  // namespace

object crd_of(std::span<const kind_info* const> versions) {
    const kind_info& storage = storage_version(versions);
    array all;
    for (const kind_info* k : versions) all.push_back(version_of(*k));
    object spec{{"group", storage.gvk.group},
                {"names", names_of(storage)},
                {"scope", storage.scope == scope::cluster ? "Cluster" : "Namespaced"}};
    spec["versions"] = std::move(all);
    object definition{{"apiVersion", "apiextensions.k8s.io/v1"},
                      {"kind", "CustomResourceDefinition"},
                      {"metadata", metadata_of(storage)},
                      {"spec", std::move(spec)}};
    shorten_descriptions(definition);
    return definition;
}

object crd_of(const kind_info& kind) {
    const kind_info* const versions[] = {&kind};
    return crd_of(versions);
}

}}  // namespace setpoint::v0
