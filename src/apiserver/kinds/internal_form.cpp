#include "apiserver/kinds/internal_form.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_types.hpp"

#include <string>

namespace setpoint::inline v0::apiserver {

namespace {

constexpr int deepest_form = 64;

bj::value form_of(std::string_view code, const bj::value* v, bool pointer, int depth);

bj::value form_of_struct(std::string_view type, const bj::object& o, int depth) {
    const go_type* go = find_go_type(type);
    if (go == nullptr) return o;
    bj::object out;
    for (const go_field& field : go->fields) {
        std::string name = field.name;
        if (!name.empty() && name.front() >= 'a' && name.front() <= 'z')
            name.front() = static_cast<char>(name.front() - 0x20);
        const bool pointer = field.rule == 'p' || field.rule == 'n';
        out[name] = form_of(field.type, value_at(o, field.name), pointer, depth + 1);
    }
    return out;
}

bj::value form_of(std::string_view code, const bj::value* v, bool pointer, int depth) {
    if (v == nullptr) {
        if (pointer || code.front() == '[' || code.front() == '<') return nullptr;
        if (code.front() == '{') return form_of_struct(code.substr(1), {}, depth);
        return code.front() == 's' ? bj::value("") : code.front() == 'b' ? bj::value(false) : bj::value(0);
    }
    if (depth > deepest_form) return *v;
    if (code.front() == '{' && v->is_object()) return form_of_struct(code.substr(1), v->get_object(), depth);
    if (code.front() != '[' || !v->is_array()) return *v;
    bj::array out;
    for (const bj::value& item : v->get_array())
        out.push_back(form_of(code.substr(1), &item, false, depth + 1));
    return out;
}

}  // namespace

bj::value internal_form(std::string_view type, const bj::value& value) {
    return value.is_object() ? form_of_struct(type, value.get_object(), 0) : value;
}

}  // namespace setpoint::inline v0::apiserver
