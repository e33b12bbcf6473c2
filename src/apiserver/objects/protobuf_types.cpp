#include "apiserver/objects/protobuf_types.hpp"

#include "apiserver/objects/protobuf_wire.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

namespace wire = protobuf_wire;

wire::type wire_of(const go_field& f) {
    if (f.kind == go_kind::float64) return wire::fixed64;
    return is_protobuf_varint(f.kind) ? wire::varint : wire::bytes;
}

// Also written if it has the zero value: Go has no pointer there.
bool is_always_written(const go_field& f) {
    return f.many == multiplicity::one && f.kind != go_kind::bytes && !f.is_pointer();
}

// The zero value, with its length if it has one.
std::string zero_of(const go_field& f) {
    std::string value;
    switch (f.kind) {
        case go_kind::boolean:
        case go_kind::int32:
        case go_kind::int64:
            return std::string(1, '\0');
        case go_kind::float64:
            return std::string(sizeof(double), '\0');
        case go_kind::quantity:
            value =
                "\x0a\x01"
                "0";
            break;
        case go_kind::int_or_string:
            value = std::string("\x08\0\x10\0\x1a\0", 6);
            break;
        case go_kind::message:
            value = f.of->protobuf().zero;
            break;
        default:
            break;
    }
    std::string out;
    wire::append(out, value.size());
    return out + value;
}

protobuf_layout::part part_of(const go_field& f, std::size_t index) {
    protobuf_layout::part part;
    part.number = f.number;
    part.field = index;
    if (is_always_written(f)) {
        wire::append(part.absent, wire::key_of(f.number, wire_of(f)));
        part.absent += zero_of(f);
    }
    return part;
}

// The fields of `type` are those from `first` on of the message that contains it.
protobuf_layout layout_of(const go_type& type, std::size_t first) {
    const go_struct& s = type.contents();
    protobuf_layout out;
    out.go_name = type.name().substr(type.name().rfind('.') + 1);
    auto embedded = s.embedded.begin();
    for (std::size_t i = 0; i < s.fields.size();) {
        if (embedded == s.embedded.end() || embedded->first != i) {
            out.parts.push_back(part_of(s.fields[i], first + i));
            ++i;
            continue;
        }
        if (embedded->number != 0) {
            protobuf_layout::part part;
            part.number = embedded->number;
            part.go_name = embedded->go_name;
            part.embedded = std::make_unique<protobuf_layout>(layout_of(*embedded->of, first + i));
            out.parts.push_back(std::move(part));
        }
        i += embedded->count;
        ++embedded;
    }
    std::ranges::sort(out.parts, {}, &protobuf_layout::part::number);
    return out;
}

// An embedded message is written like a field that is always set.
std::string zero_of(const protobuf_layout& layout) {
    std::string out;
    for (const protobuf_layout::part& p : layout.parts) {
        if (!p.embedded) {
            out += p.absent;
            continue;
        }
        const std::string inner = zero_of(*p.embedded);
        wire::append(out, wire::key_of(p.number, wire::bytes));
        wire::append(out, inner.size());
        out += inner;
    }
    return out;
}

}  // namespace

const protobuf_layout::part* protobuf_layout::find(std::uint32_t number) const {
    const auto at = std::ranges::lower_bound(parts, number, {}, &part::number);
    return at == parts.end() || at->number != number ? nullptr : &*at;
}

std::size_t protobuf_contents::find(std::string_view name, std::size_t& hint) const {
    for (std::size_t n = 0, i = hint; n < fields.size(); ++n, ++i) {
        if (i >= fields.size()) i = 0;
        const std::string_view field = fields[i].name;
        if (field.size() != name.size() || field.empty() || field[0] != name[0] || field != name) continue;
        hint = i + 1;
        return i;
    }
    return std::string_view::npos;
}

const protobuf_contents& go_type::protobuf() const {
    std::call_once(laid_out_, [this] {
        auto made = std::make_unique<protobuf_contents>();
        made->fields = contents().fields;
        made->form = contents().form;
        made->layout = layout_of(*this, 0);
        made->zero = zero_of(made->layout);
        protobuf_ = std::move(made);
    });
    return *protobuf_;
}

const go_type* find_protobuf(std::string_view api_version, std::string_view kind) {
    // Documents of discovery name no version.
    if (kind == "DeleteOptions" || api_version.empty()) api_version = "v1";
    // It has the same fields.
    if (kind == "Eviction" && api_version == "policy/v1beta1") api_version = "policy/v1";
    return go_type_of_kind(api_version, kind);
}

}}}  // namespace setpoint::v0::apiserver
