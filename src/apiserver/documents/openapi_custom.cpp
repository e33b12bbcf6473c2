// The schemas of custom resources in /openapi/v3 (apiextensions-apiserver,
// pkg/controller/openapi/builder).

#include "apiserver/documents/openapi.hpp"
#include "apiserver/documents/openapi_v2.hpp"
#include "apiserver/objects/fields.hpp"

#include <boost/json/array.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr int max_depth = 64;
constexpr const char* preserve_key = "x-kubernetes-preserve-unknown-fields";
constexpr std::string_view reference = "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.";
constexpr std::string_view conventions =
    " More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";

bj::object described(std::string_view text, std::string_view type) {
    bj::object out;
    out["description"] = text;
    if (!type.empty()) out["type"] = type;
    return out;
}

bj::object reference_schema(std::string_view text, std::string_view to) {
    bj::object out = described(text, {});
    bj::object ref;
    ref["$ref"] = std::string(reference) + std::string(to);
    bj::array all;
    all.push_back(std::move(ref));
    out["allOf"] = std::move(all);
    return out;
}

const std::string see(conventions);

// Adds apiVersion, kind and metadata to the schema of an embedded object.
void complete_embedded(bj::object& schema) {
    bj::array required;
    required.emplace_back("kind");
    required.emplace_back("apiVersion");
    if (const bj::array* had = list_at(schema, "required")) {
        for (const bj::value& v : *had) {
            if (v != "kind" && v != "apiVersion") required.push_back(v);
        }
    }
    schema["required"] = std::move(required);
    bj::object& properties = make_object(schema, "properties");
    properties["apiVersion"] = described(
        "apiVersion defines the versioned schema of this representation of an object." + see + "#resources",
        "string");
    properties["kind"] = described(
        "kind is a string value representing the type of this object. In CamelCase." + see + "#types-kinds",
        "string");
    properties["metadata"] =
        reference_schema("Standard object's metadata." + see + "#metadata", "ObjectMeta");
}

void complete(bj::value& v, int depth, bool for_v2) {
    bj::object* schema = v.if_object();
    if (schema == nullptr || depth > max_depth) return;
    if (bj::object* properties = object_at(*schema, "properties")) {
        for (auto& [name, p] : *properties) complete(p, depth + 1, for_v2);
    }
    if (bj::value* items = value_at(*schema, "items")) complete(*items, depth + 1, for_v2);
    if (bj::value* additional = value_at(*schema, "additionalProperties"))
        complete(*additional, depth + 1, for_v2);
    const bool number_or_name = true_at(*schema, "x-kubernetes-int-or-string");
    if (!for_v2 && number_or_name && value_at(*schema, "anyOf") == nullptr) {
        bj::array any;
        for (const char* type : {"integer", "string"}) {
            bj::object one;
            one["type"] = type;
            any.push_back(std::move(one));
        }
        (*schema)["anyOf"] = std::move(any);
    }
    // kubectl would refuse unknown fields of an object with properties.
    if (for_v2 && true_at(*schema, preserve_key)) return;
    if (true_at(*schema, "x-kubernetes-embedded-resource")) complete_embedded(*schema);
}

void add_identity(bj::object& properties) {
    properties["apiVersion"] = described(
        "APIVersion defines the versioned schema of this representation of an object. Servers should convert "
        "recognized schemas to the latest internal value, and may reject unrecognized values." +
            see + "#resources",
        "string");
    properties["kind"] = described(
        "Kind is a string value representing the REST resource this object represents. Servers may infer "
        "this from the endpoint the client submits requests to. Cannot be updated. In CamelCase." +
            see + "#types-kinds",
        "string");
}

void add_extensions(bj::object& schema, const resource& r, const std::string& kind) {
    bj::object gvk;
    gvk["group"] = r.gvr.group;
    gvk["kind"] = kind;
    gvk["version"] = r.gvr.version;
    bj::array list;
    list.push_back(std::move(gvk));
    schema["x-kubernetes-group-version-kind"] = std::move(list);
    if (r.selectable.empty()) return;
    bj::array fields;
    for (const std::string& path : r.selectable) {
        bj::object field;
        field["fieldPath"] = path;
        fields.push_back(std::move(field));
    }
    schema["x-kubernetes-selectable-fields"] = std::move(fields);
}

bj::object schema_of(const resource& r, const bj::object* definition, bool for_v2) {
    bj::object out;
    if (definition != nullptr) {
        for_each_object(list_of(object_of(*definition, "spec"), "versions"),
                        [&](const bj::object& v, std::size_t) {
                            if (text_at(v, "name") == r.gvr.version)
                                out = object_of(v, {"schema", "openAPIV3Schema"});
                        });
    }
    if (for_v2 && (out.empty() || true_at(out, preserve_key))) {
        out = bj::object{{"type", "object"}};
        add_extensions(out, r, r.kind);
        return out;
    }
    if (for_v2) drop_unsupported_by_v2(out);
    if (text_at(out, "type").empty()) out["type"] = "object";
    bj::object& properties = make_object(out, "properties");
    for (auto& [name, p] : properties) complete(p, 1, for_v2);
    add_identity(properties);
    properties["metadata"] =
        reference_schema("Standard object's metadata." + see + "#metadata", "ObjectMeta");
    add_extensions(out, r, r.kind);
    return out;
}

bj::object list_of_schema(const resource& r) {
    bj::object out = described(r.list_kind + " is a list of " + r.kind, "object");
    bj::array required;
    required.emplace_back("items");
    out["required"] = std::move(required);
    bj::object properties;
    add_identity(properties);
    bj::object items = described("List of " + r.gvr.resource + "." + see, "array");
    bj::object ref;
    ref["$ref"] = "#/components/schemas/" + openapi_name(r);
    items["items"] = std::move(ref);
    properties["items"] = std::move(items);
    properties["metadata"] = reference_schema("Standard list metadata." + see + "#types-kinds", "ListMeta");
    out["properties"] = std::move(properties);
    add_extensions(out, r, r.list_kind);
    return out;
}

}  // namespace

std::string openapi_name(const resource& r) {
    std::string out;
    std::string_view group = r.gvr.group;
    while (!group.empty()) {
        const std::size_t dot = group.rfind('.');
        const std::size_t begin = dot == std::string_view::npos ? 0 : dot + 1;
        out.append(group.substr(begin)).append(".");
        group = group.substr(0, dot == std::string_view::npos ? 0 : dot);
    }
    return out + r.gvr.version + "." + r.kind;
}

void add_custom_schemas(bj::object& schemas, const resource& r, const bj::object* definition, bool for_v2) {
    const std::string name = openapi_name(r);
    schemas[name] = schema_of(r, definition, for_v2);
    schemas[name + "List"] = list_of_schema(r);
}

}}}  // namespace setpoint::v0::apiserver
