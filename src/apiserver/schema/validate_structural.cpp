#include "apiserver/schema/pattern.hpp"
#include "apiserver/schema/schema_view.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

enum class level : std::uint8_t { root, item, field };

bool is_int_or_string(const std::vector<schema_view>& any) {
    auto only_type = [](const schema_view& s, std::string_view type) {
        return s.json().size() == 1 && s.text("type") == type;
    };
    return any.size() == 2 && only_type(any[0], "integer") && only_type(any[1], "string");
}

class structural_validator {
public:
    field_errors errors;

    void invariants(const schema_view& s, level l, const std::string& path) {
        const std::string type = s.text("type");
        if (type == "array" && !s.has("items")) required(errors, path + ".items", "must be specified");
        if (const auto items = s.sub("items")) invariants(*items, level::item, path + ".items");
        for (const auto& p : s.properties())
            invariants(p.schema, level::field, at(path, "properties", p.name));
        if (s.has("additionalProperties")) {
            if (l == level::root)
                forbidden(errors, path + ".additionalProperties", "must not be used at the root");
            if (const auto values = s.sub("additionalProperties")) {
                invariants(*values, level::field, path + ".additionalProperties");
            }
        }
        extensions(s, path);
        const auto all = s.subs("allOf");
        const bool first_all = !all.empty() && is_int_or_string(all.front().subs("anyOf"));
        values(s, is_int_or_string(s.subs("anyOf")), first_all, path);
        own_type(s, l, path);
        metadata(s, l, path);
        const bool embedded = s.flag("x-kubernetes-embedded-resource");
        if (embedded && !s.flag("x-kubernetes-preserve-unknown-fields") && s.properties().empty()) {
            required(errors, path + ".properties",
                     "must not be empty if x-kubernetes-embedded-resource is true without "
                     "x-kubernetes-preserve-unknown-fields");
        }
    }

    // Every field in a value validation (allOf, anyOf, oneOf, not) must also be declared outside of
    // it. Null: not declared.
    void complete(const schema_view& check, const std::optional<schema_view>& s, const std::string& path,
                  const std::string& from) {
        if (!s) return required(errors, path, "because it is defined in " + from);
        complete_values(check, *s, path, from);
        if (const auto items = check.sub("items"))
            complete(*items, s->sub("items"), path + ".items", from + ".items");
        const auto declared = s->sub("properties");
        for (const auto& p : check.properties()) {
            const auto same = declared ? declared->sub(p.name) : std::nullopt;
            complete(p.schema, same, at(path, "properties", p.name), at(from, "properties", p.name));
        }
    }

    void complete_values(const schema_view& check, const schema_view& s, const std::string& path,
                         const std::string& from) {
        if (const auto no = check.sub("not")) complete(*no, s, path, from + ".not");
        for (const auto* key : {"allOf", "anyOf", "oneOf"}) {
            std::size_t i = 0;
            for (const auto& part : check.subs(key)) complete(part, s, path, at(from, key, i++));
        }
    }

private:
    void extensions(const schema_view& s, const std::string& path) {
        if (!s.flag("x-kubernetes-int-or-string")) return;
        for (const auto* key : {"x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"}) {
            if (s.flag(key)) {
                invalid(errors, path + "." + key, true,
                        "must be false if x-kubernetes-int-or-string is true");
            }
        }
    }

    void own_type(const schema_view& s, level l, const std::string& path) {
        const std::string type = s.text("type");
        const bool embedded = s.flag("x-kubernetes-embedded-resource");
        constexpr auto why = "must be object if x-kubernetes-embedded-resource is true";
        if (embedded && type != "object") {
            if (type.empty()) {
                required(errors, path + ".type", why);
            } else {
                invalid(errors, path + ".type", bj::value(type), why);
            }
        } else if (type.empty() && !s.flag("x-kubernetes-int-or-string") &&
                   !s.flag("x-kubernetes-preserve-unknown-fields")) {
            required(errors, path + ".type",
                     l == level::root   ? "must not be empty at the root"
                     : l == level::item ? "must not be empty for specified array items"
                                        : "must not be empty for specified object fields");
        }
        if (embedded && s.has("additionalProperties")) {
            forbidden(errors, path + ".additionalProperties",
                      "must not be used if x-kubernetes-embedded-resource is set");
        }
        if (l == level::root && !type.empty() && type != "object") {
            invalid(errors, path + ".type", bj::value(type), "must be object at the root");
        }
    }

    void metadata(const schema_view& s, level l, const std::string& path) {
        const auto properties = s.sub("properties");
        if (!properties) return;
        const bool checked = l == level::root || s.flag("x-kubernetes-embedded-resource");
        for (const auto* key : {"kind", "apiVersion"}) {
            const auto field = properties->sub(key);
            if (checked && field && field->text("type") != "string") {
                invalid(errors, at(path, "properties", key) + ".type", bj::value(field->text("type")),
                        "must be string");
            }
        }
        const auto meta = properties->sub("metadata");
        if (!meta) return;
        const std::string where = at(path, "properties", "metadata");
        if (checked && meta->text("type") != "object") {
            invalid(errors, where + ".type", bj::value(meta->text("type")), "must be object");
        }
        if (l == level::root && !only_restricts_names(*meta)) {
            forbidden(
                errors, where,
                "must not specify anything other than name and generateName, but metadata is implicitly "
                "specified");
        }
    }

    static bool only_restricts_names(const schema_view& meta) {
        for (const auto& pair : meta.json()) {
            const std::string_view key = pair.key();
            const bj::value& v = pair.value();
            const bool empty = v.is_null() || (v.is_string() && v.get_string().empty()) ||
                               (v.is_bool() && !v.get_bool()) || (v.is_array() && v.get_array().empty());
            if (!empty && key != "type" && key != "properties" && key != "default") return false;
        }
        const auto properties = meta.properties();
        return std::all_of(properties.begin(), properties.end(),
                           [](const auto& p) { return p.name == "name" || p.name == "generateName"; });
    }

    void values(const schema_view& s, bool skip_any, bool skip_first_any_of_all, const std::string& path) {
        std::size_t i = 0;
        for (const auto& part : s.subs("anyOf")) {
            if (!skip_any) nested(part, false, at(path, "anyOf", i++));
        }
        i = 0;
        for (const auto& part : s.subs("allOf")) {
            nested(part, skip_first_any_of_all && i == 0, at(path, "allOf", i));
            ++i;
        }
        i = 0;
        for (const auto& part : s.subs("oneOf")) nested(part, false, at(path, "oneOf", i++));
        if (const auto no = s.sub("not")) nested(*no, false, path + ".not");
        const std::string text = s.text("pattern");
        std::string why;
        if (!text.empty() && !pattern::compile(text, why)) {
            invalid(errors, path + ".pattern", bj::value(text),
                    "must be a valid regular expression, but isn't: " + why);
        }
    }

    void nested(const schema_view& s, bool skip_any, const std::string& path) {
        values(s, skip_any, false, path);
        if (const auto items = s.sub("items")) nested(*items, false, path + ".items");
        for (const auto& p : s.properties()) nested(p.schema, false, at(path, "properties", p.name));
        auto forbid_if = [&](bool is_set, const std::string& key, const char* why) {
            if (is_set) forbidden(errors, path + "." + key, why);
        };
        forbid_if(!s.text("type").empty(), "type", "must be empty to be structural");
        const bj::value* additional = s.find("additionalProperties");
        forbid_if(additional && (additional->is_object() || s.flag("additionalProperties")),
                  "additionalProperties", "must be undefined to be structural");
        forbid_if(s.has("default"), "default", "must be undefined to be structural");
        forbid_if(!s.text("title").empty(), "title", "must be empty to be structural");
        forbid_if(!s.text("description").empty(), "description", "must be empty to be structural");
        for (const auto* key : {"nullable", "x-kubernetes-preserve-unknown-fields",
                                "x-kubernetes-embedded-resource", "x-kubernetes-int-or-string"}) {
            forbid_if(s.flag(key), key, "must be false to be structural");
        }
        forbid_if(!s.list("x-kubernetes-list-map-keys").empty(), "x-kubernetes-list-map-keys",
                  "must be empty to be structural");
        forbid_if(s.has("x-kubernetes-list-type"), "x-kubernetes-list-type",
                  "must be undefined to be structural");
        forbid_if(s.has("x-kubernetes-map-type"), "x-kubernetes-map-type",
                  "must be undefined to be structural");
        forbid_if(!s.list("x-kubernetes-validations").empty(), "x-kubernetes-validations",
                  "must be empty to be structural");
        const auto properties = s.sub("properties");
        forbid_if(properties && properties->has("metadata"), "properties[metadata]",
                  "must not be specified in a nested context");
    }
};

}  // namespace

field_errors structural_errors(const schema_view& s, const std::string& path) {
    structural_validator r;
    r.invariants(s, level::root, path);
    r.complete_values(s, s, path, path);
    std::sort(r.errors.begin(), r.errors.end(),
              [](const field_error& a, const field_error& b) { return a.text() < b.text(); });
    return std::move(r.errors);
}

std::string unsupported_field(const schema_view& s) {
    for (const auto* key : {"id", "schema", "$schema", "$ref"}) {
        if (!s.text(key).empty()) return key[0] == '$' && key[1] == 's' ? "schema" : key;
    }
    for (const auto* key : {"patternProperties", "dependencies", "definitions"}) {
        const auto sub = s.sub(key);
        if (sub && !sub->json().empty()) return key;
    }
    if (s.has("additionalItems")) return "additionalItems";
    if (!s.list("items").empty()) return "items";
    const bj::value* keep = s.find("x-kubernetes-preserve-unknown-fields");
    if (keep && !s.flag("x-kubernetes-preserve-unknown-fields"))
        return "x-kubernetes-preserve-unknown-fields";
    for (const auto* key : {"items", "additionalProperties", "not"}) {
        const auto sub = s.sub(key);
        std::string inner = sub ? unsupported_field(*sub) : std::string();
        if (!inner.empty()) return inner;
    }
    for (const auto& p : s.properties()) {
        if (std::string inner = unsupported_field(p.schema); !inner.empty()) return inner;
    }
    for (const auto* key : {"allOf", "anyOf", "oneOf"}) {
        for (const auto& part : s.subs(key)) {
            if (std::string inner = unsupported_field(part); !inner.empty()) return inner;
        }
    }
    return {};
}

}}}  // namespace setpoint::v0::apiserver
