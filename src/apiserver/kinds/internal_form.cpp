#include "apiserver/kinds/internal_form.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_types.hpp"

#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr int deepest_form = 64;

bj::value form_of(const go_field& f, const bj::value* v, int depth);

// The internal types use the types of meta/v1 as they are, and these have JSON names.
bool is_of_meta(const go_field& f) {
    return f.kind == go_kind::message && f.of->name().starts_with("meta.v1.");
}

// Embeds metadata, so that its fields stand in the object; kind and apiVersion are empty.
void append_embedded(const go_field& f, const bj::value* v, bj::object& to) {
    if (f.name != "metadata" || v == nullptr || !v->is_object()) return;
    for (const auto& [name, value] : v->get_object()) to[name] = value;
}

bj::value form_of_struct(const go_type& type, const bj::object& o, int depth) {
    bj::object out;
    for (const go_field& field : type.fields()) {
        if (field.number == 0 || (field.name == "metadata" && is_of_meta(field))) {
            append_embedded(field, value_at(o, field.name), out);
            continue;
        }
        std::string name(field.name);
        if (!name.empty() && name.front() >= 'a' && name.front() <= 'z')
            name.front() = static_cast<char>(name.front() - 0x20);
        out[name] = form_of(field, value_at(o, field.name), depth + 1);
    }
    return out;
}

// A schema in JSONSchemaPropsOrArray and the like has no fields by name.
bool is_named_struct(const go_field& f) {
    return f.kind == go_kind::message && !is_of_meta(f) && f.of->contents().form == go_form::object;
}

bj::value form_of_element(const go_field& f, const bj::value& v, int depth) {
    const bool is_struct = depth <= deepest_form && is_named_struct(f) && v.is_object();
    return is_struct ? form_of_struct(*f.of, v.get_object(), depth) : v;
}

bj::value form_of(const go_field& f, const bj::value* v, int depth) {
    if (v == nullptr) {
        if (f.is_pointer() || f.many != multiplicity::one) return nullptr;
        if (is_named_struct(f)) return form_of_struct(*f.of, {}, depth);
        return f.kind == go_kind::text      ? bj::value("")
               : f.kind == go_kind::boolean ? bj::value(false)
                                            : bj::value(0);
    }
    if (f.many == multiplicity::one) return form_of_element(f, *v, depth);
    if (depth > deepest_form || f.many != multiplicity::list || !v->is_array()) return *v;
    bj::array out;
    for (const bj::value& item : v->get_array()) out.push_back(form_of_element(f, item, depth));
    return out;
}

}  // namespace

bj::value internal_form(std::string_view type, const bj::value& value) {
    const go_type* go = find_go_type(type);
    if (go == nullptr) return value;
    if (value.is_object()) return form_of_struct(*go, value.get_object(), 0);
    if (!value.is_array()) return value;
    bj::array out;
    for (const bj::value& item : value.get_array()) out.push_back(internal_form(type, item));
    return out;
}

}}}  // namespace setpoint::v0::apiserver
