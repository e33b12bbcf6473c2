#pragma once
// The messages of the built-in kinds: how each field is written in protobuf and in JSON. Read from
// tables/protobuf.txt, which script/builtin-protobuf generates.

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint::inline v0::apiserver {

class protobuf_message;

struct protobuf_field {
    std::uint32_t number = 0;
    // What Go's JSON encoder does with an empty field: see go_field.
    char rule = 'a';
    char many = 0;  // '[' list, '<' map with strings as keys
    // Of the value, or of each element: s string, b bool, i int32, l int64, f float64, y bytes, q quantity,
    // t time, m microtime, o int or string, r w j JSON (RawExtension, FieldsV1, JSON), { message
    char type = 's';
    const protobuf_message* of = nullptr;
    std::string_view name;  // in JSON; "" if the message has a form of its own
    std::string go_name;

    // Also written if it has the zero value: Go has no pointer there.
    bool is_always() const { return many == 0 && type != 'y' && rule != 'n' && rule != 'p'; }
};

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
    std::vector<protobuf_field> fields;  // of the embedded ones too, in the order of the struct
    protobuf_layout layout;
    std::string zero;  // the message of which nothing is set

    // Starts at the field `hint`, and sets it to the field after the found one: fields usually come in
    // order. npos if there is no such field.
    std::size_t find(std::string_view name, std::size_t& hint) const;
};

class protobuf_message {
public:
    explicit protobuf_message(std::string_view line) : line_(line) {}

    // Whether JSON has another form than an object with the fields of the message: A list of schemas
    // or schema, B bool or schema, C list of strings or schema, E list. 0: it has not.
    char form() const { return contents().form; }
    std::string_view go_name() const { return contents().layout.go_name; }
    std::string_view line() const { return line_; }  // of the table
    // Parsed on first use and kept for good. Thread-safe.
    struct parsed : protobuf_contents {
        char form = 0;
    };
    const parsed& contents() const;

private:
    std::string_view line_;
    mutable std::once_flag once_;
    mutable parsed parsed_;
};

// Types that are written as a number, and as a message with JSON in it.
constexpr bool is_protobuf_varint(char type) {
    return type == 'b' || type == 'i' || type == 'l';
}
constexpr bool is_protobuf_json(char type) {
    return type == 'r' || type == 'w' || type == 'j';
}

// Null if the kind has no protobuf: custom resources, Table. Each version has DeleteOptions; "" is v1.
const protobuf_message* find_protobuf(std::string_view api_version, std::string_view kind);

}  // namespace setpoint::inline v0::apiserver
