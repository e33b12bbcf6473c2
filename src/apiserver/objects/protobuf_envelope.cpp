#include "apiserver/objects/protobuf_envelope.hpp"

#include "apiserver/objects/protobuf_decoder.hpp"
#include "apiserver/objects/protobuf_values.hpp"
#include "apiserver/objects/protobuf_wire.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t length_bytes = 4;
constexpr std::string_view envelope_end{"\x1a\0\x22\0", 4};

void append_head(std::string& to, std::uint32_t number, std::size_t size) {
    protobuf_wire::append(to, protobuf_wire::key_of(number, protobuf_wire::bytes));
    protobuf_wire::append(to, size);
}

void append_text(std::string& to, std::uint32_t number, std::string_view text) {
    append_head(to, number, text.size());
    to += text;
}

// Of an envelope whose message has `size` bytes.
std::string envelope_begin(const kind_in_text& of, std::size_t size) {
    std::string type, api_version, out(protobuf_magic);
    append_unescaped(of.api_version, api_version);  // DeleteOptions have any apiVersion
    append_text(type, 1, api_version);
    append_text(type, 2, of.kind);
    append_text(out, 1, type);
    append_head(out, 2, size);
    return out;
}

// Appends what measure() has measured.
void append_measured(const protobuf_encoder& by, std::size_t size, std::string& to) {
    const std::size_t begin = to.size();
    to.resize(begin + size);
    by.write(to.data() + begin);
}

}  // namespace

std::optional<std::string> protobuf_of(std::string_view json) {
    const kind_in_text of = type_in_text(json);
    const go_type* const type = find_protobuf(of.api_version, of.kind);
    if (type == nullptr) return std::nullopt;
    protobuf_encoder by;
    const std::size_t size = by.measure(*type, json);
    std::string out = envelope_begin(of, size);
    out.reserve(out.size() + size + envelope_end.size());
    append_measured(by, size, out);
    out += envelope_end;
    return out;
}

protobuf_list::protobuf_list(std::string_view head) {
    const kind_in_text of = type_in_text(head);
    api_version_ = of.api_version;
    kind_ = of.kind;
    const go_type* const type = find_protobuf(of.api_version, of.kind);
    if (type == nullptr) return;
    protobuf_encoder by;
    append_measured(by, by.measure(*type, head), metadata_);
    // The other way round in meta.k8s.io/v1beta1.
    for (const go_field& f : type->contents().fields)
        if (f.name == "items") items_ = f.number;
    items_first_ = items_ == 1;
}

std::string protobuf_list::begin(std::size_t items) const {
    const std::string out = envelope_begin({kind_, api_version_}, metadata_.size() + items);
    return items_first_ ? out : out + metadata_;
}

std::string protobuf_list::end() const {
    return (items_first_ ? metadata_ : std::string()) + std::string(envelope_end);
}

void protobuf_list::append_item(protobuf_encoder& by, const go_type& type, std::string_view json,
                                std::string& to) const {
    const std::size_t size = by.measure(type, json);
    append_head(to, items_, size);
    append_measured(by, size, to);
}

bool append_protobuf_event(protobuf_encoder& by, std::string_view type, std::string_view json,
                           std::string& to) {
    const kind_in_text of = type_in_text(json);
    const go_type* const message = find_protobuf(of.api_version, of.kind);
    if (message == nullptr) return false;
    const std::size_t size = by.measure(*message, json);
    const std::string begin = envelope_begin(of, size);
    const std::size_t object = begin.size() + size + envelope_end.size();
    std::string raw, event;
    append_head(raw, 1, object);  // of runtime.RawExtension
    append_text(event, 1, type);
    append_head(event, 2, raw.size() + object);
    const std::size_t whole = event.size() + raw.size() + object;
    to.reserve(to.size() + length_bytes + whole);
    for (std::size_t shift = 8 * length_bytes; shift != 0; shift -= 8)
        to += static_cast<char>(whole >> (shift - 8) & 0xff);
    to.append(event).append(raw).append(begin);
    append_measured(by, size, to);
    to += envelope_end;
    return true;
}

}}}  // namespace setpoint::v0::apiserver
