#pragma once
// How the fields of the built-in kinds are written in protobuf.

#include <cstdint>
#include <span>
#include <string_view>

namespace setpoint::inline v0::replay {

enum class field_type : std::uint8_t {
    text,
    integer,
    truth,
    message,
    map_of_texts,
    time,           // metav1.Time
    micro_time,     // metav1.MicroTime
    int_or_string,  // intstr.IntOrString
    raw_json,       // metav1.FieldsV1: a message that holds JSON
};
enum class presence : std::uint8_t {
    optional,  // a pointer in Go: written when it is set
    always,    // no pointer: also written when it has the zero value, and when read such a value is none
    repeated,
};

struct message_shape;
struct field_shape {
    std::uint32_t number;
    std::string_view name;  // in JSON
    field_type type;
    presence how;
    const message_shape* of = nullptr;  // of messages
};
// In the order of the numbers, in which Go writes them. No message contains itself.
struct message_shape {
    std::string_view name;
    std::span<const field_shape> fields;
};

extern const message_shape deployment_shape, service_shape, event_shape, status_shape, list_meta_shape;

}  // namespace setpoint::inline v0::replay
