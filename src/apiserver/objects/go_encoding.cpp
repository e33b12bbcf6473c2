#include "apiserver/objects/go_encoding.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding_table.hpp"
#include "apiserver/objects/quantity_text.hpp"
#include "apiserver/patch/go_order.hpp"
#include "apiserver/schema/json_text.hpp"
#include "setpoint/api/time.hpp"

#include <map>

namespace setpoint::apiserver {

namespace {

constexpr int depth_limit = 96;  // a schema of depth 64 in a definition, plus its surroundings

struct field {
    std::string_view name;
    char rule;
    std::string_view type;
};
struct go_type {
    std::vector<field> fields;
    type_defaults fill = nullptr;
};

struct type_table {
    std::map<std::string_view, go_type> types;
    std::map<std::string_view, std::string_view> roots;  // "apps/v1/Deployment" to "apps.v1.Deployment"
};

template <class F>
void for_each_part(std::string_view text, char separator, F f) {
    while (!text.empty()) {
        const std::size_t end = text.find(separator);
        if (const std::string_view part = text.substr(0, end); !part.empty()) f(part);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
}

void read_type(std::string_view line, type_table& to) {
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) return;
    const std::string_view name = line.substr(0, space);
    go_type& t = to.types[name];
    t.fill = defaults_of_type(name);
    for_each_part(line.substr(space + 1), ' ', [&](std::string_view f) {
        const std::size_t colon = f.find(':');
        t.fields.push_back({f.substr(0, colon), f[colon + 1], f.substr(colon + 2)});
    });
}

const type_table& types() {
    static const type_table all = [] {
        type_table c;
        for (const std::string_view part : go_encoding_table()) {
            for_each_part(part, '\n', [&](std::string_view line) { read_type(line, c); });
        }
        for_each_part(go_encoding_roots, '\n', [&](std::string_view line) {
            const std::size_t space = line.find(' ');
            c.roots[line.substr(0, space)] = line.substr(space + 1);
        });
        return c;
    }();
    return all;
}

const go_type* find_type(std::string_view code) {
    std::string_view name = code;
    if (code == "J") name = "apiextensions.v1.JSONSchemaProps";
    if (code.front() == '{') name.remove_prefix(1);
    const auto i = types().types.find(name);
    return i == types().types.end() ? nullptr : &i->second;
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
        const std::string_view inner = list ? f.type.substr(1) : f.type;
        const go_type* of = inner.front() == '{' ? find_type(inner) : nullptr;
        if (of == nullptr) continue;
        if (v->is_object()) drop_empty_lists_of(*of, v->get_object(), depth + 1);
        if (!v->is_array()) continue;
        for (bj::value& item : v->get_array())
            if (item.is_object()) drop_empty_lists_of(*of, item.get_object(), depth + 1);
    }
}

const go_type* type_of(const bj::object& object) {
    const std::string root =
        std::string(text_at(object, "apiVersion")) + "/" + std::string(text_at(object, "kind"));
    const auto i = types().roots.find(root);
    return i == types().roots.end() ? nullptr : find_type(i->second);
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

}  // namespace setpoint::apiserver
