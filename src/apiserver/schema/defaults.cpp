#include "apiserver/schema/schema_operations.hpp"

#include <boost/json/array.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool null_but_not_nullable(const bj::value& v, const schema_node* s) {
    return v.is_null() && s && !s->nullable;
}

const schema_node* field_schema(const schema_node* s, std::string_view key) {
    if (!s) return nullptr;
    const schema_node* declared = s->find(key);
    return declared ? declared : s->additional;
}

// Drops nulls that are not allowed and that no default replaces.
void drop_nulls(bj::value& v, const schema_node* s, int depth) {
    if (depth > max_value_depth || !s) return;
    if (v.is_array()) {
        for (auto& item : v.get_array()) drop_nulls(item, s->items, depth + 1);
    }
    if (!v.is_object()) return;
    std::vector<std::string> gone;
    for (auto& pair : v.get_object()) {
        const schema_node* field = field_schema(s, pair.key());
        if (null_but_not_nullable(pair.value(), field) && !field->default_value) {
            gone.emplace_back(pair.key());
        } else {
            drop_nulls(pair.value(), field, depth + 1);
        }
    }
    for (const auto& key : gone) v.get_object().erase(key);
}

void replace_null(bj::value& v, const schema_node* s) {
    if (null_but_not_nullable(v, s) && s->default_value) v = *s->default_value;
}

void fill(bj::value& v, const schema_node* s, int depth) {
    if (depth > max_value_depth || !s) return;
    if (v.is_array()) {
        for (auto& item : v.get_array()) {
            replace_null(item, s->items);
            fill(item, s->items, depth + 1);
        }
    }
    if (!v.is_object()) return;
    bj::object& o = v.get_object();
    for (const auto& p : s->properties) {
        if (!p.type->default_value) continue;
        const auto at = o.find(p.name);
        if (at == o.end()) {
            o.emplace(p.name, *p.type->default_value);
        } else {
            replace_null(at->value(), p.type);
        }
    }
    for (auto& pair : o) {
        const schema_node* field = field_schema(s, pair.key());
        if (field && field == s->additional) replace_null(pair.value(), field);
        fill(pair.value(), field, depth + 1);
    }
}

}  // namespace

void drop_disallowed_nulls(const schema_node& s, bj::value& value) {
    drop_nulls(value, &s, 0);
}

void apply_defaults(const schema_node& s, bj::value& value, bool keep_nulls) {
    if (!keep_nulls) drop_nulls(value, &s, 0);
    fill(value, &s, 0);
}

}}}  // namespace setpoint::v0::apiserver
