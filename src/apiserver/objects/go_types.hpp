#pragma once
// The Go types of the built-in kinds, as far as Go's encoders of JSON and of protobuf need them. Read from
// the catalogue (member x-go of a type).

#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/objects/lazy_types.hpp"

#include <boost/json/value.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

class go_type;
struct protobuf_contents;

// Of a field, or of each element of a list or a map.
enum class go_kind : std::uint8_t {
    text,
    boolean,
    int32,
    int64,
    float64,
    bytes,
    quantity,
    time,
    micro_time,
    int_or_string,
    raw_extension,  // this and the next two are JSON of any form
    fields_v1,
    json,
    message,
};

enum class multiplicity : std::uint8_t { one, list, map };  // maps have texts as keys

// What Go's JSON encoder does with an empty field.
enum class omit_rule : std::uint8_t {
    never,        // encodes it
    if_empty,     // omitempty
    if_zero,      // omitzero
    null_if_nil,  // a pointer: encodes nil as null
    if_nil,       // a pointer with omitempty
};

// How JSON shows a message.
enum class go_form : std::uint8_t {
    object,  // with its fields
    list,    // of its only field
    schema_or_list,
    schema_or_bool,
    schema_or_strings,
};

struct go_field {
    std::string_view name;     // in JSON; "" in messages that are not shown as an object
    std::string go_name;       // error messages of protobuf contain it
    std::uint32_t number = 0;  // in protobuf; 0: not in it (kind and apiVersion)
    omit_rule omit = omit_rule::never;
    multiplicity many = multiplicity::one;
    go_kind kind = go_kind::text;
    const go_type* of = nullptr;  // of messages
    // Amounts of resources in core/v1: its defaults round them to thousandths.
    bool rounded = false;

    bool is_pointer() const { return omit == omit_rule::null_if_nil || omit == omit_rule::if_nil; }
    bool is(go_kind k) const { return many == multiplicity::one && kind == k; }
};

// A struct that Go embeds: its fields are in JSON those of the outer one.
struct go_embedded {
    std::uint32_t number = 0;
    std::string_view go_name;
    const go_type* of = nullptr;
    std::size_t first = 0, count = 0;  // in go_struct::fields
};

// The default of a field that is not set: absent, or of a type that cannot be nil, empty.
struct go_default {
    std::size_t field = 0;  // in go_struct::fields
    boost::json::value value;
};

struct go_struct {
    std::vector<go_field> fields;  // of the embedded ones too, in the order of the struct
    std::vector<go_embedded> embedded;
    std::vector<go_default> defaults;
    go_form form = go_form::object;
};

class go_type {
public:
    go_type(const lazy_types<go_type>& all, const catalogue_entry& entry);
    ~go_type();
    go_type(const go_type&) = delete;
    go_type& operator=(const go_type&) = delete;

    std::string_view name() const { return name_; }  // "apps.v1.Deployment"
    // Parsed on first use and kept for good. Thread-safe. Throws catalogue_error if the catalogue is damaged.
    const go_struct& contents() const;
    const std::vector<go_field>& fields() const { return contents().fields; }
    const protobuf_contents& protobuf() const;  // protobuf_types.hpp
    type_defaults fill() const;                 // null if all defaults of the type are constants

private:
    const lazy_types<go_type>& all_;
    const catalogue_entry& entry_;
    std::string_view name_;
    mutable std::once_flag parsed_, laid_out_, filled_;
    mutable go_struct contents_;
    mutable std::unique_ptr<protobuf_contents> protobuf_;
    mutable type_defaults fill_ = nullptr;
};

// Null if there is no such type. `name`: "apps.v1.Deployment".
const go_type* find_go_type(std::string_view name);

// Null if the kind is not built in. `api_version`: "apps/v1".
const go_type* go_type_of_kind(std::string_view api_version, std::string_view kind);

}}}  // namespace setpoint::v0::apiserver
