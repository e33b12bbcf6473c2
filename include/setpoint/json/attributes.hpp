#pragma once
// Attributes of described fields, named after OpenAPI and the Kubernetes list markers.
// docs/describing-types.md lists which members each applies to; any other use does not compile.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace setpoint::inline v0::schema {

struct required_t {};
struct nullable_t {};
struct preserve_unknown_t {};
struct list_set_t {};
struct exclusive_t {};
struct unique_t {};
struct no_default_t {};
struct omitzero_t {};
struct minimum {
    double value;
    explicit constexpr minimum(double v) : value(v) {}
};
struct maximum {
    double value;
    explicit constexpr maximum(double v) : value(v) {}
};
struct min_length {
    std::int64_t value;
    explicit constexpr min_length(std::int64_t v) : value(v) {}
};
struct max_length {
    std::int64_t value;
    explicit constexpr max_length(std::int64_t v) : value(v) {}
};
struct min_items {
    std::int64_t value;
    explicit constexpr min_items(std::int64_t v) : value(v) {}
};
struct max_items {
    std::int64_t value;
    explicit constexpr max_items(std::int64_t v) : value(v) {}
};
struct pattern {
    std::string_view value;  // ECMA 262, as the API server interprets it
    explicit constexpr pattern(std::string_view v) : value(v) {}
};
struct format {
    std::string_view value;  // an OpenAPI format, e.g. "date-time"
    explicit constexpr format(std::string_view v) : value(v) {}
};
// The allowed values of a string.
struct one_of {
    static constexpr std::size_t capacity = 16;
    std::string_view values[capacity] = {};
    std::size_t count = 0;
    template <class... S>
    explicit constexpr one_of(S... s) : values{std::string_view(s)...}, count(sizeof...(S)) {
        static_assert(sizeof...(S) <= capacity);
    }
};
// A list of structs that the server merges by these keys (x-kubernetes-list-type: map).
struct list_map {
    static constexpr std::size_t capacity = 4;
    std::string_view keys[capacity] = {};
    std::size_t count = 0;
    template <class... S>
    explicit constexpr list_map(S... s) : keys{std::string_view(s)...}, count(sizeof...(S)) {
        static_assert(sizeof...(S) >= 1 && sizeof...(S) <= capacity);
    }
};

inline constexpr required_t required{};  // must be set; it then has no default
inline constexpr nullable_t nullable{};  // null is a distinct value (use std::optional)
// An object whose unknown fields the server keeps (x-kubernetes-preserve-unknown-fields).
inline constexpr preserve_unknown_t preserve_unknown{};
inline constexpr list_set_t list_set{};  // a list without duplicates (x-kubernetes-list-type: set)
// A list or map that is owned completely: the applier owns every entry, and entries by other clients are
// drift and are removed. Without it, entries that other clients add to a keyed list are kept. A list
// that is neither keyed nor a set is atomic on the server and always compared completely.
inline constexpr exclusive_t exclusive{};
// a string that differs in every object (a uid): not worth sharing
inline constexpr unique_t unique{};
inline constexpr no_default_t
    no_default{};  // optional; the member initializer is not a default in the schema
// The server stores 0 and false as absent (omitempty on a plain Go field), so these values compare
// as unset.
inline constexpr omitzero_t omitzero{};

}  // namespace setpoint::inline v0::schema
