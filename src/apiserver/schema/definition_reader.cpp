#include "apiserver/schema/definition_reader.hpp"

#include "apiserver/schema/schema_view.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using type = schema_node::type;

// Any JSON, according to the document: these types have their own decoders.
bool has_own_decoder(std::string_view kind) {
    return kind == "RawExtension" || kind == "FieldsV1" || kind == "JSON" ||
           kind.starts_with("JSONSchemaPropsOr");
}

// "v1.PodSpec"
std::string go_name(std::string_view definition) {
    const std::size_t kind = definition.rfind('.');
    const std::size_t package =
        kind == std::string_view::npos || kind == 0 ? kind : definition.rfind('.', kind - 1);
    return std::string(package == std::string_view::npos ? definition : definition.substr(package + 1));
}

type scalar_type(const schema_view& s) {
    const std::string text = s.text("type"), format = s.text("format");
    if (format == "int-or-string") return type::int_or_string;
    if (text == "string") return format == "date-time" ? type::time : type::string;
    if (text == "integer") return type::integer;
    if (text == "number") return type::number;
    if (text == "boolean") return type::boolean;
    return text == "object" ? type::object : type::any;
}

class definition_reader {
public:
    definition_reader(schema_set& set, const definition_lookup& lookup) : set_(set), lookup_(lookup) {}

    // `own_type`: the Go type, if the enclosing type determines it.
    void read(const schema_view& s, schema_node& node, std::string own_type = {}) {
        node.what = scalar_type(s);
        node.description = s.text("description");
        node.atomic_map = s.text("x-kubernetes-map-type") == "atomic";
        node.required = s.texts("required");
        const bj::value* plain = s.find("default");
        if (plain && !plain->is_object()) node.default_value = *plain;
        if (node.what == type::integer) node.integer_format = s.text("format");
        for (const auto& p : s.properties()) {
            node.properties.push_back({p.name, field(p.schema), p.schema.text("x-go-inline")});
        }
        if (s.has("x-go-type")) own_type = s.text("x-go-type");
        if (const auto values = s.sub("additionalProperties")) {
            node.additional = field(*values, part_of(own_type, "map[string]"));
        }
        if (s.text("type") == "array") read_list(s, node, part_of(own_type, "[]"));
        node.go_type = own_type.empty() ? go_type(s, node) : std::move(own_type);
    }

private:
    static std::string part_of(std::string_view go_type, std::string_view prefix) {
        return std::string(go_type.starts_with(prefix) ? go_type.substr(prefix.size()) : std::string_view());
    }

    void read_list(const schema_view& s, schema_node& node, std::string item_type) {
        node.what = type::array;
        const std::string list = s.text("x-kubernetes-list-type");
        if (list == "map") node.list_type = schema_node::list::map;
        if (list == "set") node.list_type = schema_node::list::set;
        node.map_keys = s.texts("x-kubernetes-list-map-keys");
        if (const auto items = s.sub("items")) node.items = field(*items, std::move(item_type));
        read_strategy(s, node);
    }

    static void read_strategy(const schema_view& s, schema_node& node) {
        const std::string strategy = s.text("x-kubernetes-patch-strategy");
        node.patch_merge = strategy.find("merge") != std::string::npos;
        node.patch_retain_keys = strategy.find("retainKeys") != std::string::npos;
        node.patch_merge_key = s.text("x-kubernetes-patch-merge-key");
    }

    const schema_node* field(const schema_view& s, std::string own_type = {}) {
        std::string to = s.text("$ref");
        for (const auto& part : s.subs("allOf")) {
            if (to.empty()) to = part.text("$ref");
        }
        if (to.empty()) {
            schema_node& node = set_.make();
            read(s, node, std::move(own_type));
            return &node;
        }
        const schema_node* target =
            to.starts_with(component_reference) ? lookup_(to.substr(component_reference.size())) : nullptr;
        if (!target) return &set_.make();
        if (!s.has("x-kubernetes-patch-strategy") && !s.has("x-kubernetes-map-type")) return target;
        // These attributes belong to the field, not to its type, so the field gets a node of its
        // own. No recursive type has such a field.
        schema_node& own = set_.make();
        copy(*target, own);
        own.atomic_map = own.atomic_map || s.text("x-kubernetes-map-type") == "atomic";
        read_strategy(s, own);
        return &own;
    }

    static void copy(const schema_node& from, schema_node& to) {
        to.what = from.what;
        to.preserve_unknown = from.preserve_unknown;
        to.atomic_map = from.atomic_map;
        to.required = from.required;
        to.properties = from.properties;
        to.additional = from.additional;
        to.description = from.description;
        to.type_name = from.type_name;
        to.go_type = from.go_type;
    }

    static std::string go_type(const schema_view& s, const schema_node& node) {
        switch (node.what) {
            case type::array:
                return "[]" + (node.items ? node.items->go_type : std::string());
            case type::string:
                return s.text("format") == "byte" ? "[]uint8" : "string";
            case type::integer:
                return node.integer_format.empty() ? "int64" : node.integer_format;
            case type::number:
                return "float64";
            case type::boolean:
                return "bool";
            case type::object:
                return node.additional ? "map[string]" + node.additional->go_type : std::string();
            default:
                return {};
        }
    }

    schema_set& set_;
    const definition_lookup& lookup_;
};

}  // namespace

void read_definition(const bj::object& definition, std::string_view name, schema_node& node, schema_set& set,
                     const definition_lookup& lookup) {
    node.go_type = go_name(name);  // before its fields, which may refer to it
    node.type_name = name;
    definition_reader(set, lookup).read(schema_view(definition), node);
    const std::string_view kind = last_part(name);
    if (kind == "Quantity") node.what = type::quantity;
    if (has_own_decoder(kind)) {
        node.what = kind == "RawExtension" || kind == "FieldsV1" ? type::object : type::any;
        node.preserve_unknown = true;
    }
    node.go_type = go_name(name);
}

}}}  // namespace setpoint::v0::apiserver
