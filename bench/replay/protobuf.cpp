#include "protobuf.hpp"

#include "setpoint/api/time.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace setpoint::inline v0::replay {

namespace bj = boost::json;

namespace {

enum wire_type : std::uint8_t { wire_varint = 0, wire_bytes = 2 };
constexpr std::string_view magic{"k8s\0", 4};

[[noreturn]] void fail(std::string text) {
    throw fault(errc::invalid, std::move(text));
}

std::string_view view(const bj::string& s) {
    return {s.data(), s.size()};
}

void append_varint(std::string& out, std::uint64_t n) {
    for (; n >= 0x80; n >>= 7) out += static_cast<char>(n | 0x80);
    out += static_cast<char>(n);
}

void append_number(std::string& out, std::uint32_t number, std::int64_t n) {
    append_varint(out, number << 3 | wire_varint);
    append_varint(out, static_cast<std::uint64_t>(n));
}

void append_bytes(std::string& out, std::uint32_t number, std::string_view bytes) {
    append_field_head(out, number, bytes.size());
    out += bytes;
}

template <class Timestamp>
std::string encode_time(std::string_view text) {
    std::string out;
    const auto t = Timestamp::parse(text);
    if (!t) throw fault(t.error());
    const auto seconds = std::chrono::floor<std::chrono::seconds>(t->value());
    append_number(out, 1, seconds.time_since_epoch().count());
    append_number(out, 2, std::chrono::nanoseconds(t->value() - seconds).count());
    return out;
}

std::string encode_int_or_string(const bj::value& v) {
    std::string out;
    append_number(out, 1, v.is_string() ? 1 : 0);
    append_number(out, 2, v.is_string() ? 0 : v.as_int64());
    append_bytes(out, 3, v.is_string() ? view(v.get_string()) : std::string_view());
    return out;
}

void encode_map(std::string& out, std::uint32_t number, const bj::object& map) {
    std::vector<std::string_view> keys;
    for (const auto& [key, value] : map) keys.emplace_back(key);
    std::sort(keys.begin(), keys.end());
    for (const std::string_view key : keys) {
        std::string entry;
        append_bytes(entry, 1, key);
        append_bytes(entry, 2, view(map.at(key).as_string()));
        append_bytes(out, number, entry);
    }
}

// One value; null: the zero value.
void encode_field(std::string& out, const field_shape& f, const bj::value& v) {
    static const bj::object empty;
    const bool none = v.is_null();
    std::string made;
    switch (f.type) {
        case field_type::text:
            return append_bytes(out, f.number, none ? "" : view(v.as_string()));
        case field_type::integer:
            return append_number(out, f.number, none ? 0 : v.as_int64());
        case field_type::truth:
            return append_number(out, f.number, !none && v.as_bool() ? 1 : 0);
        case field_type::map_of_texts:
            return encode_map(out, f.number, v.as_object());
        case field_type::message:
            made = encode_message(*f.of, none ? empty : v.as_object());
            break;
        case field_type::time:
            if (!none) made = encode_time<timestamp>(view(v.as_string()));
            break;
        case field_type::micro_time:
            if (!none) made = encode_time<micro_timestamp>(view(v.as_string()));
            break;
        case field_type::int_or_string:
            made = encode_int_or_string(none ? bj::value(0) : v);
            break;
        case field_type::raw_json:
            append_bytes(made, 1, bj::serialize(v));
            break;
    }
    append_bytes(out, f.number, made);
}

// What is left of a message.
class reader {
public:
    explicit reader(std::string_view bytes) : rest_(bytes) {}
    // False at the end; else `number` and its value are the next field's.
    bool next() {
        if (rest_.empty()) return false;
        const std::uint64_t key = varint();
        number = static_cast<std::uint32_t>(key >> 3);
        wire = static_cast<wire_type>(key & 7);
        value = 0;
        bytes = {};
        if (wire == wire_varint) {
            value = static_cast<std::int64_t>(varint());
        } else if (wire == wire_bytes) {
            const std::uint64_t size = varint();
            if (size > rest_.size()) fail("protobuf: a field is longer than its message");
            bytes = rest_.substr(0, size);
            rest_.remove_prefix(size);
        } else {
            fail(fmt::format("protobuf: a field of wire type {}", key & 7));
        }
        return true;
    }
    std::uint32_t number = 0;
    wire_type wire = wire_varint;
    std::int64_t value = 0;
    std::string_view bytes;

private:
    std::uint64_t varint() {
        std::uint64_t n = 0;
        for (unsigned shift = 0; !rest_.empty() && shift < 64; shift += 7) {
            const auto byte = static_cast<unsigned char>(rest_.front());
            rest_.remove_prefix(1);
            n |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80) return n;
        }
        fail("protobuf: a number that does not end");
    }
    std::string_view rest_;
};

// The fields of a small message that has no table, by number.
struct plain_fields {
    explicit plain_fields(std::string_view message) {
        for (reader r(message); r.next();) {
            if (r.number >= numbers.size()) fail("protobuf: a field that is not expected");
            numbers[r.number] = r.value;
            texts[r.number] = r.bytes;
        }
    }
    std::array<std::int64_t, 4> numbers{};
    std::array<std::string_view, 4> texts;
};

template <class Timestamp>
bj::value decode_time(std::string_view bytes) {
    if (bytes.empty()) return nullptr;
    const plain_fields f(bytes);
    const auto at = std::chrono::sys_seconds(std::chrono::seconds(f.numbers[1]));
    return bj::string(Timestamp(at + std::chrono::duration_cast<typename Timestamp::duration>(
                                         std::chrono::nanoseconds(f.numbers[2])))
                          .to_string());
}

bj::value decode_field(const field_shape& f, const reader& r) {
    const bool is_number = f.type == field_type::integer || f.type == field_type::truth;
    if (r.wire != (is_number ? wire_varint : wire_bytes))
        fail(fmt::format("protobuf: {} has wire type {}", f.name, static_cast<int>(r.wire)));
    switch (f.type) {
        case field_type::text:
            return bj::string(r.bytes);
        case field_type::integer:
            return r.value;
        case field_type::truth:
            return r.value != 0;
        case field_type::message:
            return decode_message(*f.of, r.bytes);
        case field_type::time:
            return decode_time<timestamp>(r.bytes);
        case field_type::micro_time:
            return decode_time<micro_timestamp>(r.bytes);
        case field_type::raw_json:
            return bj::parse(plain_fields(r.bytes).texts[1]);
        case field_type::map_of_texts: {
            const plain_fields entry(r.bytes);
            return bj::object{{entry.texts[1], entry.texts[2]}};
        }
        case field_type::int_or_string: {
            const plain_fields either(r.bytes);
            return either.numbers[1] == 1 ? bj::value(bj::string(either.texts[3]))
                                          : bj::value(either.numbers[2]);
        }
    }
    return nullptr;
}

bool is_zero(const bj::value& v) {
    return v.is_null() || v == bj::value(0) || v == bj::value(false) ||
           (v.is_string() && v.get_string().empty()) || (v.is_object() && v.get_object().empty());
}

}  // namespace

std::string encode_message(const message_shape& shape, const bj::object& o) {
    std::string out;
    std::size_t known = (o.contains("kind") ? 1u : 0u) + (o.contains("apiVersion") ? 1u : 0u);
    for (const field_shape& f : shape.fields) {
        const bj::value* v = o.if_contains(f.name);
        if (v && f.name != "kind" && f.name != "apiVersion") ++known;
        if (v && v->is_null()) v = nullptr;
        if (v && v->is_array())
            for (const bj::value& one : v->get_array()) encode_field(out, f, one);
        else if (v || f.how == presence::always)
            encode_field(out, f, v ? *v : bj::value());
    }
    if (known == o.size()) return out;
    for (const auto& [key, value] : o)
        if (std::none_of(shape.fields.begin(), shape.fields.end(),
                         [&](const field_shape& f) { return f.name == key; }))
            fail(fmt::format("{}.{} is not in bench/replay/protobuf_fields.cpp: add it", shape.name,
                             std::string_view(key)));
    return out;
}

bj::object decode_message(const message_shape& shape, std::string_view bytes) {
    bj::object o;
    for (reader r(bytes); r.next();) {
        const auto f = std::find_if(shape.fields.begin(), shape.fields.end(),
                                    [&](const field_shape& one) { return one.number == r.number; });
        if (f == shape.fields.end())
            fail(fmt::format("field {} of {} is not in bench/replay/protobuf_fields.cpp: add it", r.number,
                             shape.name));
        bj::value v = decode_field(*f, r);
        if (f->how == presence::always && is_zero(v)) continue;
        bj::value& into = o[f->name];
        if (f->type == field_type::map_of_texts) {
            if (into.is_null()) into.emplace_object();
            for (auto& [key, text] : v.get_object()) into.get_object()[key] = std::move(text);
        } else if (f->how == presence::repeated) {
            if (into.is_null()) into.emplace_array();
            into.get_array().push_back(std::move(v));
        } else {
            into = std::move(v);
        }
    }
    return o;
}

void append_field_head(std::string& out, std::uint32_t number, std::size_t size) {
    append_varint(out, number << 3 | wire_bytes);
    append_varint(out, size);
}

std::string envelope_begin(std::string_view api_version, std::string_view kind, std::size_t message) {
    std::string type, out(magic);
    append_bytes(type, 1, api_version);
    append_bytes(type, 2, kind);
    append_bytes(out, 1, type);
    append_field_head(out, 2, message);
    return out;
}

std::string_view open_envelope(std::string_view bytes) {
    if (!bytes.starts_with(magic)) fail("protobuf: the body does not begin with k8s and a zero");
    for (reader r(bytes.substr(magic.size())); r.next();)
        if (r.number == 2 && r.wire == wire_bytes) return r.bytes;
    return {};
}

void append_watch_frame(std::string& out, std::string_view type, const kind_facts& kind,
                        std::string_view message) {
    const std::string begin = envelope_begin(kind.api_version(), kind.kind, message.size());
    const std::size_t size = begin.size() + message.size() + envelope_end.size();
    std::string raw, event;
    append_field_head(raw, 1, size);  // runtime.RawExtension
    append_bytes(event, 1, type);
    append_field_head(event, 2, raw.size() + size);
    const std::size_t whole = event.size() + raw.size() + size;
    for (const unsigned shift : {24u, 16u, 8u, 0u}) out += static_cast<char>(whole >> shift);
    for (const std::string_view part :
         {std::string_view(event), std::string_view(raw), std::string_view(begin), message, envelope_end})
        out += part;
}

}  // namespace setpoint::inline v0::replay
