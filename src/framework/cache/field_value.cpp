#include "framework/cache/field_value.hpp"

namespace setpoint { inline namespace v0 {

namespace {

using json::type_kind;

struct place {
    const json::type_info* type;
    const void* value;  // null: inside an empty optional
};

void enter_optional(place& p) {
    while (p.type->kind == type_kind::optional) {
        if (p.value) p.value = p.type->ops.get(p.value);
        p.type = p.type->element;
    }
}

std::optional<place> walk(place p, std::string_view path) {
    enter_optional(p);
    while (!path.empty()) {
        const auto dot = path.find('.');
        const std::string_view name = path.substr(0, dot);
        path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
        if (p.type->kind != type_kind::object) return std::nullopt;
        const json::field_info* const f = p.type->find(name);
        if (!f) return std::nullopt;
        p = {f->type, p.value ? static_cast<const char*>(p.value) + f->offset : nullptr};
        enter_optional(p);
    }
    return p;
}

std::string unquoted(std::string s) {
    if (s.size() < 2 || s.front() != '"') return s;
    return s.substr(1, s.size() - 2);
}

std::optional<std::string> scalar_text(const place& p) {
    const void* const v = p.value;
    switch (p.type->kind) {
        case type_kind::boolean:
            return std::string(v && *static_cast<const bool*>(v) ? "true" : "false");
        case type_kind::int32:
            return v ? std::to_string(*static_cast<const std::int32_t*>(v)) : "";
        case type_kind::int64:
            return v ? std::to_string(*static_cast<const std::int64_t*>(v)) : "";
        case type_kind::std_string:
            return v ? *static_cast<const std::string*>(v) : "";
        case type_kind::shared_text:
            return v ? static_cast<const interned_string*>(v)->str() : "";
        case type_kind::scalar: {
            std::string printed;
            if (v && !p.type->ops.unset(v)) p.type->ops.print(v, printed);
            return unquoted(std::move(printed));
        }
        case type_kind::enumeration:
            if (v)
                for (const json::enum_entry& e : p.type->values)
                    if (e.value == p.type->ops.enum_get(v)) return std::string(e.name);
            return "";
        default:
            return std::nullopt;
    }
}

}  // namespace

std::optional<std::string> field_value(const json::type_info& type, const void* object,
                                       std::string_view path) {
    const auto p = walk({&type, object}, path);
    return p ? scalar_text(*p) : std::nullopt;
}

const string_map* labels_of(const kind_info& kind, const void* object) {
    if (const object_meta* m = kind.full_meta(object)) return &m->labels;
    const auto p = walk({kind.type, object}, "metadata.labels");
    if (!p || !p->value || p->type != &json::type_of<string_map>()) return nullptr;
    return static_cast<const string_map*>(p->value);
}

}}  // namespace setpoint::v0
