#pragma once
// Schema nodes from OpenAPI text, for tests of patches: types, list types, merge keys, defaults.

#include "apiserver/schema/schema.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace sample {

namespace bj = boost::json;
using setpoint::apiserver::schema_node;
using setpoint::apiserver::schema_set;

inline std::string text_of(const bj::object& o, std::string_view key) {
    const bj::value* v = o.if_contains(key);
    return v && v->is_string() ? std::string(v->get_string()) : std::string();
}

inline std::vector<std::string> texts_of(const bj::object& o, std::string_view key) {
    std::vector<std::string> out;
    if (const bj::value* v = o.if_contains(key)) {
        for (const auto& each : v->get_array()) out.emplace_back(each.get_string());
    }
    return out;
}

inline schema_node::type type_of(const bj::object& o) {
    using type = schema_node::type;
    const std::string what = text_of(o, "type");
    if (what == "object") return type::object;
    if (what == "array") return type::array;
    if (what == "integer") return type::integer;
    if (what == "number") return type::number;
    if (what == "boolean") return type::boolean;
    return what == "string" ? type::string : type::any;
}

inline const schema_node* read_schema(const bj::value& v, schema_set& to) {
    const bj::object& o = v.get_object();
    schema_node& n = to.make();
    n.what = type_of(o);
    const std::string list = text_of(o, "x-kubernetes-list-type");
    if (list == "set") n.list_type = schema_node::list::set;
    if (list == "map") n.list_type = schema_node::list::map;
    n.map_keys = texts_of(o, "x-kubernetes-list-map-keys");
    n.required = texts_of(o, "required");
    n.atomic_map = text_of(o, "x-kubernetes-map-type") == "atomic";
    n.preserve_unknown = o.contains("x-kubernetes-preserve-unknown-fields");
    const std::string strategy = text_of(o, "x-kubernetes-patch-strategy");
    n.patch_merge = strategy.find("merge") != std::string::npos;
    n.patch_retain_keys = strategy.find("retainKeys") != std::string::npos;
    n.patch_merge_key = text_of(o, "x-kubernetes-patch-merge-key");
    n.type_name = text_of(o, "name");
    if (const bj::value* d = o.if_contains("default")) n.default_value = *d;
    if (const bj::value* items = o.if_contains("items")) n.items = read_schema(*items, to);
    if (const bj::value* more = o.if_contains("additionalProperties")) n.additional = read_schema(*more, to);
    if (const bj::value* fields = o.if_contains("properties")) {
        for (const auto& [key, field] : fields->get_object()) {
            setpoint::apiserver::property& p = n.properties.emplace_back();
            p.name = key;
            p.type = read_schema(field, to);
        }
    }
    std::sort(n.properties.begin(), n.properties.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    return &n;
}

inline const schema_node* parse_schema(std::string_view json, schema_set& to) {
    return read_schema(bj::parse({json.data(), json.size()}), to);
}

inline bj::object object(std::string_view json) {
    return bj::parse({json.data(), json.size()}).get_object();
}

// Recordings of kube-apiserver: recorded/<prefix>*.json, sorted by name.
inline std::vector<std::pair<std::string, bj::value>> recordings(std::string_view prefix) {
    std::vector<std::pair<std::string, bj::value>> out;
    for (const auto& each :
         std::filesystem::directory_iterator(SETPOINT_SOURCE_DIR "/tests/unit/apiserver/patch/recorded")) {
        const std::string name = each.path().filename().string();
        if (!name.starts_with(prefix)) continue;
        std::ifstream in(each.path());
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        out.emplace_back(name, bj::parse(text));
    }
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return out;
}

// A part of Deployment.
inline const schema_node* deployment(schema_set& to) {
    return parse_schema(R"({"type": "object", "name": "io.k8s.api.apps.v1.Deployment", "properties": {
      "spec": {"type": "object", "name": "io.k8s.api.apps.v1.DeploymentSpec", "properties": {
        "replicas": {"type": "integer"}, "paused": {"type": "boolean"}, "minReadySeconds": {"type": "integer"},
        "selector": {"type": "object", "x-kubernetes-map-type": "atomic", "properties": {
          "matchLabels": {"type": "object", "additionalProperties": {"type": "string"}}}},
        "strategy": {"type": "object", "x-kubernetes-patch-strategy": "retainKeys", "properties": {
          "type": {"type": "string"},
          "rollingUpdate": {"type": "object", "properties": {"maxSurge": {}, "maxUnavailable": {}}}}},
        "template": {"type": "object", "name": "io.k8s.api.core.v1.PodTemplateSpec", "properties": {"metadata": {"type": "object"},
          "spec": {"type": "object", "name": "io.k8s.api.core.v1.PodSpec", "properties": {
            "containers": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
              "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name",
              "items": {"type": "object", "name": "io.k8s.api.core.v1.Container", "required": ["name"],
                "properties": {
                "name": {"type": "string"}, "image": {"type": "string"},
                "args": {"type": "array", "items": {"type": "string"}},
                "env": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
                  "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name",
                  "items": {"type": "object", "name": "io.k8s.api.core.v1.EnvVar", "properties": {
                    "name": {"type": "string"}, "value": {"type": "string"}}}},
                "resources": {"type": "object", "properties": {
                  "limits": {"type": "object", "additionalProperties": {"type": "string"}}}},
                "ports": {"type": "array", "x-kubernetes-list-type": "map",
                  "x-kubernetes-list-map-keys": ["containerPort", "protocol"],
                  "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "containerPort",
                  "items": {"type": "object", "name": "io.k8s.api.core.v1.ContainerPort", "properties": {
                    "containerPort": {"type": "integer"}, "name": {"type": "string"},
                    "protocol": {"type": "string", "default": "TCP"}}}}}}}}}}}}},
      "metadata": {"type": "object", "name": "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta", "properties": {
        "name": {"type": "string"}, "uid": {"type": "string"}, "managedFields": {"type": "array", "items": {}},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "annotations": {"type": "object", "additionalProperties": {"type": "string"}},
        "finalizers": {"type": "array", "x-kubernetes-list-type": "set", "x-kubernetes-patch-strategy": "merge",
          "items": {"type": "string"}}}},
      "status": {"type": "object", "properties": {"replicas": {"type": "integer"}}}}})",
                        to);
}

inline void drop_nulls(bj::value& v) {
    if (v.is_array()) {
        for (auto& each : v.get_array()) drop_nulls(each);
    }
    if (!v.is_object()) return;
    bj::object out;
    for (auto& [key, each] : v.get_object()) {
        if (each.is_null()) continue;
        drop_nulls(each);
        out.emplace(key, std::move(each));
    }
    v = std::move(out);
}

}  // namespace sample
