#include "apiserver/policies/schema_types.hpp"

#include "setpoint/cel/kubernetes.hpp"

namespace setpoint::inline v0::apiserver::policies {

namespace {

namespace types = cel::types;

constexpr int deepest_lists = 32;  // lists and maps directly within each other

const cel::type* text_type(const schema_node& n) {
    const std::string_view format = n.limit ? std::string_view(n.limit->format) : std::string_view();
    if (format == "byte" || n.go_type == "[]uint8") return &types::bytes;
    if (format == "duration") return &types::duration;
    if (format == "date" || format == "date-time") return &types::timestamp;
    return &types::string;
}

}  // namespace

const cel::type* schema_types::add_root(std::string_view name, const schema_node& schema) {
    return type_of(schema, std::string(name), true, 0);
}

const cel::type* schema_types::object_of_type(const schema_node* n, const std::string& name,
                                              bool root) const {
    const auto [at, added] = objects_.try_emplace(name, object_type{nullptr, n, root});
    if (added) at->second.self = pool_.object(name);
    return at->second.self;
}

const cel::type* schema_types::type_of(const schema_node& n, const std::string& name, bool root,
                                       int depth) const {
    using form = schema_node::type;
    if (depth > deepest_lists) return nullptr;
    switch (n.what) {
        case form::int_or_string:
            return &types::dyn;
        case form::array: {
            const cel::type* item =
                n.items ? type_of(*n.items, name + ".@idx", n.items->embedded, depth + 1) : nullptr;
            return item ? pool_.list(item) : nullptr;
        }
        case form::object: {
            if (!n.additional) return object_of_type(&n, name, root);
            const cel::type* content =
                type_of(*n.additional, name + ".@elem", n.additional->embedded, depth + 1);
            return content ? pool_.map(&types::string, content) : nullptr;
        }
        case form::string:
            return text_type(n);
        case form::quantity:
            return &types::string;
        case form::time:
            return &types::timestamp;
        case form::boolean:
            return &types::boolean;
        case form::number:
            return &types::real;
        case form::integer:
            return &types::integer;
        case form::any:
            break;
    }
    return root ? object_of_type(&n, name, true) : nullptr;
}

const cel::type* schema_types::find_type(std::string_view name) const {
    const auto at = objects_.find(name);
    return at == objects_.end() ? nullptr : at->second.self;
}

const cel::type* schema_types::find_field(std::string_view type_name, std::string_view field) const {
    const auto at = objects_.find(type_name);
    if (at == objects_.end()) return nullptr;
    const object_type of = at->second;
    const std::string name = std::string(type_name) + "." + std::string(field);
    const std::string property = cel::unescape_property(field).value_or("");
    if (!cel::escape_property(property)) return nullptr;
    const schema_node* n = of.schema ? of.schema->find(property) : nullptr;
    const bool declared = n && (n->what != schema_node::type::object || !n->properties.empty());
    if (of.root && !declared) {
        if (property == "apiVersion" || property == "kind") return &types::string;
        // Only the names are known.
        if (property == "metadata") return object_of_type(nullptr, name, false);
    }
    if (!of.schema) return property == "name" || property == "generateName" ? &types::string : nullptr;
    return n ? type_of(*n, name, n->embedded, 0) : nullptr;
}

}  // namespace setpoint::inline v0::apiserver::policies
