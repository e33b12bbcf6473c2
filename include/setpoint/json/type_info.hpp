#pragma once
// The run-time form of a description: constant tables for one decoder, one encoder, one comparer
// and one schema writer, so that a type adds data, not code. Created by type_of<T>()
// (type_table.hpp); not used directly by users.
//
// A reader walks a value with its table. This one counts the fields that a struct would write:
//     const json::type_info& type = json::type_of<site>();
//     for (const json::field_info& f : type.fields) {
//         const void* member = reinterpret_cast<const char*>(&value) + f.offset;
//         if (f.type->kind == json::type_kind::list) total += f.type->ops.size(member);
//         ...
//     }
//
// Tables of a type refer to those of its fields by address: the field's table is `*f.type`, the entries of
// a list or map and the value of an optional have `*type.element`. Recursive types are therefore cycles; a
// walk over types, unlike one over values, must bound its depth.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {
// Forward declared, to keep this header cheap: it is part of every source that describes a type.
class interned_string;
}}  // namespace setpoint::v0

namespace setpoint { inline namespace v0 { namespace schema {
struct rule;
}}}  // namespace setpoint::v0::schema

namespace setpoint { inline namespace v0 { namespace json {

// The order matters: the kinds up to `number` own no memory, which mark_fields() uses.
enum class type_kind : std::uint8_t {
    boolean,
    int32,
    int64,
    number,       // double
    std_string,   // std::string
    shared_text,  // interned_string
    scalar,       // scalar_traits<T>
    enumeration,  // describe_enum(T)
    object,       // a described struct
    list,         // std::vector<E>
    map,          // std::map<std::string, E> or string_map; keys are strings
    optional,     // std::optional<E>, boxed<E>
    any           // boost::json::value: any JSON; boost::json::object: any object
};

// How entries of a list are paired, from list_set and list_map; atomic: by index, and only as a whole.
enum class list_kind : std::uint8_t { atomic, set, keyed };

struct type_info;

// A field's attributes for schemas and messages, beyond its name and type.
// Views of the constant description; the pointers to limits refer to attributes in it. Null and -1: not
// set.
struct field_rules {
    std::string_view doc;
    std::span<const std::string_view> keys;    // of a keyed list
    std::span<const std::string_view> one_of;  // the allowed values
    // In the order of the attributes. Not evaluated by this process, except by rule_errors().
    std::span<const schema::rule* const> rules;
    std::string_view pattern, format;
    std::string_view server_default;  // JSON
    const double *minimum = nullptr, *maximum = nullptr;
    std::int64_t min_length = -1, max_length = -1, min_items = -1, max_items = -1;  // -1: not set
};

// What reading and writing a field's values needs. Small and apart from the rules: an operator that
// wakes up for one change finds cold caches, so the cost of a table is its number of cache lines.
// `offset` is in bytes from the start of the object, also for fields of base classes: a field's value is
// at `static_cast<const char*>(object) + offset`. Precondition of any such access: the object has the type
// whose table contains this entry.
struct field_info {
    std::string_view name;
    const type_info* type;
    const field_rules* rules;  // never null
    std::uint32_t offset;
    // The attributes of the same names. `required` and `omitzero` decide what encode() writes and what
    // counts as different, `exclusive` and `list` how drift() compares, `unique` what the decoder shares;
    // `nullable`, `preserve_unknown` and `no_default` matter for the schema and for null_when_unset.
    bool required = false, nullable = false, preserve_unknown = false, exclusive = false, unique = false,
         no_default = false, omitzero = false;
    // Of the field, not of the type: the same std::vector<T> may be a set in one field and atomic in
    // another.
    list_kind list = list_kind::atomic;
    // Written as null when unset: it is required, or the server would otherwise set the default.
    bool null_when_unset = false;
    // Then footprint() needs no look at the value.
    bool flat = false;         // values own no other memory
    bool holds_whole = false;  // a value may contain a list or map described `exclusive`
};

// Type-erased access to a value. Only the entries for its kind are set. Their order keeps what
// reading and writing of one kind need on one cache line.
// The table erases the C++ type: void* is a value of the type that has these operations, constructed and
// aligned, except where construct() creates it. No operation owns what it gets or takes ownership; the
// caller keeps the value. One decoder, one encoder and one comparer follow such tables, instead of one
// instantiation of each for every type, which would be most of a program's code.
//
// Returned pointers refer into the value and are valid until it is changed. Only functions that allocate
// throw (std::bad_alloc), and each(), through which exceptions of the visitor pass.
struct type_ops {
    // list
    // at() has the precondition i < size(); its pointer is valid until the list grows.
    std::size_t (*size)(const void* list) = nullptr;
    const void* (*at)(const void* list, std::size_t i) = nullptr;
    void* (*append)(void* list) = nullptr;  // appends a default element
    // list, map, and scalars that define it: the bytes it owns itself, without those of its entries
    std::size_t (*heap)(const void* v) = nullptr;
    // list, map, optional
    // Leaves an empty value; the capacity of lists stays.
    void (*clear)(void* v) = nullptr;
    // map: entries in key order
    std::size_t (*map_size)(const void* map) = nullptr;
    // Calls visit for each entry in key order until it returns false. key_at() and value_at() may
    // count from the start.
    void (*each)(const void* map, void* context,
                 bool (*visit)(void* context, std::string_view key, const void* value)) = nullptr;
    // finds or inserts; null if keys are not interned_string
    void* (*insert_text)(void* map, interned_string key) = nullptr;

    // optional
    // get() is null if the optional is empty; emplace() replaces a value that exists by a default one.
    const void* (*get)(const void* optional) = nullptr;  // null: empty
    void* (*emplace)(void* optional) = nullptr;
    // scalar
    // The functions of scalar_traits. parse() gets the text without quotes and escapes, and returns false
    // for an invalid one; `out` is then unchanged or any valid value. print() appends JSON.
    bool (*unset)(const void* v) = nullptr;
    bool (*same)(const void* a, const void* b) = nullptr;
    bool (*parse)(std::string_view s, void* out) = nullptr;
    void (*print)(const void* v, std::string& out) = nullptr;
    // enumeration
    // The underlying number; enum_set() is only called with numbers of described values.
    std::int64_t (*enum_get)(const void* v) = nullptr;
    void (*enum_set)(void* v, std::int64_t n) = nullptr;

    // Rarely used.
    // construct() needs `size` bytes at `alignment`; destroy() ends the lifetime and frees nothing.
    void (*construct)(void* at) = nullptr;  // default-initialized
    void (*destroy)(void* at) = nullptr;
    void (*shrink)(void* v) = nullptr;  // list, map: shrinks to fit; null: nothing to release
    std::string_view (*key_at)(const void* map, std::size_t i) = nullptr;
    const void* (*value_at)(const void* map, std::size_t i) = nullptr;
    const void* (*lookup)(const void* map, std::string_view key) = nullptr;  // null: none
    void* (*insert)(void* map, std::string_view key) = nullptr;              // as insert_text
    bool (*parse_number)(std::int64_t n, void* out) = nullptr;               // scalar
};

// In the order of describe_enum().
struct enum_entry {
    std::string_view name;
    std::int64_t value;
};

// Constant after build; one per type and program, so the address identifies the type. Members that a kind
// does not use, by the comments, have their initial values. 64: one cache line, the unit in which cold
// tables cost time.
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
    // Takes constant time, or linear time in the few types without a perfect hash. `json_name` may be any
    // text, also one from a document.
    const field_info* find(std::string_view json_name) const noexcept;
};

// Finds seed, shift and characters for type.fields, using `slots` as memory. Called while tables
// are built.
// `slots` must outlive the type. Types with more than 255 fields, or whose names collide in all samples,
// get hash_seed 0, and find() searches linearly: correct, but slower.
void build_lookup(type_info& type, std::span<std::uint8_t> slots) noexcept;

// Sets the members of `fields`, those of the object `type`, and of the type itself that depend on
// the types of the fields, all of which must be known. For a type that is still being built,
// because it contains itself, it assumes the safe value.
// The safe value of holds_whole is true: has_no_surplus() then looks instead of skipping. Precondition:
// info of all field types is at its final address.
void mark_fields(type_info& type, std::span<field_info> fields) noexcept;

// Returns the table of T, which is built once and then immutable.
// Valid until the process ends. May be called before main(), but is not thread-safe before the first call
// for T has returned; afterwards any thread may read the table. A type that is not described does not
// compile, with one sentence that names what to do instead.
template <class T>
const type_info& type_of();

// Returns the inline and heap bytes of a value, for the store's bytes metric. Shared strings are
// counted once per holder.
// Precondition: `value` is a constructed `type`; the caller keeps it. Counts capacities, not sizes, and
// the nodes of maps as libstdc++ allocates them; allocator overhead is not counted, so the result is a
// lower bound. Linear in the number of values that own memory.
std::size_t footprint(const type_info& type, const void* value);

}}}  // namespace setpoint::v0::json
