#include "apiserver/objects/protobuf_decoder.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/go/order.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/protobuf_values.hpp"
#include "apiserver/objects/protobuf_wire.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

namespace wire = protobuf_wire;

// The values of a message's fields stand in `slots_` while it is read, in the order of Go's struct; null is
// a field that is not set.
class protobuf_decoder {
public:
    explicit protobuf_decoder(std::string& why) : why_(why) {}

    // What Go's JSON encoder would find in a message that could be read; "" if nothing.
    const std::string& later() const { return later_; }

    // Into an object or null. What `to` holds is merged with, as by Go's Unmarshal.
    bool decode_message(const go_type& type, std::string_view message, bj::value& to, std::size_t depth);

private:
    bool read_fields(const protobuf_contents& type, const protobuf_layout& layout, std::string_view message,
                     std::size_t base, std::size_t depth);
    bool read_field(const go_field& f, wire::reader& r, bj::value& to, std::size_t depth);
    bool read_packed(const go_field& f, wire::reader& r, bj::value& to);
    bool read_entry(const go_field& f, wire::reader& r, bj::value& to, std::size_t depth);
    bool read_number(const go_field& f, wire::reader& r, bj::value& to);
    bool read_value(const go_field& f, wire::reader& r, bj::value& to, std::size_t depth);
    bool set_zero(const go_field& f, bj::value& to, std::size_t depth);
    bool finish_object(const protobuf_contents& type, std::size_t base, bj::value& to, std::size_t depth);
    bool finish_form(go_form form, std::size_t base, bj::value& to);
    bool count(std::size_t depth);
    bool charge(std::size_t values);
    bool fail(std::string why) {
        why_ = std::move(why);
        return false;
    }

    void fail_later(std::string why) {
        if (later_.empty()) later_ = std::move(why);
    }

    std::string& why_;
    std::string later_;
    std::vector<bj::value> slots_;
    std::size_t values_ = 0;
};

wire::type wire_type_of(go_kind kind) {
    if (is_protobuf_varint(kind)) return wire::varint;
    return kind == go_kind::float64 ? wire::fixed64 : wire::bytes;
}

bool protobuf_decoder::count(std::size_t depth) {
    if (depth > json_text::object_depth)
        return fail(fmt::format("exceeded max depth of {}", json_text::object_depth));
    return charge(1);
}

// Bytes that are read twice and fields that are set again count as well: otherwise a small message could
// take hours.
bool protobuf_decoder::charge(std::size_t values) {
    values_ += values;
    return values_ <= max_protobuf_values || fail(fmt::format("more than {} values", max_protobuf_values));
}

// Numbers and booleans.
bool protobuf_decoder::read_number(const go_field& f, wire::reader& r, bj::value& to) {
    std::uint64_t n = 0;
    if (f.kind == go_kind::float64) {
        if (!r.read_fixed64(n)) return false;
        to = json_of_double(std::bit_cast<double>(n));
        if (to.is_null()) fail_later("json: unsupported value: " + go_text::number(std::bit_cast<double>(n)));
        return true;
    }
    if (!r.read(n)) return false;
    if (f.kind == go_kind::boolean)
        to = n != 0;
    else if (f.kind == go_kind::int32)
        to = static_cast<std::int32_t>(n);
    else
        to = static_cast<std::int64_t>(n);
    return true;
}

bool protobuf_decoder::read_value(const go_field& f, wire::reader& r, bj::value& to, std::size_t depth) {
    if (!count(depth)) return false;
    if (wire_type_of(f.kind) != wire::bytes) return read_number(f, r, to);
    std::string_view text;
    if (!r.read(text)) return false;
    if (f.kind == go_kind::message) return decode_message(*f.of, text, to, depth);
    return read_scalar(f.kind, text, json_text::object_depth + 1 - depth, to, why_, later_);
}

bool protobuf_decoder::set_zero(const go_field& f, bj::value& to, std::size_t depth) {
    if (f.kind == go_kind::message) return decode_message(*f.of, {}, to, depth);
    to = json_zero(f.kind);
    return true;
}

// An entry of a map is a message with the fields 1 and 2, whose wire types Go does not check.
bool protobuf_decoder::read_entry(const go_field& f, wire::reader& outer, bj::value& to, std::size_t depth) {
    std::string_view entry;
    if (!outer.read(entry)) return false;
    if (!to.is_object()) to.emplace_object();
    std::string_view key;
    bj::value value;
    bool has_value = false;
    // Go does not check that keys and values end with the entry, only that they end with the message: what
    // lies beyond the entry is then read again.
    const std::string_view rest(entry.data(), entry.size() + outer.left());
    const auto inside = [&](const wire::reader& r) { return r.left() >= outer.left(); };
    wire::reader r(rest, why_);
    while (r.left() > outer.left()) {
        bool good = r.next_of_entry();
        if (!good) return false;
        if (r.number == 1) {
            good = r.read(key);
        } else if (r.number == 2) {
            value = nullptr;
            has_value = true;
            good = read_value(f, r, value, depth + 1);
        } else {
            good = r.skip();
            if (good && !inside(r)) return fail("unexpected EOF");
        }
        if (!good) return false;
    }
    if (!inside(r) && !charge(outer.left() - r.left())) return false;
    if (!has_value && !set_zero(f, value, depth + 1)) return false;
    if (!has_value && f.kind == go_kind::bytes) value = "";  // not nil
    to.get_object().insert_or_assign(valid_utf8(key), std::move(value));
    return true;
}

// Repeated numbers in one field.
bool protobuf_decoder::read_packed(const go_field& f, wire::reader& outer, bj::value& to) {
    std::string_view packed;
    if (!outer.read(packed)) return false;
    if (!to.is_array()) to.emplace_array();
    wire::reader r(packed, why_);
    while (!r.at_end()) {
        if (!count(0) || !read_number(f, r, to.get_array().emplace_back(nullptr))) return false;
    }
    return true;
}

bool protobuf_decoder::read_field(const go_field& f, wire::reader& r, bj::value& to, std::size_t depth) {
    const wire::type wanted = f.many == multiplicity::map ? wire::bytes : wire_type_of(f.kind);
    if (f.many == multiplicity::list && wanted != wire::bytes && r.wire == wire::bytes)
        return read_packed(f, r, to);
    if (r.wire != wanted)
        return fail(
            fmt::format("proto: wrong wireType = {} for field {}", static_cast<int>(r.wire), f.go_name));
    if (f.many == multiplicity::map) return read_entry(f, r, to, depth);
    if (f.many == multiplicity::one) return read_value(f, r, to, depth);
    if (!to.is_array()) to.emplace_array();
    return read_value(f, r, to.get_array().emplace_back(nullptr), depth + 1);
}

bool protobuf_decoder::read_fields(const protobuf_contents& type, const protobuf_layout& layout,
                                   std::string_view message, std::size_t base, std::size_t depth) {
    wire::reader r(message, why_);
    while (r.next(layout.go_name)) {
        const protobuf_layout::part* const p = layout.find(r.number);
        if (p == nullptr) {
            if (!r.skip()) return false;
        } else if (p->embedded) {
            std::string_view inner;
            if (r.wire != wire::bytes)
                return fail(fmt::format("proto: wrong wireType = {} for field {}", static_cast<int>(r.wire),
                                        p->go_name));
            if (!r.read(inner) || !read_fields(type, *p->embedded, inner, base, depth)) return false;
        } else {
            // Messages inside move the slots.
            bj::value v = std::move(slots_[base + p->field]);
            if (!read_field(type.fields[p->field], r, v, depth + 1)) return false;
            slots_[base + p->field] = std::move(v);
        }
    }
    return why_.empty();
}

bool is_omitted(const go_field& f, const bj::value& v) {
    if (v.is_null()) return f.omit != omit_rule::never && f.omit != omit_rule::null_if_nil;
    if (f.omit != omit_rule::if_empty) return false;
    if (const bj::array* list = v.if_array()) return list->empty();
    if (const bj::object* map = v.if_object()) return f.many != multiplicity::one && map->empty();
    if (const bj::string* text = v.if_string())
        return text->empty() && (f.kind == go_kind::text || f.kind == go_kind::bytes);
    if (v.is_bool()) return !v.get_bool();
    return f.kind != go_kind::int_or_string && !is_protobuf_json(f.kind) && v.is_int64() &&
           v.get_int64() == 0;
}

bool protobuf_decoder::finish_object(const protobuf_contents& type, std::size_t base, bj::value& to,
                                     std::size_t depth) {
    bj::object out;
    std::size_t set = 0;
    for (std::size_t i = 0; i < type.fields.size(); ++i)
        if (!slots_[base + i].is_null() || type.fields[i].omit == omit_rule::never) ++set;
    out.reserve(set);
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const go_field& f = type.fields[i];
        if (slots_[base + i].is_null() && f.many == multiplicity::one && !f.is_pointer()) {
            bj::value zero;
            if (!set_zero(f, zero, depth + 1)) return false;
            slots_[base + i] = std::move(zero);
        }
        bj::value& v = slots_[base + i];
        if (is_omitted(f, v)) continue;
        if (f.many == multiplicity::map && v.is_object()) {
            if (!charge(v.get_object().size())) return false;
            patching::sort_keys(v.get_object());
        }
        out.emplace(f.name, std::move(v));
    }
    to = std::move(out);
    return true;
}

// Messages whose JSON has another form: see go_form.
bool protobuf_decoder::finish_form(go_form form, std::size_t base, bj::value& to) {
    bj::value &first = slots_[base], &second = form == go_form::list ? first : slots_[base + 1];
    const auto is_filled = [](const bj::value& v) { return v.is_array() && !v.get_array().empty(); };
    if (form == go_form::list) {
        to = first.is_array() ? std::move(first) : bj::value(bj::array());
    } else if (form == go_form::schema_or_bool) {
        const bool allows = first.is_bool() && first.get_bool();
        to = second.is_null() ? bj::value(allows) : std::move(second);
    } else {
        to = is_filled(second) ? std::move(second) : std::move(first);
    }
    return true;
}

// A value that is set twice: the later fields are added to the earlier ones.
void load(const protobuf_contents& type, bj::value& from, bj::value* slots) {
    if (!from.is_object()) return;
    std::size_t hint = 0;
    for (auto& [name, v] : from.get_object()) {
        const std::size_t at = type.find(name, hint);
        if (at != std::string_view::npos) slots[at] = std::move(v);
    }
}

bool protobuf_decoder::decode_message(const go_type& type, std::string_view message, bj::value& to,
                                      std::size_t depth) {
    const protobuf_contents& contents = type.protobuf();
    if (!count(depth) || (to.is_object() && !charge(contents.fields.size()))) return false;
    const std::size_t base = slots_.size();
    slots_.resize(base + contents.fields.size());
    if (contents.form == go_form::object) load(contents, to, slots_.data() + base);
    bool good = read_fields(contents, contents.layout, message, base, depth);
    if (good)
        good = contents.form == go_form::object ? finish_object(contents, base, to, depth)
                                                : finish_form(contents.form, base, to);
    slots_.resize(base);
    return good;
}

bool open_type(std::string_view bytes, protobuf_envelope& to, std::string& why) {
    wire::reader r(bytes, why);
    while (r.next("TypeMeta")) {
        if (r.number > 2) {
            if (!r.skip()) return false;
            continue;
        }
        if (r.wire != wire::bytes) {
            why = fmt::format("proto: wrong wireType = {} for field {}", static_cast<int>(r.wire),
                              r.number == 1 ? "APIVersion" : "Kind");
            return false;
        }
        if (!r.read(r.number == 1 ? to.api_version : to.kind)) return false;
    }
    return why.empty();
}

}  // namespace

bool open_envelope(std::string_view body, protobuf_envelope& to, std::string& why) {
    constexpr const char* names[] = {"TypeMeta", "Raw", "ContentEncoding", "ContentType"};
    why.clear();
    if (body.empty()) return why = "empty data", false;
    if (!body.starts_with(protobuf_magic)) {
        why = "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]";
        return false;
    }
    body.remove_prefix(protobuf_magic.size());
    if (body.empty()) return why = "empty body", false;
    wire::reader r(body, why);
    while (r.next("Unknown")) {
        if (r.number > std::size(names)) {
            if (!r.skip()) return false;
            continue;
        }
        if (r.wire != wire::bytes) {
            why = fmt::format("proto: wrong wireType = {} for field {}", static_cast<int>(r.wire),
                              names[r.number - 1]);
            return false;
        }
        std::string_view value;
        if (!r.read(value)) return false;
        if (r.number == 1 && !open_type(value, to, why)) return false;
        if (r.number == 2) to.message = value;
    }
    return why.empty();
}

bool decode_protobuf(const go_type& type, std::string_view message, std::string_view kind,
                     std::string_view api_version, bj::object& to, std::string& why) {
    why.clear();
    bj::value tree;
    protobuf_decoder decoder(why);
    if (!decoder.decode_message(type, message, tree, 1)) return false;
    if (!decoder.later().empty()) return why = decoder.later(), false;
    bj::object out;
    if (!kind.empty()) out.emplace("kind", valid_utf8(kind));
    if (!api_version.empty()) out.emplace("apiVersion", valid_utf8(api_version));
    for (auto& [key, value] : tree.get_object()) out.emplace(key, std::move(value));
    to = std::move(out);
    return true;
}

}}}  // namespace setpoint::v0::apiserver
