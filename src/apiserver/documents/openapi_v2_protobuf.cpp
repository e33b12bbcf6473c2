// gnostic's messages of OpenAPI v2 (openapiv2/OpenAPIv2.proto), as far as our documents use them.

#include "apiserver/documents/openapi_v2.hpp"
#include "apiserver/format/protobuf_text.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

namespace pb = protobuf_text;

enum class field_kind : std::uint8_t { text, texts, flag, integer, real, any, anys, schema, schemas };

struct message_field {
    std::string_view name;
    int number;
    field_kind kind;
};

constexpr message_field schema_fields[] = {
    {"$ref", 1, field_kind::text},
    {"format", 2, field_kind::text},
    {"title", 3, field_kind::text},
    {"description", 4, field_kind::text},
    {"default", 5, field_kind::any},
    {"multipleOf", 6, field_kind::real},
    {"maximum", 7, field_kind::real},
    {"exclusiveMaximum", 8, field_kind::flag},
    {"minimum", 9, field_kind::real},
    {"exclusiveMinimum", 10, field_kind::flag},
    {"maxLength", 11, field_kind::integer},
    {"minLength", 12, field_kind::integer},
    {"pattern", 13, field_kind::text},
    {"maxItems", 14, field_kind::integer},
    {"minItems", 15, field_kind::integer},
    {"uniqueItems", 16, field_kind::flag},
    {"maxProperties", 17, field_kind::integer},
    {"minProperties", 18, field_kind::integer},
    {"required", 19, field_kind::texts},
    {"enum", 20, field_kind::anys},
    {"allOf", 24, field_kind::schemas},
    {"discriminator", 26, field_kind::text},
    {"readOnly", 27, field_kind::flag},
    {"example", 30, field_kind::any},
};
constexpr message_field body_fields[] = {{"description", 1, field_kind::text},
                                         {"name", 2, field_kind::text},
                                         {"in", 3, field_kind::text},
                                         {"required", 4, field_kind::flag},
                                         {"schema", 5, field_kind::schema}};
constexpr message_field query_fields[] = {
    {"required", 1, field_kind::flag}, {"in", 2, field_kind::text},   {"description", 3, field_kind::text},
    {"name", 4, field_kind::text},     {"type", 6, field_kind::text}, {"uniqueItems", 20, field_kind::flag}};
constexpr message_field path_fields[] = {
    {"required", 1, field_kind::flag}, {"in", 2, field_kind::text},   {"description", 3, field_kind::text},
    {"name", 4, field_kind::text},     {"type", 5, field_kind::text}, {"uniqueItems", 19, field_kind::flag}};
constexpr message_field operation_fields[] = {{"description", 3, field_kind::text},
                                              {"operationId", 5, field_kind::text},
                                              {"produces", 6, field_kind::texts},
                                              {"consumes", 7, field_kind::texts},
                                              {"schemes", 10, field_kind::texts}};

// Values without a type of their own are YAML, of which JSON is a part.
std::string any_of_value(const bj::value& v) {
    std::string out;
    pb::put(out, 2, json_text::serialize(v) + "\n");
    return out;
}

void put_field(std::string& to, const message_field& f, const bj::value& v) {
    switch (f.kind) {
        case field_kind::text:
            pb::put(to, f.number, text_of(v));
            break;
        case field_kind::flag:
            if (v.is_bool() && v.get_bool()) pb::put_number(to, f.number, 1);
            break;
        case field_kind::integer:
            if (const auto n = number_of(v)) pb::put_number(to, f.number, *n);
            break;
        case field_kind::real:
            if (v.is_number()) pb::put_double(to, f.number, v.to_number<double>());
            break;
        case field_kind::any:
            pb::put(to, f.number, any_of_value(v));
            break;
        case field_kind::schema:
            if (v.is_object()) pb::put(to, f.number, protobuf_of_schema(v.get_object()));
            break;
        case field_kind::texts:
        case field_kind::anys:
        case field_kind::schemas:
            if (!v.is_array()) break;
            for (const bj::value& one : v.get_array()) {
                if (f.kind == field_kind::texts) pb::put(to, f.number, text_of(one));
                if (f.kind == field_kind::anys) pb::put(to, f.number, any_of_value(one));
                if (f.kind == field_kind::schemas && one.is_object())
                    pb::put(to, f.number, protobuf_of_schema(one.get_object()));
            }
            break;
    }
}

template <std::size_t count>
std::string message_of(const bj::object& o, const message_field (&fields)[count]) {
    std::string out;
    for (const message_field& f : fields)
        if (const bj::value* v = value_at(o, f.name)) put_field(out, f, *v);
    return out;
}

void put_extensions(std::string& to, int field, const bj::object& o) {
    for (const auto& [key, value] : o)
        if (key.starts_with("x-")) pb::put(to, field, pb::named(key, any_of_value(value)));
}

std::string parameter_of(const bj::object& p) {
    std::string parameter, item;
    const std::string_view in = text_at(p, "in");
    if (in == "body") {
        pb::put(parameter, 1, message_of(p, body_fields));
    } else {
        std::string other;
        if (in == "path")
            pb::put(other, 4, message_of(p, path_fields));
        else
            pb::put(other, 3, message_of(p, query_fields));
        pb::put(parameter, 2, other);
    }
    pb::put(item, 1, parameter);
    return item;
}

std::string responses_of(const bj::object& responses) {
    std::string out;
    for (const auto& [code, v] : responses) {
        const bj::object& response = v.get_object();
        std::string body, value;
        pb::put(body, 1, text_at(response, "description"));
        if (const bj::object* schema = object_at(response, "schema")) {
            std::string item;
            pb::put(item, 1, protobuf_of_schema(*schema));
            pb::put(body, 2, item);
        }
        pb::put(value, 1, body);
        pb::put(out, 1, pb::named(code, value));
    }
    return out;
}

std::string operation_message(const bj::object& o) {
    std::string out = message_of(o, operation_fields);
    for_each_object(list_of(o, "parameters"),
                    [&](const bj::object& p, std::size_t) { pb::put(out, 8, parameter_of(p)); });
    pb::put(out, 9, responses_of(object_of(o, "responses")));
    put_extensions(out, 13, o);
    return out;
}

}  // namespace

std::string protobuf_of_schema(const bj::object& schema) {
    std::string out = message_of(schema, schema_fields);
    if (const bj::value* more = value_at(schema, "additionalProperties")) {
        std::string item;
        if (more->is_object())
            pb::put(item, 1, protobuf_of_schema(more->get_object()));
        else
            pb::put_number(item, 2, more->is_bool() && more->get_bool() ? 1 : 0);
        pb::put(out, 21, item);
    }
    if (const std::string_view type = text_at(schema, "type"); !type.empty()) {
        std::string item;
        pb::put(item, 1, type);
        pb::put(out, 22, item);
    }
    if (const bj::object* items = object_at(schema, "items")) {
        std::string item;
        pb::put(item, 1, protobuf_of_schema(*items));
        pb::put(out, 23, item);
    }
    if (const bj::object* properties = object_at(schema, "properties")) {
        std::string all;
        for (const auto& [name, p] : *properties)
            if (p.is_object()) pb::put(all, 1, pb::named(name, protobuf_of_schema(p.get_object())));
        pb::put(out, 25, all);
    }
    put_extensions(out, 31, schema);
    return out;
}

std::string protobuf_of_path(const bj::object& path) {
    constexpr std::pair<std::string_view, int> methods[] = {
        {"get", 2}, {"put", 3}, {"post", 4}, {"delete", 5}, {"patch", 8}};
    std::string out;
    for (const auto& [method, field] : methods)
        if (const bj::object* o = object_at(path, method)) pb::put(out, field, operation_message(*o));
    for_each_object(list_of(path, "parameters"),
                    [&](const bj::object& p, std::size_t) { pb::put(out, 9, parameter_of(p)); });
    return out;
}

}}}  // namespace setpoint::v0::apiserver
