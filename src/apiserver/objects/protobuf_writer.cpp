#include "apiserver/objects/protobuf_encoder.hpp"
#include "apiserver/objects/protobuf_wire.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

namespace wire = protobuf_wire;

// JSON is the only field of a message, or there is none.
std::size_t bytes_size(go_kind kind, std::size_t size) {
    return is_protobuf_json(kind) && size != 0 ? 1 + wire::size_of(size) + size : size;
}

std::uint64_t key_of_field(const go_field& f, std::uint32_t number) {
    const wire::type t = is_protobuf_varint(f.kind)   ? wire::varint
                         : f.kind == go_kind::float64 ? wire::fixed64
                                                      : wire::bytes;
    return wire::key_of(number, f.many == multiplicity::map && number == f.number ? wire::bytes : t);
}

}  // namespace

// --- sizes ---

std::size_t protobuf_encoder::value_size(const go_field& f, const node& n) const {
    if (is_protobuf_varint(f.kind)) return wire::size_of(n.number);
    if (f.kind == go_kind::float64) return sizeof(double);
    const std::size_t size = bytes_size(f.kind, n.size);
    return wire::size_of(size) + size;
}

std::size_t protobuf_encoder::entry_size(const go_field& f, const node& n) const {
    return 1 + wire::size_of(n.key_size) + n.key_size + 1 + value_size(f, n);
}

std::size_t protobuf_encoder::field_size(const go_field& f, std::uint32_t first) const {
    const std::size_t key = wire::size_of(key_of_field(f, f.number));
    std::size_t size = 0;
    for (std::uint32_t i = first; i != 0; i = nodes_[i].next) {
        if (f.many == multiplicity::map) {
            const std::size_t entry = entry_size(f, nodes_[i]);
            size += key + wire::size_of(entry) + entry;
        } else {
            size += key + value_size(f, nodes_[i]);
        }
    }
    return size;
}

std::size_t protobuf_encoder::layout_size(const protobuf_contents& type, const protobuf_layout& layout,
                                          std::uint32_t slots) const {
    std::size_t size = 0;
    for (const protobuf_layout::part& p : layout.parts) {
        if (p.embedded) {
            const std::size_t inner = layout_size(type, *p.embedded, slots);
            size += wire::size_of(wire::key_of(p.number, wire::bytes)) + wire::size_of(inner) + inner;
        } else {
            const std::uint32_t first = slots_[slots + p.field];
            size += first == 0 ? p.absent.size() : field_size(type.fields[p.field], first);
        }
    }
    return size;
}

// --- writing ---

char* protobuf_encoder::write(char* to) const {
    const protobuf_contents& contents = type_->protobuf();
    return write_layout(contents, contents.layout, nodes_[root_].slots, to);
}

char* protobuf_encoder::write_layout(const protobuf_contents& type, const protobuf_layout& layout,
                                     std::uint32_t slots, char* to) const {
    for (const protobuf_layout::part& p : layout.parts) {
        if (p.embedded) {
            to = wire::put(to, wire::key_of(p.number, wire::bytes));
            to = wire::put(to, layout_size(type, *p.embedded, slots));
            to = write_layout(type, *p.embedded, slots, to);
            continue;
        }
        const std::uint32_t first = slots_[slots + p.field];
        to = first == 0 ? wire::put(to, std::string_view(p.absent))
                        : write_field(type.fields[p.field], first, to);
    }
    return to;
}

char* protobuf_encoder::write_field(const go_field& f, std::uint32_t first, char* to) const {
    const std::uint64_t key = key_of_field(f, f.number);
    for (std::uint32_t i = first; i != 0; i = nodes_[i].next) {
        to = wire::put(to, key);
        to = f.many == multiplicity::map ? write_entry(f, nodes_[i], to) : write_value(f, nodes_[i], to);
    }
    return to;
}

char* protobuf_encoder::write_entry(const go_field& f, const node& n, char* to) const {
    to = wire::put(to, entry_size(f, n));
    to = wire::put(to, wire::key_of(1, wire::bytes));
    to = wire::put(to, std::uint64_t(n.key_size));
    to = wire::put(to, bytes_of(n.key_begin, n.key_size, n.key_copied));
    to = wire::put(to, key_of_field(f, 2));
    return write_value(f, n, to);
}

char* protobuf_encoder::write_value(const go_field& f, const node& n, char* to) const {
    if (is_protobuf_varint(f.kind)) return wire::put(to, n.number);
    if (f.kind == go_kind::float64) {
        for (std::size_t i = 0; i < sizeof n.number; ++i) *to++ = static_cast<char>(n.number >> (8 * i));
        return to;
    }
    to = wire::put(to, std::uint64_t(bytes_size(f.kind, n.size)));
    if (is_protobuf_json(f.kind) && n.size != 0) {
        to = wire::put(to, wire::key_of(1, wire::bytes));
        to = wire::put(to, std::uint64_t(n.size));
    }
    if (f.kind != go_kind::message) return wire::put(to, bytes_of(n.begin, n.size, n.copied));
    const protobuf_contents& contents = f.of->protobuf();
    return write_layout(contents, contents.layout, n.slots, to);
}

}}}  // namespace setpoint::v0::apiserver
