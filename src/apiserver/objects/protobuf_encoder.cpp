#include "apiserver/objects/protobuf_encoder.hpp"

#include "apiserver/objects/protobuf_values.hpp"
#include "apiserver/objects/protobuf_wire.hpp"
#include "framework/json/number.hpp"
#include "framework/json/value_skip.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

namespace wire = protobuf_wire;

// Of eight bytes: the high bit of each that is `c`, and perhaps of some after the first of them.
constexpr std::uint64_t matches(std::uint64_t bytes, char c) {
    constexpr std::uint64_t ones = 0x0101010101010101, highs = 0x8080808080808080;
    const std::uint64_t x = bytes ^ (ones * static_cast<unsigned char>(c));
    return (x - ones) & ~x & highs;
}

// Most strings are short: calls of memchr() took most of the time.
const char* find_quote_or_slash(const char* at, const char* end) {
    if constexpr (std::endian::native == std::endian::little) {
        for (std::uint64_t bytes = 0; static_cast<std::size_t>(end - at) >= sizeof bytes;
             at += sizeof bytes) {
            std::memcpy(&bytes, at, sizeof bytes);
            const std::uint64_t found = matches(bytes, '"') | matches(bytes, '\\');
            if (found != 0) return at + std::countr_zero(found) / 8;
        }
    }
    while (at != end && *at != '"' && *at != '\\') ++at;
    return at;
}

// The offset after the string that begins at `at`, and whether it has escapes.
std::size_t end_of_string(std::string_view text, std::size_t at, bool& escaped) {
    const char* const end = text.data() + text.size();
    const char* from = text.data() + at + 1;
    for (escaped = false;;) {
        from = find_quote_or_slash(from, end);
        if (from == end) return text.size();
        if (*from == '"') return static_cast<std::size_t>(from + 1 - text.data());
        escaped = true;
        if (end - from < 2) return text.size();
        from += 2;
    }
}

}  // namespace

// --- the text ---

bool protobuf_encoder::next_is(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
}

protobuf_encoder::text_range protobuf_encoder::take_string() {
    const std::size_t begin = at_;
    bool escaped = false;
    at_ = end_of_string(text_, at_, escaped);
    const auto size = static_cast<std::uint32_t>(at_ - begin);
    if (!escaped) return {static_cast<std::uint32_t>(begin + 1), size < 2 ? 0 : size - 2, false};
    const std::size_t copy = copies_.size();
    append_unescaped(text_.substr(begin + 1, size - 2), copies_);
    return {static_cast<std::uint32_t>(copy), static_cast<std::uint32_t>(copies_.size() - copy), true};
}

std::string_view protobuf_encoder::take_token() {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(",]}", at_), text_.size());
    return text_.substr(begin, at_ - begin);
}

std::string_view protobuf_encoder::skip_value() {
    const std::size_t begin = at_;
    const char first = at_ < text_.size() ? text_[at_] : '\0';
    bool escaped = false;
    if (first == '"') {
        at_ = end_of_string(text_, at_, escaped);
    } else if (first == '{' || first == '[') {
        json::value_skip skip;
        skip.start(0);
        at_ += skip.take(text_.substr(at_));
    } else {
        return take_token();
    }
    return text_.substr(begin, at_ - begin);
}

std::string_view protobuf_encoder::bytes_of(std::uint32_t begin, std::uint32_t size, bool copied) const {
    return (copied ? std::string_view(copies_) : text_).substr(begin, size);
}

std::uint32_t protobuf_encoder::add(node n) {
    nodes_.push_back(n);
    return static_cast<std::uint32_t>(nodes_.size() - 1);
}

// --- scanning ---

std::size_t protobuf_encoder::measure(const go_type& type, std::string_view json) {
    type_ = &type;
    text_ = json;
    at_ = 0;
    nodes_.assign(1, node());  // 0: not set
    slots_.clear();
    copies_.clear();
    root_ = measure_message(type);
    return nodes_[root_].size;
}

std::uint32_t protobuf_encoder::measure_message(const go_type& type) {
    const protobuf_contents& contents = type.protobuf();
    const auto slots = static_cast<std::uint32_t>(slots_.size());
    slots_.resize(slots + contents.fields.size());
    if (contents.form != go_form::object)
        measure_form(type, slots);
    else if (next_is('{'))
        measure_members(type, slots);
    else
        skip_value();
    node n;
    n.slots = slots;
    n.size = static_cast<std::uint32_t>(layout_size(contents, contents.layout, slots));
    return add(n);
}

void protobuf_encoder::measure_members(const go_type& type, std::uint32_t slots) {
    const protobuf_contents& contents = type.protobuf();
    std::size_t hint = 0;
    if (next_is('}')) return;
    do {
        const text_range key = take_string();
        next_is(':');
        const std::size_t at = contents.find(bytes_of(key.begin, key.size, key.copied), hint);
        if (at == std::string_view::npos) {
            skip_value();
            continue;
        }
        const std::uint32_t value = measure_field(contents.fields[at]);
        slots_[slots + at] = value;
    } while (next_is(','));
    next_is('}');
}

// The inverse of the decoder's finish_form().
std::uint32_t protobuf_encoder::measure_form(const go_type& type, std::uint32_t slots) {
    const protobuf_contents& contents = type.protobuf();
    const char first = at_ < text_.size() ? text_[at_] : '\0';
    const bool has_list =
        contents.form == go_form::schema_or_list || contents.form == go_form::schema_or_strings;
    std::size_t field = has_list && first == '[' ? 1 : 0;
    if (contents.form == go_form::schema_or_bool && first == '{') {
        node allows;
        allows.number = 1;
        slots_[slots] = add(allows);
        field = 1;
    }
    const std::uint32_t value = measure_field(contents.fields[field]);
    slots_[slots + field] = value;
    return value;
}

std::uint32_t protobuf_encoder::measure_field(const go_field& f) {
    if (text_.substr(at_, 4) == "null") return skip_value(), 0;
    if (f.many == multiplicity::list) return measure_list(f);
    if (f.many == multiplicity::map) return measure_map(f);
    return measure_value(f);
}

std::uint32_t protobuf_encoder::measure_list(const go_field& f) {
    if (!next_is('[')) return skip_value(), 0;
    if (next_is(']')) return 0;
    std::uint32_t first = 0, last = 0;
    do {
        const std::uint32_t one = measure_value(f);
        (last == 0 ? first : nodes_[last].next) = one;
        last = one;
    } while (next_is(','));
    next_is(']');
    return first;
}

std::uint32_t protobuf_encoder::measure_map(const go_field& f) {
    if (!next_is('{')) return skip_value(), 0;
    if (next_is('}')) return 0;
    std::uint32_t first = 0, last = 0;
    bool sorted = true;
    std::string_view before;
    do {
        const text_range key = take_string();
        next_is(':');
        const std::uint32_t one = measure_value(f);
        node& n = nodes_[one];
        n.key_begin = key.begin;
        n.key_size = key.size;
        n.key_copied = key.copied;
        // Escaped keys are rare, and the copies may have moved.
        sorted = sorted && !key.copied;
        const std::string_view name = key.copied ? std::string_view() : bytes_of(key.begin, key.size, false);
        sorted = sorted && before <= name;
        before = name;
        (last == 0 ? first : nodes_[last].next) = one;
        last = one;
    } while (next_is(','));
    next_is('}');
    return sorted ? first : sort_map(first);
}

std::uint32_t protobuf_encoder::sort_map(std::uint32_t first) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = first; i != 0; i = nodes_[i].next) all.push_back(i);
    std::ranges::sort(all, {}, [this](std::uint32_t i) {
        const node& n = nodes_[i];
        return bytes_of(n.key_begin, n.key_size, n.key_copied);
    });
    for (std::size_t i = 0; i < all.size(); ++i) nodes_[all[i]].next = i + 1 < all.size() ? all[i + 1] : 0;
    return all.front();
}

std::uint32_t protobuf_encoder::measure_value(const go_field& f) {
    if (f.kind == go_kind::message) return measure_message(*f.of);
    node n;
    if (is_protobuf_varint(f.kind)) {
        const std::string_view token = take_token();
        std::int64_t number = token == "true" ? 1 : 0;
        std::from_chars(token.data(), token.data() + token.size(), number);
        n.number = static_cast<std::uint64_t>(number);
    } else if (f.kind == go_kind::float64) {
        n.number = std::bit_cast<std::uint64_t>(json::read_number(take_token()).value_or(0));
    } else {
        measure_bytes(f, n);
    }
    return add(n);
}

void protobuf_encoder::measure_bytes(const go_field& f, node& n) {
    const bool is_string = at_ < text_.size() && text_[at_] == '"';
    if (f.kind == go_kind::text && is_string) {
        const text_range text = take_string();
        n.begin = text.begin;
        n.size = text.size;
        n.copied = text.copied;
        return;
    }
    n.begin = static_cast<std::uint32_t>(at_);
    const std::string_view value = skip_value();
    if (is_protobuf_json(f.kind)) {
        n.size = value == "null" ? 0 : static_cast<std::uint32_t>(value.size());
        return;
    }
    n.copied = true;
    n.begin = static_cast<std::uint32_t>(copies_.size());
    append_scalar(f.kind, value, copies_);
    n.size = static_cast<std::uint32_t>(copies_.size() - n.begin);
}

kind_in_text type_in_text(std::string_view json) {
    kind_in_text out;
    std::size_t at = json.starts_with('{') ? 1 : json.size();
    while (at < json.size() && json[at] == '"' && (out.kind.empty() || out.api_version.empty())) {
        bool escaped = false;
        const std::size_t key_end = end_of_string(json, at, escaped), value = key_end + 1;
        const std::string_view key = json.substr(at, key_end - at);
        if (value >= json.size()) break;
        std::size_t end = value;
        if (json[value] == '"') {
            end = end_of_string(json, value, escaped);
        } else if (json[value] == '{' || json[value] == '[') {
            json::value_skip skip;
            skip.start(0);
            end += skip.take(json.substr(value));
        } else {
            end = std::min(json.find_first_of(",}", value), json.size());
        }
        const std::string_view text = json.substr(value, end - value);
        if (key == "\"kind\"" && text.size() > 1) out.kind = text.substr(1, text.size() - 2);
        if (key == "\"apiVersion\"" && text.size() > 1) out.api_version = text.substr(1, text.size() - 2);
        at = end + 1;
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver
