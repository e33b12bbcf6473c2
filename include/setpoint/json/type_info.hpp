#pragma once
// The run-time form of a description: constant tables for one decoder, one encoder, one comparer
// and one schema writer, so that a type adds data, not code. Created by type_of<T>()
// (type_table.hpp); not used directly by users.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace setpoint::inline v0 {
class interned_string;
}

namespace setpoint::inline v0::schema {
struct rule;
}

namespace setpoint::inline v0::json {

enum class type_kind : std::uint8_t {
    boolean,
    int32,
    int64,
    number,       // double
    std_string,   // std::string
    shared_text,  // text
    scalar,       // scalar_traits<T>
    enumeration,  // describe_enum(T)
    object,       // a described struct
    list,         // std::vector<E>
    map,          // std::map<std::string, E> or string_map; keys are strings
    optional,     // std::optional<E>, boxed<E>
    any           // boost::json::value: any JSON; boost::json::object: any object
};

enum class list_kind : std::uint8_t { atomic, set, keyed };

struct type_info;

// A field's attributes for schemas and messages, beyond its name and type.
struct field_rules {
    std::string_view doc;
    std::span<const std::string_view> keys;    // of a keyed list
    std::span<const std::string_view> one_of;  // the allowed values
    std::span<const schema::rule* const> rules;
    std::string_view pattern, format;
    std::string_view server_default;  // JSON
    const double *minimum = nullptr, *maximum = nullptr;
    std::int64_t min_length = -1, max_length = -1, min_items = -1, max_items = -1;  // -1: not set
};

// What reading and writing a field's values needs. Small and apart from the rules: an operator that
// wakes up for one change finds cold caches, so the cost of a table is its number of cache lines.
struct field_info {
    std::string_view name;
    const type_info* type;
    const field_rules* rules;  // never null
    std::uint32_t offset;
    bool required = false, nullable = false, preserve_unknown = false, exclusive = false, unique = false,
         no_default = false, omitzero = false;
    list_kind list = list_kind::atomic;
    // Written as null when unset: it is required, or the server would otherwise set the default.
    bool null_when_unset = false;
    bool flat = false;         // values own no other memory
    bool holds_whole = false;  // a value may contain a list or map described `whole`
};

// Type-erased access to a value. Only the entries for its kind are set. Their order keeps what
// reading and writing of one kind need on one cache line.
struct type_ops {
    // list
    std::size_t (*size)(const void* list) = nullptr;
    const void* (*at)(const void* list, std::size_t i) = nullptr;
    void* (*append)(void* list) = nullptr;  // appends a default element
    // list, map, and scalars that define it: the bytes it owns itself, without those of its entries
    std::size_t (*heap)(const void* v) = nullptr;
    // list, map, optional
    void (*clear)(void* v) = nullptr;
    // map: entries in key order
    std::size_t (*map_size)(const void* map) = nullptr;
    // Calls visit for each entry in key order until it returns false. key_at() and value_at() may
    // count from the start.
    void (*each)(const void* map, void* context,
                 bool (*visit)(void* context, std::string_view key, const void* value)) = nullptr;
    // finds or inserts; null if keys are not `text`
    void* (*insert_text)(void* map, interned_string key) = nullptr;

    // optional
    const void* (*get)(const void* optional) = nullptr;  // null: empty
    void* (*emplace)(void* optional) = nullptr;
    // scalar
    bool (*unset)(const void* v) = nullptr;
    bool (*same)(const void* a, const void* b) = nullptr;
    bool (*parse)(std::string_view s, void* out) = nullptr;
    void (*print)(const void* v, std::string& out) = nullptr;
    // enumeration
    std::int64_t (*enum_get)(const void* v) = nullptr;
    void (*enum_set)(void* v, std::int64_t n) = nullptr;

    // Rarely used.
    void (*construct)(void* at) = nullptr;  // default-initialized
    void (*destroy)(void* at) = nullptr;
    void (*shrink)(void* v) = nullptr;  // list, map: shrinks to fit; null: nothing to release
    std::string_view (*key_at)(const void* map, std::size_t i) = nullptr;
    const void* (*value_at)(const void* map, std::size_t i) = nullptr;
    const void* (*lookup)(const void* map, std::string_view key) = nullptr;  // null: none
    void* (*insert)(void* map, std::string_view key) = nullptr;              // as insert_text
    bool (*parse_number)(std::int64_t n, void* out) = nullptr;               // scalar
};

struct enum_entry {
    std::string_view name;
    std::int64_t value;
};

struct alignas(64) type_info {
    type_kind kind;
    bool object_only = false;      // any: a boost::json::object, not a value
    bool holds_whole = false;      // object: as in field_info
    std::uint8_t scalar_type = 0;  // scalar: json::scalar_type
    // Finds a field by its JSON name: a perfect hash over the length and three characters
    // (src/framework/json/field_lookup.hpp).
    std::uint8_t hash_shift = 31;
    std::uint8_t hash_at[3] = {};         // positions of the characters: n * hash_at / 256
    std::uint32_t hash_seed = 0;          // 0: no perfect hash, linear search
    bool is_secret = false;               // scalar: as in its traits
    std::span<const std::uint8_t> slots;  // index into fields + 1, 0 for none
    std::span<const field_info> fields;   // object, in description order
    const type_info* element = nullptr;   // list, map, optional
    std::uint32_t size = 0, alignment = 0;
    type_ops ops;
    std::string_view name;                       // for messages
    std::string_view doc;                        // object
    std::span<const enum_entry> values;          // enumeration
    std::string_view scalar_format;              // scalar
    std::string_view scalar_pattern;             // scalar: used if the field has none
    std::span<const schema::rule* const> rules;  // object

    // Returns null if the type has no such field.
    const field_info* find(std::string_view json_name) const noexcept;
};

// Finds seed, shift and characters for type.fields, using `slots` as memory. Called while tables
// are built.
void build_lookup(type_info& type, std::span<std::uint8_t> slots) noexcept;

// Sets the members of `fields`, those of the object `type`, and of the type itself that depend on
// the types of the fields, all of which must be known. For a type that is still being built,
// because it contains itself, it assumes the safe value.
void mark_fields(type_info& type, std::span<field_info> fields) noexcept;

// Returns the table of T, which is built once and then immutable.
template <class T>
const type_info& type_of();

// Returns the inline and heap bytes of a value, for the store's bytes metric. Shared strings are
// counted once per holder.
std::size_t footprint(const type_info& type, const void* value);

}  // namespace setpoint::inline v0::json
