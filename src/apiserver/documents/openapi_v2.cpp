#include "apiserver/documents/openapi_v2.hpp"

#include "apiserver/documents/discovery.hpp"
#include "apiserver/format/protobuf_text.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/api/kubernetes_version.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr int deepest_schema = 64;
constexpr std::string_view own_title = "Kubernetes";

// "#/components/schemas/x" becomes "#/definitions/x".
void move_reference(bj::object& schema) {
    constexpr std::string_view before = "#/components/schemas/";
    const std::string_view target = text_at(schema, "$ref");
    if (target.starts_with(before))
        schema["$ref"] = "#/definitions/" + std::string(target.substr(before.size()));
}

void convert(bj::value& v, bool custom, int depth) {
    bj::object* schema = v.if_object();
    if (schema == nullptr || depth > deepest_schema) return;
    if (!custom) schema->stable_erase("default");
    // v3 wraps a reference that has a description or a default.
    if (const bj::array* parts = list_at(*schema, "allOf"); parts != nullptr && parts->size() == 1)
        if (const bj::object* one = parts->front().if_object(); one != nullptr && one->contains("$ref")) {
            bj::value target = one->at("$ref");
            schema->stable_erase("allOf");
            (*schema)["$ref"] = std::move(target);
        }
    move_reference(*schema);
    // A quantity, and a number or name: v2 has no alternatives.
    if (!custom && schema->contains("oneOf")) {
        schema->stable_erase("oneOf");
        (*schema)["type"] = "string";
    }
    if (bj::object* properties = object_at(*schema, "properties"))
        for (auto& [name, p] : *properties) convert(p, custom, depth + 1);
    for (const char* key : {"items", "additionalProperties"})
        if (bj::value* inner = value_at(*schema, key)) convert(*inner, custom, depth + 1);
}

bj::array keys_of(const bj::object& content) {
    bj::array out;
    for (const auto& [key, value] : content) out.emplace_back(key);
    return out;
}

bj::value schema_of_content(const bj::object& content) {
    if (content.empty()) return {};
    const bj::object* type = content.begin()->value().if_object();
    bj::value out = type == nullptr ? bj::value() : bj::value(object_of(*type, "schema"));
    convert(out, false, 0);
    return out;
}

// A parameter of v3 has its type in a schema of its own.
bj::array parameters_of_v2(const bj::array& of_v3) {
    bj::array out;
    for_each_object(of_v3, [&](const bj::object& p, std::size_t) {
        bj::object flat;
        for (const auto& [key, value] : p)
            if (key != "schema") flat[key] = value;
        for (const auto& [key, value] : object_of(p, "schema")) flat[key] = value;
        out.push_back(std::move(flat));
    });
    return out;
}

bj::object operation_of(const bj::object& of_v3) {
    bj::object out;
    bj::array parameters = parameters_of_v2(list_of(of_v3, "parameters"));
    bj::array consumes{"*/*"}, produces;
    if (const bj::object* body = object_at(of_v3, "requestBody")) {
        const bj::object& content = object_of(*body, "content");
        consumes = keys_of(content);
        bj::object one{{"in", "body"}, {"name", "body"}, {"schema", schema_of_content(content)}};
        if (true_at(*body, "required")) one["required"] = true;
        parameters.insert(parameters.begin(), std::move(one));
    }
    bj::object responses;
    for (const auto& [code, v] : object_of(of_v3, "responses")) {
        bj::object one;
        const bj::object& response = v.get_object();
        copy_field(one, response, "description");
        const bj::object& content = object_of(response, "content");
        if (!content.empty()) one["schema"] = schema_of_content(content);
        if (produces.empty()) produces = keys_of(content);
        responses[code] = std::move(one);
    }
    for (const auto& [key, value] : of_v3)
        if (key == "description" || key == "operationId" || key.starts_with("x-")) out[key] = value;
    out["consumes"] = std::move(consumes);
    out["produces"] = std::move(produces);
    if (!parameters.empty()) out["parameters"] = std::move(parameters);
    out["responses"] = std::move(responses);
    out["schemes"] = bj::array{"https"};
    return out;
}

std::string member_text(std::string_view name, const bj::object& value) {
    std::string out;
    json_text::append(bj::value(bj::string(name)), out);
    return out.append(":").append(json_text::serialize(value));
}

}  // namespace

void drop_unsupported_by_v2(bj::object& schema) {
    const bool nullable = true_at(schema, "nullable"),
               preserves = true_at(schema, "x-kubernetes-preserve-unknown-fields");
    for (const char* key : {"allOf", "oneOf", "anyOf", "not"}) schema.stable_erase(key);
    if (nullable)
        for (const char* key : {"type", "nullable"}) schema.stable_erase(key);
    if (nullable || preserves)
        for (const char* key : {"items", "properties"}) schema.stable_erase(key);
    const std::string_view type = text_at(schema, "type");
    if ((type == "array" && value_at(schema, "items") == nullptr) || (type == "object" && preserves))
        schema.stable_erase("type");
    const auto is_nullable = [](const bj::value* v) {
        return v != nullptr && v->is_object() && true_at(v->get_object(), "nullable");
    };
    const bj::object& properties = object_of(schema, "properties");
    if (bj::array* required = list_at(schema, "required")) {
        bj::array kept;
        for (const bj::value& name : *required)
            if (!is_nullable(value_at(properties, text_of(name)))) kept.push_back(name);
        if (kept.empty() || is_nullable(value_at(schema, "additionalProperties")))
            schema.stable_erase("required");
        else
            *required = std::move(kept);
    }
    if (bj::object* inner = object_at(schema, "properties"))
        for (auto& [name, p] : *inner)
            if (bj::object* o = p.if_object()) drop_unsupported_by_v2(*o);
    for (const char* key : {"items", "additionalProperties"})
        if (bj::object* o = object_at(schema, key)) drop_unsupported_by_v2(*o);
}

void merge_kinds(bj::object& to, const bj::object& from) {
    constexpr std::string_view key = "x-kubernetes-group-version-kind";
    bj::array* all = list_at(to, key);
    if (all == nullptr) return;
    for (const bj::value& kind : list_of(from, key))
        if (std::ranges::find(*all, kind) == all->end()) all->push_back(kind);
}

openapi_v2::part& openapi_v2::part_of(std::string_view owner) {
    const auto found = parts_.find(owner);
    return found == parts_.end() ? parts_.emplace(std::string(owner), part{}).first->second : found->second;
}

void openapi_v2::note(part& of, std::vector<std::string>& names, std::string_view name,
                      const encoded& member) {
    names.emplace_back(name);
    of.hash = etag_of(of.hash + member.json);
}

void openapi_v2::add_schema(std::string_view owner, std::string_view name, bj::object schema, bool custom) {
    bj::value v(std::move(schema));
    convert(v, custom, 0);
    encoded one{member_text(name, v.get_object()), {}};
    protobuf_text::put(one.protobuf, 1, protobuf_text::named(name, protobuf_of_schema(v.get_object())));
    part& of = part_of(owner);
    note(of, of.definitions, name, one);
    definitions_.insert_or_assign({std::string(name), std::string(owner)}, std::move(one));
}

void openapi_v2::add_path(std::string_view owner, std::string_view path, const bj::object& of_v3) {
    bj::object out;
    for (const auto& [method, operation] : of_v3)
        if (operation.is_object()) out[method] = operation_of(operation.get_object());
    if (const bj::array& shared = list_of(of_v3, "parameters"); !shared.empty())
        out["parameters"] = parameters_of_v2(shared);
    encoded one{member_text(path, out), {}};
    protobuf_text::put(one.protobuf, 2, protobuf_text::named(path, protobuf_of_path(out)));
    part& of = part_of(owner);
    note(of, of.paths, path, one);
    paths_.insert_or_assign({std::string(path), std::string(owner)}, std::move(one));
}

void openapi_v2::remove(std::string_view owner) {
    const auto found = parts_.find(owner);
    if (found == parts_.end()) return;
    for (const std::string& path : found->second.paths) paths_.erase({path, found->first});
    for (const std::string& name : found->second.definitions) definitions_.erase({name, found->first});
    parts_.erase(found);
}

void openapi_v2::append_json(const members& from, std::string& to) {
    const std::string* last = nullptr;
    for (const auto& [key, member] : from) {
        if (last != nullptr && *last == key.first) continue;
        if (last != nullptr) to += ',';
        last = &key.first;
        to.append(member.json);
    }
}

void openapi_v2::append_protobuf(const members& from, std::string& to) {
    const std::string* last = nullptr;
    for (const auto& [key, member] : from) {
        if (last != nullptr && *last == key.first) continue;
        last = &key.first;
        to.append(member.protobuf);
    }
}

std::string openapi_v2::json() const {
    std::string out = R"({"swagger":"2.0","info":{"title":")";
    out.append(own_title).append(R"(","version":"v)").append(kubernetes_release).append(R"("},"paths":{)");
    append_json(paths_, out);
    out += R"(},"definitions":{)";
    append_json(definitions_, out);
    return out + "}}\n";
}

std::string openapi_v2::protobuf() const {
    std::string paths, definitions, info, out;
    append_protobuf(paths_, paths);
    append_protobuf(definitions_, definitions);
    protobuf_text::put(info, 1, own_title);
    protobuf_text::put(info, 2, "v" + std::string(kubernetes_release));
    protobuf_text::put(out, 1, "2.0");
    protobuf_text::put(out, 2, info);
    protobuf_text::put(out, 8, paths);
    protobuf_text::put(out, 9, definitions);
    return out;
}

std::string openapi_v2::etag() const {
    std::string all;
    for (const auto& [owner, part] : parts_) all.append(owner).append(" ").append(part.hash).append("\n");
    return "\"" + etag_of(all) + "\"";
}

}}}  // namespace setpoint::v0::apiserver
