#include "apiserver/objects/go_encoding.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_types.hpp"
#include "apiserver/objects/quantity_text.hpp"
#include "apiserver/patch/go_order.hpp"
#include "apiserver/schema/json_text.hpp"
#include "setpoint/api/time.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

constexpr int depth_limit = 96;  // a schema of depth 64 in a definition, plus its surroundings

using field = go_field;

const go_type* find_type(std::string_view code) {
    if (code == "J") return find_go_type("apiextensions.v1.JSONSchemaProps");
    return find_go_type(code.substr(1));
}

bj::value zero(std::string_view code) {
    switch (code.front()) {
        case 's':
            return "";
        case 'b':
            return false;
        case 'n':
        case 'i':
            return 0;
        case 'q':
        case 'Q':
            return "0";
        case 'd':
            return "0s";
        case '{':
            return bj::object();
        default:
            return nullptr;
    }
}

bool is_zero(std::string_view code, const bj::value& v, int depth) {
    if (v.is_null()) return true;
    switch (code.front()) {
        case 'n':
            return (v.is_int64() && v.get_int64() == 0) || (v.is_double() && v.get_double() == 0);
        case 'b':
            return v.is_bool() && !v.get_bool();
        case 's':
        case 'y':
            return v.is_string() && v.get_string().empty();
        case '[':
            return v.is_array() && v.get_array().empty();
        case '<':
            return v.is_object() && v.get_object().empty();
        case '{': {
            const go_type* t = find_type(code);
            if (t == nullptr || !v.is_object() || depth > depth_limit) return false;
            for (const field& f : t->fields) {
                const bj::value* inner = value_at(v.get_object(), f.name);
                if (inner != nullptr && (f.rule == 'p' || !is_zero(f.type, *inner, depth + 1))) return false;
            }
            return true;
        }
        default:
            return false;
    }
}

void encode_struct(const go_type& t, bj::object& o, int depth);

template <class Time>
void encode_time(bj::value& v) {
    if (!v.is_string()) return;
    if (const auto t = Time::parse(text_of(v))) v = t->to_string();
}

void encode_quantity(bj::value& v, bool milli) {
    if (v.is_string()) v = canonical_quantity(text_of(v), milli);
    if (v.is_int64()) v = canonical_quantity(std::to_string(v.get_int64()), milli);
    if (v.is_double()) v = canonical_quantity(json_text::serialize(v), milli);
}

void encode_value(std::string_view code, bj::value& v, int depth) {
    if (depth > depth_limit) return;
    switch (code.front()) {
        case 'q':
        case 'Q':
            encode_quantity(v, false);
            break;
        case 't':
            encode_time<timestamp>(v);
            break;
        case 'u':
            encode_time<micro_timestamp>(v);
            break;
        case '[':
            if (!v.is_array()) break;
            for (bj::value& item : v.get_array()) {
                if (item.is_null()) item = zero(code.substr(1));
                encode_value(code.substr(1), item, depth + 1);
            }
            break;
        case '<':
            if (!v.is_object()) break;
            patching::sort_keys(v.get_object());
            for (auto& [key, item] : v.get_object()) {
                if (item.is_null()) item = zero(code.substr(1));
                if (code[1] == 'q') {
                    encode_quantity(item, true);
                } else {
                    encode_value(code.substr(1), item, depth + 1);
                }
            }
            break;
        case '{':
        case 'J':
            if (const go_type* type = find_type(code); type != nullptr && v.is_object()) {
                encode_struct(*type, v.get_object(), depth + 1);
            }
            break;
        default:
            break;
    }
}

// Sorts fields in Go's order; fields that the type does not have follow.
void order_fields(const go_type& t, bj::object& o) {
    std::size_t i = 0;
    bool ordered = true;
    for (const field& f : t.fields) {
        if (!o.contains(f.name)) continue;
        ordered = ordered && (o.begin() + static_cast<std::ptrdiff_t>(i))->key() == f.name;
        ++i;
    }
    if (ordered) return;
    bj::object out;
    out.reserve(o.size());
    for (const field& f : t.fields) {
        if (bj::value* v = o.if_contains(f.name)) out.emplace(f.name, std::move(*v));
    }
    for (auto& [key, v] : o) {
        if (!out.contains(key)) out.emplace(key, std::move(v));
    }
    o = std::move(out);
}

// An empty list of managedFields resets them; the code that tracks them removes the list.
bool resets_managed_fields(const field& f, const bj::value& v, int depth) {
    constexpr int of_root = 2;
    return depth == of_root && v.is_array() && f.type == "[{meta.v1.ManagedFieldsEntry";
}

void encode_struct(const go_type& t, bj::object& o, int depth) {
    for (const field& f : t.fields) {
        if (const bj::value* v = o.if_contains(f.name); v != nullptr && v->is_null()) o.stable_erase(f.name);
        if (f.type.front() == '{' && (f.rule == 'a' || f.rule == 'z') && !o.contains(f.name)) {
            o.emplace(f.name, bj::object());
        }
    }
    if (t.fill != nullptr) t.fill(o);
    for (const field& f : t.fields) {
        bj::value* v = o.if_contains(f.name);
        if (v != nullptr && !v->is_null()) encode_value(f.type, *v, depth + 1);
        if (v != nullptr && (f.rule == 'o' || f.rule == 'z') && is_zero(f.type, *v, depth) &&
            !resets_managed_fields(f, *v, depth))
            o.stable_erase(f.name);
        if (v == nullptr && f.rule == 'a') o.emplace(f.name, zero(f.type));
        if (v == nullptr && f.rule == 'n') o.emplace(f.name, nullptr);
    }
    order_fields(t, o);
}

// The zero value of a struct as Go encodes it: fields with omitempty are absent.
void add_zero_fields(const go_type& t, bj::object& o, int depth) {
    if (depth > depth_limit) return;
    for (const field& f : t.fields) {
        if (o.contains(f.name)) continue;
        if (f.rule == 'n') o.emplace(f.name, nullptr);
        if (f.rule != 'a') continue;
        bj::value& v = o.emplace(f.name, zero(f.type)).first->value();
        if (f.type.front() != '{') continue;
        if (!v.is_object()) v.emplace_object();
        if (const go_type* inner = find_type(f.type)) add_zero_fields(*inner, v.get_object(), depth + 1);
    }
}

void drop_empty_lists_of(const go_type& t, bj::object& o, int depth) {
    if (depth > depth_limit) return;
    for (const field& f : t.fields) {
        bj::value* v = o.if_contains(f.name);
        if (v == nullptr || !v->is_structured()) continue;
        const bool list = f.type.front() == '[';
        if (list && f.rule == 'a' && v->is_array() && v->get_array().empty()) *v = nullptr;
        std::string_view inner = f.type;
        if (list) inner.remove_prefix(1);
        const go_type* of = inner.front() == '{' ? find_type(inner) : nullptr;
        if (of == nullptr) continue;
        if (v->is_object()) drop_empty_lists_of(*of, v->get_object(), depth + 1);
        if (!v->is_array()) continue;
        for (bj::value& item : v->get_array())
            if (item.is_object()) drop_empty_lists_of(*of, item.get_object(), depth + 1);
    }
}

const go_type* type_of(const bj::object& object) {
    return find_go_type(go_type_of_kind(std::string(text_at(object, "apiVersion")) + "/" +
                                        std::string(text_at(object, "kind"))));
}

}  // namespace

void apply_go_encoding(bj::object& object) {
    if (const go_type* t = type_of(object)) encode_struct(*t, object, 0);
}

void drop_empty_lists(bj::object& object) {
    if (text_at(object, "apiVersion").starts_with("apiextensions.k8s.io/")) return;
    if (const go_type* t = type_of(object)) drop_empty_lists_of(*t, object, 0);
}

void add_zero_values(bj::object& object) {
    if (const go_type* t = type_of(object)) add_zero_fields(*t, object, 0);
}

}  // namespace setpoint::inline v0::apiserver
