#include "apiserver/schema/structural.hpp"

#include "apiserver/schema/formats.hpp"
#include "apiserver/schema/pattern.hpp"
#include "apiserver/schema/schema_operations.hpp"
#include "apiserver/schema/schema_rules.hpp"
#include "apiserver/schema/schema_view.hpp"
#include "setpoint/cel/rules.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr int max_schema_depth = 64;  // nesting of schemas
constexpr int max_json_depth = 160;
using type = schema_node::type;

bool too_deep(const bj::value& v, int depth) {
    if (depth > max_json_depth) return true;
    if (v.is_array()) {
        return std::any_of(v.get_array().begin(), v.get_array().end(),
                           [&](const bj::value& item) { return too_deep(item, depth + 1); });
    }
    if (!v.is_object()) return false;
    return std::any_of(v.get_object().begin(), v.get_object().end(),
                       [&](const auto& pair) { return too_deep(pair.value(), depth + 1); });
}

std::optional<double> number(const schema_view& s, std::string_view key) {
    const bj::value* v = s.find(key);
    return v && v->is_number() ? std::optional(v->to_number<double>()) : std::nullopt;
}

std::optional<std::int64_t> count(const schema_view& s, std::string_view key) {
    const bj::value* v = s.find(key);
    return v && v->is_int64() ? std::optional(v->get_int64()) : std::nullopt;
}

schema_node::type type_of(const schema_view& s) {
    if (s.flag("x-kubernetes-int-or-string")) return type::int_or_string;
    const std::string text = s.text("type");
    if (text == "object") return type::object;
    if (text == "array") return type::array;
    if (text == "string") return type::string;
    if (text == "integer") return type::integer;
    if (text == "number") return type::number;
    return text == "boolean" ? type::boolean : type::any;
}

class structural_reader {
public:
    explicit structural_reader(schema_set& set) : set_(set) {}

    // Null if nested too deeply.
    const schema_node* read(const schema_view& s, int depth) {
        if (depth > max_schema_depth) {
            too_deep_ = true;
            return nullptr;
        }
        schema_node& node = set_.make();
        node.what = type_of(s);
        node.nullable = s.flag("nullable");
        node.preserve_unknown = s.flag("x-kubernetes-preserve-unknown-fields");
        node.embedded = s.flag("x-kubernetes-embedded-resource");
        node.atomic_map = s.text("x-kubernetes-map-type") == "atomic";
        const std::string list = s.text("x-kubernetes-list-type");
        node.list_type = list == "map"   ? schema_node::list::map
                         : list == "set" ? schema_node::list::set
                                         : schema_node::list::atomic;
        node.map_keys = s.texts("x-kubernetes-list-map-keys");
        node.required = s.texts("required");
        node.description = s.text("description");
        const std::string format = s.text("format");
        if (node.what == schema_node::type::integer && (format == "int32" || format == "int64")) {
            node.integer_format = format;
        }
        if (const bj::value* v = s.find("default")) node.default_value = *v;
        for (const auto& p : s.properties()) node.properties.push_back({p.name, read(p.schema, depth + 1)});
        if (const auto items = s.sub("items")) node.items = read(*items, depth + 1);
        read_additional(s, node, depth);
        node.limit = read_limits(s, node.what, depth);
        read_rules(s, node);
        rules_ = rules_ || node.rules != nullptr;
        node.has_rules = depth == 0 && rules_;
        return &node;
    }

    bool was_too_deep() const { return too_deep_; }

private:
    void read_additional(const schema_view& s, schema_node& node, int depth) {
        if (const auto values = s.sub("additionalProperties")) {
            node.additional = read(*values, depth + 1);
        } else if (s.has("additionalProperties")) {
            schema_node& anything = set_.make();  // any key, with values of any type
            anything.nullable = true;
            node.additional = &anything;
            node.no_additional = !s.flag("additionalProperties");
        }
    }

    static void read_rules(const schema_view& s, schema_node& node) {
        auto rules = std::make_shared<std::vector<cel::rule>>();
        for (const auto& rule : s.subs("x-kubernetes-validations")) {
            cel::rule& made = rules->emplace_back();
            made.expression = rule.text("rule");
            made.message = rule.text("message");
            made.message_expression = rule.text("messageExpression");
            made.reason = rule.text("reason");
            made.field_path = rule.text("fieldPath");
            if (rule.has("optionalOldSelf")) made.optional_old = rule.flag("optionalOldSelf");
        }
        if (!rules->empty()) node.rules = std::move(rules);
    }

    std::vector<const schema_node*> read_all(const schema_view& s, std::string_view key, int depth) {
        std::vector<const schema_node*> out;
        for (const auto& part : s.subs(key)) {
            if (const auto* node = read(part, depth + 1)) out.push_back(node);
        }
        return out;
    }

    std::unique_ptr<limits> read_limits(const schema_view& s, schema_node::type what, int depth) {
        auto l = std::make_unique<limits>();
        l->minimum = number(s, "minimum");
        l->maximum = number(s, "maximum");
        l->multiple_of = number(s, "multipleOf");
        l->exclusive_minimum = s.flag("exclusiveMinimum");
        l->exclusive_maximum = s.flag("exclusiveMaximum");
        l->unique_items = s.flag("uniqueItems");
        l->min_length = count(s, "minLength");
        l->max_length = count(s, "maxLength");
        l->min_items = count(s, "minItems");
        l->max_items = count(s, "maxItems");
        l->min_properties = count(s, "minProperties");
        l->max_properties = count(s, "maxProperties");
        const std::string format = s.text("format");
        const std::string type = what == schema_node::type::int_or_string ? std::string() : s.text("type");
        if (!format.empty() && is_supported_format(type, format)) l->format = format;
        std::string why;
        if (const std::string text = s.text("pattern"); !text.empty())
            l->matches = pattern::compile(text, why);
        for (const auto& v : s.list("enum")) l->enumeration.push_back(v);
        l->all_of = read_all(s, "allOf", depth);
        l->any_of = read_all(s, "anyOf", depth);
        l->one_of = read_all(s, "oneOf", depth);
        if (const auto no = s.sub("not")) l->negated = read(*no, depth + 1);
        return is_empty(*l) ? nullptr : std::move(l);
    }

    static bool is_empty(const limits& l) {
        return !l.minimum && !l.maximum && !l.multiple_of && !l.min_length && !l.max_length && !l.min_items &&
               !l.max_items && !l.min_properties && !l.max_properties && l.format.empty() && !l.matches &&
               l.enumeration.empty() && l.all_of.empty() && l.any_of.empty() && l.one_of.empty() &&
               !l.negated;
    }

    schema_set& set_;
    bool too_deep_ = false;
    bool rules_ = false;  // so far
};

// Default values must be valid against their own schema and must not have unknown fields. `with_rules`: and
// keep the rules.
void validate_defaults(const schema_node& s, const std::string& path, bool in_metadata, bool with_rules,
                       field_errors& errors) {
    if (s.default_value) {
        const std::size_t before = errors.size();
        const std::string where = path + ".default";
        bj::value pruned = *s.default_value;
        if (!in_metadata && pruned.is_object() && !prune(s, pruned.get_object(), s.embedded).empty()) {
            invalid(errors, where, *s.default_value, "must not have unknown fields");
        }
        validate(s, *s.default_value, where, errors);
        if (with_rules && errors.size() == before) schema_rules(s, s.embedded).check_default(where, errors);
    }
    if (s.items) validate_defaults(*s.items, path + ".items", in_metadata, with_rules, errors);
    for (const auto& p : s.properties) {
        const bool meta = p.name == "metadata" || p.name == "kind" || p.name == "apiVersion";
        validate_defaults(*p.type, at(path, "properties", p.name), in_metadata || (s.embedded && meta),
                          with_rules, errors);
    }
}

}  // namespace

const schema_node* read_structural(const bj::value& json_schema, const std::string& path, schema_set& set,
                                   field_errors& errors, rule_checks checks) {
    const std::size_t before = errors.size();
    auto append = [&](field_errors more) {
        for (auto& e : more) errors.push_back(std::move(e));
    };
    static const bj::object none;
    const schema_view s(json_schema.is_object() ? json_schema.get_object() : none);
    structural_reader r(set);
    if (too_deep(json_schema, 0)) {
        forbidden(errors, path, "schemas are limited to a depth of " + std::to_string(max_schema_depth));
        return nullptr;
    }
    if (s.flag("nullable")) forbidden(errors, path + ".nullable", "nullable cannot be true at the root");
    const std::string unsupported = unsupported_field(s);
    const schema_node* root = nullptr;
    if (unsupported.empty()) {
        field_errors structural = structural_errors(s, path);
        if (structural.empty()) {
            root = r.read(s, 0);
            if (!r.was_too_deep()) {
                validate_defaults(*root, path, false, checks != rule_checks::none, structural);
            } else {
                forbidden(structural, path,
                          "schemas are limited to a depth of " + std::to_string(max_schema_depth));
            }
        }
        if (!structural.empty()) root = nullptr;
        append(std::move(structural));
    }
    field_errors found = schema_errors(s, path);
    if (root != nullptr && root->has_rules && checks != rule_checks::none)
        check_expressions(s, *root, path, checks == rule_checks::totals, found);
    append(std::move(found));
    if (errors.size() == before && !unsupported.empty()) {
        invalid(errors, path, bj::value(""), "OpenAPIV3Schema '" + unsupported + "' is not supported");
    }
    return errors.size() == before ? root : nullptr;
}

void validate_status_root(const bj::value& json_schema, const std::string& path, field_errors& errors) {
    if (!json_schema.is_object()) return;
    constexpr std::string_view allowed[] = {"description",
                                            "type",
                                            "format",
                                            "title",
                                            "maximum",
                                            "exclusiveMaximum",
                                            "minimum",
                                            "exclusiveMinimum",
                                            "maxLength",
                                            "minLength",
                                            "pattern",
                                            "maxItems",
                                            "minItems",
                                            "uniqueItems",
                                            "multipleOf",
                                            "required",
                                            "items",
                                            "properties",
                                            "externalDocs",
                                            "example",
                                            "x-kubernetes-preserve-unknown-fields",
                                            "x-kubernetes-validations"};
    const schema_view s(json_schema.get_object());
    if (!s.text("type").empty() && s.text("type") != "object") {
        return invalid(
            errors, path + ".type", bj::value(s.text("type")),
            "only \"object\" is allowed as the type at the root of the schema if the status subresource is "
            "enabled");
    }
    for (const auto& pair : s.json()) {
        const bj::value& v = pair.value();
        const bool empty =
            v.is_null() || (v.is_bool() && !v.get_bool()) || (v.is_string() && v.get_string().empty());
        if (empty || std::find(std::begin(allowed), std::end(allowed), std::string_view(pair.key())) !=
                         std::end(allowed)) {
            continue;
        }
        return invalid(
            errors, path, json_schema,
            "only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength "
            "MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties "
            "ExternalDocs "
            "Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if "
            "the "
            "status subresource is enabled");
    }
}

}}}  // namespace setpoint::v0::apiserver
