#include "apiserver/objects/protobuf_values.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/protobuf_wire.hpp"
#include "apiserver/objects/quantity_text.hpp"
#include "framework/core/base64.hpp"
#include "framework/core/utf8.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

namespace wire = protobuf_wire;

constexpr std::int64_t zero_time = -62135596800, last_second = 253402300799;  // of the years 1 and 9999

// The fields of a small message: numbers and texts by number, which are at most 3.
struct small_message {
    std::array<std::int64_t, 4> numbers{};
    std::array<std::string_view, 4> texts;
    std::array<bool, 4> has{};

    // `types`: of the fields 1 to 3, v varint or b bytes. `names`: Go's, of the message and its fields.
    bool read(std::string_view bytes, std::string_view types, const std::array<const char*, 4>& names,
              std::string& why) {
        wire::reader r(bytes, why);
        while (r.next(names[0])) {
            if (r.number > types.size()) {
                if (!r.skip()) return false;
                continue;
            }
            const bool is_number = types[r.number - 1] == 'v';
            if (r.wire != (is_number ? wire::varint : wire::bytes)) {
                why = fmt::format("proto: wrong wireType = {} for field {}", static_cast<int>(r.wire),
                                  names[r.number]);
                return false;
            }
            std::uint64_t n = 0;
            if (!(is_number ? r.read(n) : r.read(texts[r.number]))) return false;
            numbers[r.number] = static_cast<std::int64_t>(n);
            has[r.number] = true;
        }
        return why.empty();
    }
};

void set_once(std::string& to, std::string text) {
    if (to.empty()) to = std::move(text);
}

bool read_time(std::string_view bytes, bool micro, bj::value& to, std::string& why, std::string& later) {
    constexpr std::int64_t thousand = 1000, million = 1'000'000;
    to = nullptr;
    if (bytes.empty()) return true;
    small_message t;
    if (!t.read(bytes, "vv", {"Timestamp", "Seconds", "Nanos", ""}, why)) return false;
    std::int64_t seconds = t.numbers[1],
                 micros = micro ? static_cast<std::int32_t>(t.numbers[2]) / thousand : 0;
    const auto is_a_year = [&] { return seconds >= zero_time && seconds <= last_second; };
    const auto outside = [&] {
        set_once(later, fmt::format("Timestamp: {} seconds are outside of the years 1 to 9999", seconds));
        return true;
    };
    if (!is_a_year()) return outside();
    if (micros < 0) --seconds, micros += million;
    seconds += micros / million;
    micros %= million;
    if (!is_a_year()) return outside();
    const std::chrono::sys_seconds at{std::chrono::seconds(seconds)};
    if (micro)
        to = bj::string(micro_timestamp(at + std::chrono::microseconds(micros)).to_string());
    else
        to = bj::string(timestamp(at).to_string());
    // Go's zero time, which is null in JSON, has no text.
    if (to.get_string().empty()) to = nullptr;
    return true;
}

bool read_json(go_kind kind, std::string_view bytes, std::size_t depth, bj::value& to, std::string& why,
               std::string& later) {
    small_message m;
    const char* const name = kind == go_kind::raw_extension ? "RawExtension"
                             : kind == go_kind::fields_v1   ? "FieldsV1"
                                                            : "JSON";
    if (!m.read(bytes, "b", {name, "Raw", "", ""}, why)) return false;
    to = nullptr;
    std::string wrong;
    if (!m.texts[1].empty() && !json_text::parse(valid_utf8(m.texts[1]), to, wrong, depth))
        set_once(later, fmt::format("json: error calling MarshalJSON for type {}.{}: {}",
                                    kind == go_kind::raw_extension ? "runtime" : "v1", name, wrong));
    return true;
}

bool read_int_or_string(std::string_view bytes, bj::value& to, std::string& why, std::string& later) {
    small_message m;
    if (!m.read(bytes, "vvb", {"IntOrString", "Type", "IntVal", "StrVal"}, why)) return false;
    to = nullptr;
    if (m.numbers[1] == 0)
        to = static_cast<std::int32_t>(m.numbers[2]);
    else if (m.numbers[1] == 1)
        to = bj::string(valid_utf8(m.texts[3]));
    else
        set_once(later,
                 "json: error calling MarshalJSON for type intstr.IntOrString: impossible IntOrString.Type");
    return true;
}

void append_field(std::string& to, std::uint32_t number, std::int64_t n) {
    wire::append(to, wire::key_of(number, wire::varint));
    wire::append(to, static_cast<std::uint64_t>(n));
}

void append_field(std::string& to, std::uint32_t number, std::string_view text) {
    wire::append(to, wire::key_of(number, wire::bytes));
    wire::append(to, text.size());
    to += text;
}

template <class Time>
void append_time(std::string_view text, std::string& to) {
    const auto t = Time::parse(text);
    if (!t || !t->is_set()) return;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(t->value());
    append_field(to, 1, seconds.time_since_epoch().count());
    append_field(to, 2, std::chrono::nanoseconds(t->value() - seconds).count());
}

unsigned hex_of(std::string_view digits) {
    unsigned n = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), n, 16);
    return n;
}

void append_utf8(char32_t c, std::string& to) {
    const auto put = [&](char32_t byte) { to += static_cast<char>(byte); };
    if (c < 0x80) return put(c);
    if (c < 0x800) {
        put(0xc0 | c >> 6);
    } else {
        if (c < 0x10000) {
            put(0xe0 | c >> 12);
        } else {
            put(0xf0 | c >> 18);
            put(0x80 | (c >> 12 & 0x3f));
        }
        put(0x80 | (c >> 6 & 0x3f));
    }
    put(0x80 | (c & 0x3f));
}

}  // namespace

std::string valid_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t n = utf8_sequence(text);
        if (n == 0)
            out += "\xef\xbf\xbd";
        else
            out += text.substr(0, n);
        text.remove_prefix(std::max<std::size_t>(n, 1));
    }
    return out;
}

bj::value json_zero(go_kind kind) {
    switch (kind) {
        case go_kind::text:
            return "";
        case go_kind::boolean:
            return false;
        case go_kind::int32:
        case go_kind::int64:
        case go_kind::float64:
        case go_kind::int_or_string:
            return 0;
        case go_kind::quantity:
            return "0";
        default:
            return nullptr;
    }
}

bj::value json_of_double(double d) {
    constexpr double exact = 9007199254740992.0;
    if (!(d - d == 0)) return nullptr;  // NaN and the infinities
    if (d > -exact && d < exact && d == static_cast<double>(static_cast<std::int64_t>(d)))
        return static_cast<std::int64_t>(d);
    return d;
}

bool read_scalar(go_kind kind, std::string_view bytes, std::size_t depth, bj::value& to, std::string& why,
                 std::string& later) {
    switch (kind) {
        case go_kind::text:
            to = bj::string(valid_utf8(bytes));
            return true;
        case go_kind::bytes:
            to = bj::string(base64_encode(bytes));
            return true;
        case go_kind::time:
        case go_kind::micro_time:
            return read_time(bytes, kind == go_kind::micro_time, to, why, later);
        case go_kind::int_or_string:
            return read_int_or_string(bytes, to, why, later);
        case go_kind::quantity: {
            small_message m;
            if (!m.read(bytes, "b", {"Quantity", "String_", "", ""}, why)) return false;
            to = bj::string(m.has[1] ? canonical_quantity(valid_utf8(m.texts[1])) : "0");
            return true;
        }
        default:
            return read_json(kind, bytes, depth, to, why, later);
    }
}

void append_unescaped(std::string_view escaped, std::string& to) {
    constexpr std::string_view escapes = "btnfr", meanings = "\b\t\n\f\r";
    std::string_view rest = escaped;
    for (std::size_t at = rest.find('\\'); at != rest.npos; at = rest.find('\\')) {
        to += rest.substr(0, at);
        const char c = rest[at + 1];
        rest.remove_prefix(at + 2);
        if (c != 'u') {
            const std::size_t known = escapes.find(c);
            to += known == escapes.npos ? c : meanings[known];
            continue;
        }
        char32_t code = hex_of(rest.substr(0, 4));
        rest.remove_prefix(4);
        if (code >= 0xd800 && code < 0xdc00 && rest.starts_with("\\u")) {
            code = 0x10000 + ((code - 0xd800) << 10) + (hex_of(rest.substr(2, 4)) - 0xdc00);
            rest.remove_prefix(6);
        }
        append_utf8(code, to);
    }
    to += rest;
}

void append_scalar(go_kind kind, std::string_view json, std::string& to) {
    std::string text;
    const bool is_string = json.starts_with('"');
    if (is_string) append_unescaped(json.substr(1, json.size() - 2), text);
    switch (kind) {
        case go_kind::bytes:
            to += base64_decode(text).value_or("");
            break;
        case go_kind::time:
            append_time<timestamp>(text, to);
            break;
        case go_kind::micro_time:
            append_time<micro_timestamp>(text, to);
            break;
        case go_kind::quantity:
            append_field(to, 1, is_string ? text : canonical_quantity(json));
            break;
        case go_kind::int_or_string: {
            std::int64_t n = 0;
            if (!is_string) std::from_chars(json.data(), json.data() + json.size(), n);
            append_field(to, 1, is_string ? 1 : 0);
            append_field(to, 2, n);
            append_field(to, 3, text);
            break;
        }
        default:
            to += text;
    }
}

}}}  // namespace setpoint::v0::apiserver
