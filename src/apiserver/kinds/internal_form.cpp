#include "apiserver/kinds/internal_form.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_types.hpp"

#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr int deepest_form = 64;

bj::value form_of(const go_field& f, const bj::value* v, int depth);

bj::value form_of_struct(const go_type& type, const bj::object& o, int depth) {
    bj::object out;
    for (const go_field& field : type.fields()) {
        std::string name(field.name);
        if (!name.empty() && name.front() >= 'a' && name.front() <= 'z')
            name.front() = static_cast<char>(name.front() - 0x20);
        out[name] = form_of(field, value_at(o, field.name), depth + 1);
    }
    return out;
}

// A schema in JSONSchemaPropsOrArray and the like has no fields by name.
bool is_named_struct(const go_field& f) {
    return f.kind == go_kind::message && f.of->contents().form == go_form::object;
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
    return go != nullptr && value.is_object() ? form_of_struct(*go, value.get_object(), 0) : value;
}

}}}  // namespace setpoint::v0::apiserver
