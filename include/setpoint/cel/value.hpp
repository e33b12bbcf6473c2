#pragma once
// Values, and the interfaces to the host's lists and maps.

#include "setpoint/cel/arena.hpp"
#include "setpoint/cel/type.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cel {

class value;

// The order matters: see type_of(). All errors are values, so that `||` and `&&` can absorb them.
enum class value_kind : std::uint8_t {
    null,
    boolean,
    integer,
    unsigned_integer,
    real,
    string,
    bytes,
    duration,
    timestamp,
    list,
    map,
    type,
    optional,
    opaque,
    error
};

// The type of such values. Precondition: `scalar` is null, timestamp or a kind between them.
const type& type_of(value_kind scalar);

// How the elements of a list of the host are read. `data` is what value::list() was given. Implementations
// are stateless or outlive the evaluation.
// Lists of the host need not be copied: an access object knows how to read them. It is passed `data` as
// void*, so that one access object without state serves all lists of a type, and a value stays at 24
// bytes. The host owns what `data` points to, and keeps it unchanged and alive until the evaluation's
// result is no longer used.
class list_access {
public:
    [[nodiscard]] virtual std::size_t size(const void* data) const = 0;
    // `index` is less than size().
    // Called for each access: make it O(1). What it has to create belongs into `memory`.
    [[nodiscard]] virtual value at(const void* data, std::size_t index, arena& memory) const = 0;
    // Whether it equals the list `other`, and what + makes of both. Nothing: element by element, in order.
    // `other` has the same number of elements when equals() is called.
    [[nodiscard]] virtual std::optional<bool> equals(const void* data, const value& other,
                                                     arena& memory) const;
    [[nodiscard]] virtual std::optional<value> joined(const void* data, const value& other,
                                                      arena& memory) const;

protected:
    ~list_access() = default;
};

// How the entries of a map or an object of the host are read.
// `data` and lifetimes are as for list_access.
class map_access {
public:
    [[nodiscard]] virtual std::size_t size(const void* data) const = 0;
    // Nothing if there is no such key; `key` may be of any kind.
    [[nodiscard]] virtual std::optional<value> find(const void* data, const value& key,
                                                    arena& memory) const = 0;
    // For index < size(), in an order that does not change; value_at() has the same.
    [[nodiscard]] virtual value key_at(const void* data, std::size_t index, arena& memory) const = 0;
    [[nodiscard]] virtual value value_at(const void* data, std::size_t index, arena& memory) const = 0;
    // Whether it equals the map `other`. Nothing: entry by entry.
    [[nodiscard]] virtual std::optional<bool> equals(const void* data, const value& other,
                                                     arena& memory) const;
    // types::map, or the type of an object.
    [[nodiscard]] virtual const cel::type& type() const { return types::map; }

protected:
    ~map_access() = default;
};

// A value of a type that a library defines, e.g. an IP address.
// Usually made in the arena of the evaluation: see arena::make(). Immutable.
class opaque_value {
public:
    opaque_value() = default;
    opaque_value(const opaque_value&) = default;
    opaque_value& operator=(const opaque_value&) = default;
    virtual ~opaque_value() = default;
    [[nodiscard]] virtual const cel::type& type() const = 0;
    // `other` may be of another type: then return false.
    [[nodiscard]] virtual bool equal(const opaque_value& other) const = 0;
    // What size() and the cost model count, or nothing.
    [[nodiscard]] virtual std::optional<std::size_t> size() const { return std::nullopt; }
    // For optional.ofNonZeroValue().
    [[nodiscard]] virtual bool is_zero() const { return false; }
};

// A value: 24 bytes, copied freely. Texts, lists and maps are views of memory of the host, of the program or
// of the evaluation.
// Trivially copyable, and owns nothing: whoever keeps one keeps what it views. A default-constructed
// one is null. The kind decides which members of the unions are in use.
class value {
public:
    constexpr value() : number_(0), size_(0) {}

    static value null() { return {}; }
    static value boolean(bool truth) { return {value_kind::boolean, static_cast<std::int64_t>(truth)}; }
    static value integer(std::int64_t number) { return {value_kind::integer, number}; }
    static value unsigned_integer(std::uint64_t number) {
        return {value_kind::unsigned_integer, static_cast<std::int64_t>(number)};
    }
    static value real(double number) {
        value made;
        made.kind_ = value_kind::real;
        made.real_ = number;
        return made;
    }
    // UTF-8, not copied.
    static value string(std::string_view text) { return {value_kind::string, text.data(), text.size()}; }
    static value bytes(std::string_view text) { return {value_kind::bytes, text.data(), text.size()}; }
    // At most 292 years in either direction.
    static value duration(std::int64_t nanoseconds) { return {value_kind::duration, nanoseconds}; }
    // `offset` is that of the text it was read from, in seconds east of UTC; only conversion to a string
    // shows it.
    static value timestamp(std::int64_t seconds, std::uint32_t nanoseconds, std::int32_t offset = 0) {
        value made{value_kind::timestamp, seconds};
        made.extra_ = nanoseconds;
        made.offset_ = offset;
        return made;
    }
    // `access` and `data` are kept as pointers; see list_access.
    static value list(const list_access& access, const void* data) {
        return {value_kind::list, data, &access};
    }
    static value map(const map_access& access, const void* data) { return {value_kind::map, data, &access}; }
    static value type(const cel::type& of) { return {value_kind::type, &of, std::size_t{0}}; }
    // An optional without a value if `content` is null.
    static value optional(const value* content) { return {value_kind::optional, content, std::size_t{0}}; }
    static value opaque(const opaque_value& held) { return {value_kind::opaque, &held, std::size_t{0}}; }
    // Not copied: use make_error() or evaluation::error() for a text that is made here.
    static value error(std::string_view text) { return {value_kind::error, text.data(), text.size()}; }

    [[nodiscard]] value_kind kind() const { return kind_; }
    [[nodiscard]] bool is(value_kind kind) const { return kind_ == kind; }
    [[nodiscard]] bool is_error() const { return kind_ == value_kind::error; }
    [[nodiscard]] bool is_true() const { return kind_ == value_kind::boolean && number_ != 0; }
    [[nodiscard]] bool is_false() const { return kind_ == value_kind::boolean && number_ == 0; }

    // Each accessor requires that kind().
    [[nodiscard]] bool as_boolean() const { return number_ != 0; }
    [[nodiscard]] std::int64_t as_integer() const { return number_; }
    [[nodiscard]] std::uint64_t as_unsigned() const { return static_cast<std::uint64_t>(number_); }
    [[nodiscard]] double as_real() const { return real_; }
    // Of a string, bytes or an error.
    [[nodiscard]] std::string_view text() const { return {static_cast<const char*>(data_), size_}; }
    // Of a duration; seconds(), subsecond() in nanoseconds, and offset() are those of a timestamp.
    [[nodiscard]] std::int64_t nanoseconds() const { return number_; }
    [[nodiscard]] std::int64_t seconds() const { return number_; }
    [[nodiscard]] std::uint32_t subsecond() const { return extra_; }
    [[nodiscard]] std::int32_t offset() const { return offset_; }
    [[nodiscard]] const list_access& list() const { return *list_; }
    [[nodiscard]] const map_access& map() const { return *map_; }
    // What the access object is called with; not owned.
    [[nodiscard]] const void* data() const { return data_; }
    [[nodiscard]] const cel::type& as_type() const { return *static_cast<const cel::type*>(data_); }
    // Of an optional; null if it has no value.
    [[nodiscard]] const value* content() const { return static_cast<const value*>(data_); }
    [[nodiscard]] const opaque_value& opaque() const { return *static_cast<const opaque_value*>(data_); }

    // Elements of a list, entries of a map.
    [[nodiscard]] std::size_t size() const {
        return is(value_kind::list) ? list_->size(data_) : map_->size(data_);
    }
    [[nodiscard]] value at(std::size_t index, arena& memory) const { return list_->at(data_, index, memory); }
    [[nodiscard]] std::optional<value> find(const value& key, arena& memory) const {
        return map_->find(data_, key, memory);
    }
    // The type at run time.
    // Without parameters: list, map. Valid as long as the program for built-in types, otherwise as long
    // as the host's.
    [[nodiscard]] const cel::type& type() const;

private:
    value(value_kind kind, std::int64_t number) : kind_(kind), number_(number), size_(0) {}
    value(value_kind kind, const void* data, std::size_t size) : kind_(kind), data_(data), size_(size) {}
    value(value_kind kind, const void* data, const list_access* access)
        : kind_(kind), data_(data), list_(access) {}
    value(value_kind kind, const void* data, const map_access* access)
        : kind_(kind), data_(data), map_(access) {}

    value_kind kind_ = value_kind::null;
    std::uint32_t extra_ = 0;
    union {
        std::int64_t number_;
        double real_;
        const void* data_;
    };
    union {
        std::size_t size_;
        std::int32_t offset_;
        const list_access* list_;
        const map_access* map_;
    };
};

// The language's ==: numbers of different types by value, different types as unequal, errors never reach it.
// Counts its steps in `memory` and throws memory_exhausted if they are too many; so do make_list(),
// make_map() and to_text(). NaN is unequal to itself.
[[nodiscard]] bool equal(const value& left, const value& right, arena& memory);
// A list whose elements are in `memory` or outlive the evaluation.
// The elements are copied into `memory`; what they view is not.
[[nodiscard]] value make_list(std::span<const value> elements, arena& memory);
// Makes a map from alternating keys and values; a later entry replaces an earlier one with an equal
// key. A key without a value at the end is ignored. Expected O(n): entries are found by hash.
[[nodiscard]] value make_map(std::span<const value> entries, arena& memory);
// Copies `text` into `memory`.
[[nodiscard]] value make_error(std::string text, arena& memory);
// As the language would write it, e.g. [1, "a", {"k": 2.5}].
// For messages and tests; it is not a format to be parsed. Opaque values are shown as the name of their
// type.
[[nodiscard]] std::string to_text(const value& shown, arena& memory);

}}}  // namespace setpoint::v0::cel
