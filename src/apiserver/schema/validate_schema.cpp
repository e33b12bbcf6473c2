#include "apiserver/schema/schema_view.hpp"

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Rules that depend on the position of a schema.
struct schema_position {
    bool in_metadata = false;
    std::string no_defaults;  // the reason why defaults are forbidden; "" if allowed
};

class schema_validator {
public:
    field_errors errors;

    void validate(const schema_view& s, const std::string& path, const schema_position& here, bool root) {
        standard(s, path, here);
        if (s.flag("uniqueItems")) {
            forbidden(errors, path + ".uniqueItems",
                      "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
        }
        fields(s, path, here, root);
        if (const auto no = s.sub("not")) validate(*no, path + ".not", here, false);
        for (const auto* key : {"allOf", "oneOf", "anyOf"}) {
            std::size_t i = 0;
            for (const auto& part : s.subs(key)) validate(part, at(path, key, i++), here, false);
        }
        for (const auto& p : s.properties("definitions"))
            validate(p.schema, at(path, "definitions", p.name), here, false);
        if (const auto items = s.sub("items")) validate(*items, path + ".items", here, false);
        std::size_t i = 0;
        for (const auto& part : s.subs("items")) validate(part, at(path, "items", i++), here, false);
        if (s.has("x-kubernetes-preserve-unknown-fields") &&
            !s.flag("x-kubernetes-preserve-unknown-fields")) {
            invalid(errors, path + ".x-kubernetes-preserve-unknown-fields", false,
                    "must be true or undefined");
        }
        map_type(s, path);
        list_type(s, path);
        if (s.text("x-kubernetes-list-type") == "map") map_list(s, path);
        map_list_keys(s, path);
        check_rules(s, path, errors);
    }

private:
    void standard(const schema_view& s, const std::string& path, const schema_position& here) {
        static const std::vector<std::string> types{"array",  "boolean", "integer",
                                                    "number", "object",  "string"};
        const std::string type = s.text("type");
        if (!type.empty() && std::find(types.begin(), types.end(), type) == types.end()) {
            not_supported(errors, path + ".type", bj::value(type), types);
        }
        if (s.has("default") && !here.no_defaults.empty()) {
            forbidden(errors, path + ".default", "must not be set " + here.no_defaults);
        }
        if (!s.text("id").empty()) forbidden(errors, path + ".id", "id is not supported");
        if (s.has("additionalItems"))
            forbidden(errors, path + ".additionalItems", "additionalItems is not supported");
        for (const auto* key : {"patternProperties", "definitions", "dependencies"}) {
            const auto sub = s.sub(key);
            const bool counts = sub && (!sub->json().empty() || std::string_view(key) == "dependencies");
            if (counts) forbidden(errors, path + "." + key, std::string(key) + " is not supported");
        }
        if (s.has("$ref")) forbidden(errors, path + ".$ref", "$ref is not supported");
        if (type == "null") {
            forbidden(errors, path + ".type", "type cannot be set to null, use nullable as an alternative");
        }
        if (!s.list("items").empty()) {
            forbidden(errors, path + ".items", "items must be a schema object and not an array");
        }
        if (here.in_metadata && s.flag("x-kubernetes-embedded-resource")) {
            forbidden(errors, path + ".x-kubernetes-embedded-resource",
                      "must not be used inside of resource meta");
        }
    }

    void fields(const schema_view& s, const std::string& path, const schema_position& here, bool root) {
        const auto properties = s.properties();
        if (const bj::value* additional = s.find("additionalProperties")) {
            if (!properties.empty() && (additional->is_object() || !s.flag("additionalProperties"))) {
                forbidden(errors, path + ".additionalProperties",
                          "additionalProperties and properties are mutual exclusive");
            }
            schema_position inside = here;
            if (here.in_metadata)
                inside.no_defaults = "inside additionalProperties applying to object metadata";
            if (const auto values = s.sub("additionalProperties")) {
                validate(*values, path + ".additionalProperties", inside, false);
            }
        }
        for (const auto& p : properties) {
            schema_position inside = here;
            const bool meta = p.name == "metadata" || p.name == "kind" || p.name == "apiVersion";
            if (meta && (root || s.flag("x-kubernetes-embedded-resource"))) {
                inside.in_metadata = true;
                if (root) inside.no_defaults = "in top-level " + p.name;
            }
            validate(p.schema, at(path, "properties", p.name), inside, false);
        }
    }

    // The extension `because` requires `type`.
    void require_type(const schema_view& s, const std::string& path, const char* type, const char* because) {
        const std::string is = s.text("type");
        if (is == type) return;
        std::string why = std::string("must be ") + type + " if " + because + " is specified";
        if (is.empty()) {
            required(errors, path + ".type", std::move(why));
        } else {
            invalid(errors, path + ".type", bj::value(is), std::move(why));
        }
    }

    void map_type(const schema_view& s, const std::string& path) {
        if (!s.has("x-kubernetes-map-type")) return;
        require_type(s, path, "object", "x-kubernetes-map-type");
        const std::string is = s.text("x-kubernetes-map-type");
        if (is != "atomic" && is != "granular") {
            not_supported(errors, path + ".x-kubernetes-map-type", bj::value(is), {"atomic", "granular"});
        }
    }

    void list_type(const schema_view& s, const std::string& path) {
        const bool given = s.has("x-kubernetes-list-type");
        const std::string is = s.text("x-kubernetes-list-type");
        const auto items = s.sub("items");
        constexpr auto why = "must be atomic as item of a list with x-kubernetes-list-type=set";
        if (given && s.text("type") != "array") {
            require_type(s, path, "array", "x-kubernetes-list-type");
        } else if (is == "set" && items) {
            const std::string of = items->text("x-kubernetes-list-type"), type = items->text("type");
            const bj::value value = items->has("x-kubernetes-list-type") ? bj::value(of) : bj::value();
            if (type == "array" && items->has("x-kubernetes-list-type") && of != "atomic") {
                invalid(errors, path + ".items.x-kubernetes-list-type", value, why);
            }
            if (type == "object" && items->text("x-kubernetes-map-type") != "atomic") {
                invalid(errors, path + ".items.x-kubernetes-map-type", value, why);
            }
        }
        if (given && is != "atomic" && is != "set" && is != "map") {
            not_supported(errors, path + ".x-kubernetes-list-type", bj::value(is), {"atomic", "set", "map"});
        }
        if (!s.list("x-kubernetes-list-map-keys").empty() && is != "map") {
            constexpr auto must = "must be map if x-kubernetes-list-map-keys is non-empty";
            if (!given) {
                required(errors, path + ".x-kubernetes-list-type", must);
            } else {
                invalid(errors, path + ".x-kubernetes-list-type", bj::value(is), must);
            }
        }
    }

    void map_list(const schema_view& s, const std::string& path) {
        const auto keys = s.texts("x-kubernetes-list-map-keys");
        if (keys.empty()) {
            required(errors, path + ".x-kubernetes-list-map-keys",
                     "must not be empty if x-kubernetes-list-type is map");
        }
        if (!s.has("items")) {
            return required(errors, path + ".items", "must have a schema if x-kubernetes-list-type is map");
        }
        const auto items = s.sub("items");
        if (!items) {
            return invalid(errors, path + ".items", *s.find("items"),
                           "must only have a single schema if x-kubernetes-list-type is map");
        }
        if (items->text("type") != "object") {
            return invalid(errors, path + ".items.type", bj::value(items->text("type")),
                           "must be object if parent array's x-kubernetes-list-type is map");
        }
        const auto properties = items->sub("properties");
        const std::string where = path + ".x-kubernetes-list-map-keys";
        const bj::value all(s.list("x-kubernetes-list-map-keys"));
        std::set<std::string> seen;
        for (const auto& key : keys) {
            const auto field = properties ? properties->sub(key) : std::nullopt;
            if (!field) {
                invalid(errors, where, all, "entries must all be names of item properties");
            } else if (field->text("type") == "array" || field->text("type") == "object") {
                invalid(errors, at(path + ".items", "properties", key) + ".type",
                        bj::value(items->text("type")),
                        "must be a scalar type if parent array's x-kubernetes-list-type is map");
            }
            if (!seen.insert(key).second) invalid(errors, where, all, "must not contain duplicate entries");
        }
    }

    void map_list_keys(const schema_view& s, const std::string& path) {
        const std::string is = s.text("x-kubernetes-list-type");
        const auto items = s.sub("items");
        if (!items || (is != "set" && is != "map")) return;
        if (items->flag("nullable")) {
            forbidden(errors, path + ".items.nullable",
                      "cannot be nullable when x-kubernetes-list-type is " + is);
        }
        if (is != "map") return;
        const auto needed = items->texts("required");
        const auto properties = items->sub("properties");
        for (const auto& key : s.texts("x-kubernetes-list-map-keys")) {
            const auto field = properties ? properties->sub(key) : std::nullopt;
            if (!field) continue;
            const std::string where = at(path + ".items", "properties", key);
            if (std::find(needed.begin(), needed.end(), key) == needed.end() && !field->has("default")) {
                required(errors, where + ".default",
                         "this property is in x-kubernetes-list-map-keys, so it must have a default or be a "
                         "required "
                         "property");
            }
            if (field->flag("nullable")) {
                forbidden(errors, where + ".nullable",
                          "this property is in x-kubernetes-list-map-keys, so it cannot be nullable");
            }
        }
    }
};

}  // namespace

field_errors schema_errors(const schema_view& s, const std::string& path) {
    schema_validator r;
    r.validate(s, path, {}, true);
    return std::move(r.errors);
}

}}}  // namespace setpoint::v0::apiserver
