#pragma once
// The messages of the built-in kinds: how each field is written in protobuf, and in which order.

#include "apiserver/objects/go_types.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The fields of a message, or of a message in it that Go embeds: its fields are in JSON those of the
// outer one.
struct protobuf_layout {
    struct part {
        std::uint32_t number = 0;
        std::size_t field = 0;  // in protobuf_contents::fields
        std::unique_ptr<protobuf_layout> embedded{};
        std::string go_name{};  // of the embedded one
        std::string absent{};   // what is written for a field that is not set
    };
    std::string_view go_name;  // of the Go type
    std::vector<part> parts;   // ascending numbers, the order in which they are written
    const part* find(std::uint32_t number) const;
};

struct protobuf_contents {
    std::span<const go_field> fields;  // of the embedded ones too, in the order of the struct
    go_form form = go_form::object;
    protobuf_layout layout;
    std::string zero;  // the message of which nothing is set

    // Starts at the field `hint`, and sets it to the field after the found one: fields usually come in
    // order. npos if there is no such field.
    std::size_t find(std::string_view name, std::size_t& hint) const;
};

// Types that are written as a number, and as a message with JSON in it.
constexpr bool is_protobuf_varint(go_kind kind) {
    return kind == go_kind::boolean || kind == go_kind::int32 || kind == go_kind::int64;
}
constexpr bool is_protobuf_json(go_kind kind) {
    return kind == go_kind::raw_extension || kind == go_kind::fields_v1 || kind == go_kind::json;
}

// Null if the kind has no protobuf: custom resources, Table. Each version has DeleteOptions; "" is v1.
const go_type* find_protobuf(std::string_view api_version, std::string_view kind);

}}}  // namespace setpoint::v0::apiserver
