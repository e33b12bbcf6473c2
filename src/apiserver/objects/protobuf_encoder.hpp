#pragma once
// Encodes objects from the JSON text that the server keeps to protobuf, byte for byte as Go does: the
// text is scanned once, and what was found is written in the order of the field numbers.

#include "apiserver/objects/protobuf_types.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Reuses its memory from object to object.
class protobuf_encoder {
public:
    // Returns the size of the message, which write() then writes. `json`: an object that
    // json_text::serialize() or another encoder of valid JSON wrote; kept until then. Fields that the
    // type does not have are left out, and those of another type are not set.
    std::size_t measure(const go_type& type, std::string_view json);
    // Returns the end of what it wrote.
    char* write(char* to) const;

private:
    // A value. Elements of a list and entries of a map are a chain.
    struct node {
        std::uint64_t number = 0;           // of a varint; the bits of a double
        std::uint32_t begin = 0, size = 0;  // of its bytes; of messages and JSON, of what is written
        std::uint32_t key_begin = 0, key_size = 0, slots = 0;  // slots: of a message
        std::uint32_t next = 0;
        bool copied = false, key_copied = false;  // the bytes are in copies_, not in the text
    };
    struct text_range {
        std::uint32_t begin = 0, size = 0;
        bool copied = false;
    };

    std::uint32_t measure_message(const go_type& type);
    std::uint32_t measure_form(const go_type& type, std::uint32_t slots);
    void measure_members(const go_type& type, std::uint32_t slots);
    std::uint32_t measure_field(const go_field& f);
    std::uint32_t measure_list(const go_field& f);
    std::uint32_t measure_map(const go_field& f);
    std::uint32_t measure_value(const go_field& f);
    void measure_bytes(const go_field& f, node& n);
    std::uint32_t sort_map(std::uint32_t first);
    std::size_t layout_size(const protobuf_contents& type, const protobuf_layout& layout,
                            std::uint32_t slots) const;
    std::size_t field_size(const go_field& f, std::uint32_t first) const;
    std::size_t value_size(const go_field& f, const node& n) const;
    std::size_t entry_size(const go_field& f, const node& n) const;
    char* write_layout(const protobuf_contents& type, const protobuf_layout& layout, std::uint32_t slots,
                       char* to) const;
    char* write_field(const go_field& f, std::uint32_t first, char* to) const;
    char* write_value(const go_field& f, const node& n, char* to) const;
    char* write_entry(const go_field& f, const node& n, char* to) const;

    text_range take_string();
    std::string_view take_token();  // a number or a word
    std::string_view skip_value();
    bool next_is(char c);  // and takes it
    std::uint32_t add(node n);
    std::string_view bytes_of(std::uint32_t begin, std::uint32_t size, bool copied) const;

    const go_type* type_ = nullptr;
    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<node> nodes_;
    std::vector<std::uint32_t> slots_;  // the node of each field of a message; 0: not set
    std::string copies_;
    std::uint32_t root_ = 0;
};

// The kind and apiVersion that an object's text names, escaped as they are there; "" if it names none.
struct kind_in_text {
    std::string_view kind, api_version;
};
kind_in_text type_in_text(std::string_view json);

}}}  // namespace setpoint::v0::apiserver
