#include "apiserver/objects/go_encoding.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/go/order.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_types.hpp"
#include "apiserver/objects/quantity_text.hpp"
#include "setpoint/api/time.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr int depth_limit = 96;  // a schema of depth 64 in a definition, plus its surroundings

using field = go_field;

// The value of an element of a list or a map that is not set.
bj::value element_zero(const field& f) {
    using enum go_kind;
    switch (f.kind) {
        case text:
            return "";
        case boolean:
            return false;
        case int32:
        case int64:
        case float64:
        case int_or_string:
            return 0;
        case quantity:
            return "0";
        case message:
            return f.of->contents().form == go_form::object ? bj::value(bj::object()) : bj::value();
        default:
            return nullptr;
    }
}

// The value of a field that is not set.
bj::value zero(const field& f) {
    return f.many == multiplicity::one ? element_zero(f) : bj::value();
}

bool is_number_zero(const bj::value& v) {
    return (v.is_int64() && v.get_int64() == 0) || (v.is_double() && v.get_double() == 0);
}

bool is_zero(const field& f, const bj::value& v, int depth) {
    if (v.is_null()) return true;
    if (f.many == multiplicity::list) return v.is_array() && v.get_array().empty();
    if (f.many == multiplicity::map) return v.is_object() && v.get_object().empty();
    using enum go_kind;
    switch (f.kind) {
        case int32:
        case int64:
        case float64:
            return is_number_zero(v);
        case boolean:
            return v.is_bool() && !v.get_bool();
        case text:
        case bytes:
            return v.is_string() && v.get_string().empty();
        case message:
            if (!v.is_object() || f.of->contents().form != go_form::object || depth > depth_limit)
                return false;
            for (const field& inner : f.of->fields()) {
                const bj::value* at = value_at(v.get_object(), inner.name);
                if (at != nullptr && (inner.omit == omit_rule::if_nil || !is_zero(inner, *at, depth + 1)))
                    return false;
            }
            return true;
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

// A list that is a message of its own (ExtraValue), and a schema in JSONSchemaPropsOrArray and the like.
void encode_form(const go_struct& t, bj::value& v, int depth) {
    if (t.form == go_form::list && v.is_array()) {
        for (bj::value& item : v.get_array())
            if (item.is_null()) item = "";
    } else if ((t.form == go_form::schema_or_list || t.form == go_form::schema_or_bool) && v.is_object()) {
        const field& schema = t.fields[t.form == go_form::schema_or_list ? 0 : 1];
        encode_struct(*schema.of, v.get_object(), depth + 1);
    }
}

// The value of a field, or one element of its list or map.
void encode_one(const field& f, bj::value& v, int depth) {
    if (depth > depth_limit) return;
    switch (f.kind) {
        case go_kind::quantity:
            encode_quantity(v, f.rounded);
            break;
        case go_kind::time:
            encode_time<timestamp>(v);
            break;
        case go_kind::micro_time:
            encode_time<micro_timestamp>(v);
            break;
        case go_kind::message:
            if (const go_struct& t = f.of->contents(); t.form != go_form::object) {
                encode_form(t, v, depth);
            } else if (v.is_object()) {
                encode_struct(*f.of, v.get_object(), depth + 1);
            }
            break;
        default:
            break;
    }
}

void encode_value(const field& f, bj::value& v, int depth) {
    if (depth > depth_limit) return;
    if (f.many == multiplicity::one) return encode_one(f, v, depth);
    const auto encode_element = [&](bj::value& item) {
        if (item.is_null()) item = element_zero(f);
        encode_one(f, item, depth + 1);
    };
    if (f.many == multiplicity::list && v.is_array()) {
        for (bj::value& item : v.get_array()) encode_element(item);
    } else if (f.many == multiplicity::map && v.is_object()) {
        patching::sort_keys(v.get_object());
        for (auto& [key, item] : v.get_object()) encode_element(item);
    }
}

// Sorts fields in Go's order; fields that the type does not have follow.
void order_fields(const go_struct& t, bj::object& o) {
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
    return depth == of_root && v.is_array() && f.many == multiplicity::list && f.kind == go_kind::message &&
           f.of->name() == "meta.v1.ManagedFieldsEntry";
}

// Encoded even if it is empty.
bool is_always_present(const field& f) {
    return f.omit == omit_rule::never || f.omit == omit_rule::if_zero;
}

bool is_struct(const field& f) {
    return f.is(go_kind::message) && f.of->contents().form == go_form::object;
}

// Defaults of the catalogue.
void set_constants(const go_struct& t, bj::object& o) {
    for (const go_default& d : t.defaults) {
        const field& f = t.fields[d.field];
        const bj::value* v = value_at(o, f.name);
        if (v == nullptr || (!f.is_pointer() && is_zero(f, *v, 0))) o[f.name] = d.value;
    }
}

void encode_struct(const go_type& t, bj::object& o, int depth) {
    const std::vector<field>& fields = t.fields();
    for (const field& f : fields) {
        if (const bj::value* v = o.if_contains(f.name); v != nullptr && v->is_null()) o.stable_erase(f.name);
        if (is_always_present(f) && is_struct(f) && !o.contains(f.name)) o.emplace(f.name, bj::object());
    }
    set_constants(t.contents(), o);
    if (const type_defaults fill = t.fill()) fill(o);
    for (const field& f : fields) {
        bj::value* v = o.if_contains(f.name);
        if (v != nullptr && !v->is_null()) encode_value(f, *v, depth + 1);
        if (v != nullptr && (f.omit == omit_rule::if_empty || f.omit == omit_rule::if_zero) &&
            is_zero(f, *v, depth) && !resets_managed_fields(f, *v, depth))
            o.stable_erase(f.name);
        if (v == nullptr && f.omit == omit_rule::never) o.emplace(f.name, zero(f));
        if (v == nullptr && f.omit == omit_rule::null_if_nil) o.emplace(f.name, nullptr);
    }
    order_fields(t.contents(), o);
}

// The zero value of a struct as Go encodes it: fields with omitempty are absent.
void add_zero_fields(const go_struct& t, bj::object& o, int depth) {
    if (depth > depth_limit) return;
    for (const field& f : t.fields) {
        if (o.contains(f.name)) continue;
        if (f.omit == omit_rule::null_if_nil) o.emplace(f.name, nullptr);
        if (f.omit != omit_rule::never) continue;
        bj::value& v = o.emplace(f.name, zero(f)).first->value();
        if (is_struct(f)) add_zero_fields(f.of->contents(), v.get_object(), depth + 1);
    }
}

void drop_empty_lists_of(const go_struct& t, bj::object& o, int depth) {
    if (depth > depth_limit) return;
    for (const field& f : t.fields) {
        bj::value* v = o.if_contains(f.name);
        if (v == nullptr || !v->is_structured()) continue;
        const bool list = f.many == multiplicity::list;
        if (list && f.omit == omit_rule::never && v->is_array() && v->get_array().empty()) *v = nullptr;
        if (f.kind != go_kind::message || f.many == multiplicity::map) continue;
        const go_struct& of = f.of->contents();
        if (of.form != go_form::object) continue;
        if (v->is_object()) drop_empty_lists_of(of, v->get_object(), depth + 1);
        if (!v->is_array()) continue;
        for (bj::value& item : v->get_array())
            if (item.is_object()) drop_empty_lists_of(of, item.get_object(), depth + 1);
    }
}

const go_type* type_of(const bj::object& object) {
    return go_type_of_kind(text_at(object, "apiVersion"), text_at(object, "kind"));
}

}  // namespace

type_defaults go_type::fill() const {
    std::call_once(filled_, [this] { fill_ = defaults_of_type(name_); });
    return fill_;
}

void apply_go_encoding(bj::object& object) {
    if (const go_type* t = type_of(object)) encode_struct(*t, object, 0);
}

void drop_empty_lists(bj::object& object) {
    if (text_at(object, "apiVersion").starts_with("apiextensions.k8s.io/")) return;
    if (const go_type* t = type_of(object)) drop_empty_lists_of(t->contents(), object, 0);
}

void add_zero_values(bj::object& object) {
    if (const go_type* t = type_of(object)) add_zero_fields(t->contents(), object, 0);
}

}}}  // namespace setpoint::v0::apiserver
