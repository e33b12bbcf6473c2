#include "protobuf.hpp"

#include "apiserver/objects/protobuf_decoder.hpp"
#include "apiserver/objects/protobuf_encoder.hpp"
#include "apiserver/objects/protobuf_wire.hpp"
#include "setpoint/core/error.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace replay {

namespace bj = boost::json;

namespace {

const apiserver::go_type& message_of(std::string_view api_version, std::string_view kind) {
    const apiserver::go_type* const type = apiserver::find_protobuf(api_version, kind);
    if (!type) throw fault(errc::invalid, fmt::format("{} {} has no protobuf", api_version, kind));
    return *type;
}

void append_bytes(std::string& out, std::uint32_t number, std::string_view bytes) {
    append_field_head(out, number, bytes.size());
    out += bytes;
}

}  // namespace

std::string encode_message(std::string_view api_version, std::string_view kind, std::string_view json) {
    apiserver::protobuf_encoder by;
    std::string out(by.measure(message_of(api_version, kind), json), '\0');
    by.write(out.data());
    return out;
}

bj::object decode_body(const kind_facts& kind, std::string_view bytes) {
    apiserver::protobuf_envelope sent;
    bj::object out;
    std::string why;
    if (!apiserver::open_envelope(bytes, sent, why) ||
        !apiserver::decode_protobuf(message_of(kind.api_version(), kind.kind), sent.message, {}, {}, out,
                                    why))
        throw fault(errc::invalid, "protobuf: " + why);
    return out;
}

void append_field_head(std::string& out, std::uint32_t number, std::size_t size) {
    namespace wire = apiserver::protobuf_wire;
    wire::append(out, wire::key_of(number, wire::bytes));
    wire::append(out, size);
}

std::string envelope_begin(std::string_view api_version, std::string_view kind, std::size_t message) {
    std::string type, out(apiserver::protobuf_magic);
    append_bytes(type, 1, api_version);
    append_bytes(type, 2, kind);
    append_bytes(out, 1, type);
    append_field_head(out, 2, message);
    return out;
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

}}}  // namespace setpoint::v0::replay
