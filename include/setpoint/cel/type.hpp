#pragma once
// The types of the language.
//
// Types of the checker and of values at run time share this representation: a list's type is list(int)
// for the checker, but plain types::list as the value of type([1]).

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

// `error` marks what the checker has reported already. `any` and `dyn` are assignable from and to
// everything. `opaque` types are known by name and parameters only, and `parameter` is a type parameter
// of a signature.
enum class type_kind : std::uint8_t {
    error,
    dyn,
    any,
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
    object,
    opaque,
    parameter
};

// A type of the language. Types are immutable and compared by structure; a type_pool owns those with
// parameters.
// Copying is rarely wanted: compare by same_as(), not by address. A type refers to its name and
// parameters, whose owner (a type_pool, or a literal) must outlive it.
class type {
public:
    // `name` and `parameters` are not copied.
    constexpr type(type_kind kind, std::string_view name, std::span<const type* const> parameters = {},
                   bool nullable = false)
        : kind_(kind), nullable_(nullable), name_(name), parameters_(parameters) {
        for (const type* each : parameters) weight_ += each->weight_;
    }

    [[nodiscard]] constexpr type_kind kind() const { return kind_; }
    // The name at run time, e.g. google.protobuf.Timestamp.
    [[nodiscard]] constexpr std::string_view name() const { return name_; }
    [[nodiscard]] constexpr std::span<const type* const> parameters() const { return parameters_; }
    // A wrapper type, whose values may also be null.
    [[nodiscard]] constexpr bool nullable() const { return nullable_; }

    // How many types it consists of, itself included.
    // The bound on it keeps the recursion over types bounded, too.
    [[nodiscard]] constexpr std::uint64_t weight() const { return weight_; }

    [[nodiscard]] bool is_dyn() const { return kind_ == type_kind::dyn || kind_ == type_kind::any; }
    [[nodiscard]] bool is_optional() const { return kind_ == type_kind::opaque && name_ == "optional_type"; }
    // O(weight). Ignores nullable().
    [[nodiscard]] bool same_as(const type& other) const;
    // As error messages have it: list(int), map(string, dyn), timestamp.
    // See go_type_text() for the other form.
    [[nodiscard]] std::string text() const;

private:
    type_kind kind_;
    bool nullable_;
    std::string_view name_;
    std::span<const type* const> parameters_;
    std::uint64_t weight_ = 1;
};

// Constants with static storage: pointers to them are valid everywhere.
namespace types {
inline constexpr type error{type_kind::error, "!error!"};
inline constexpr type dyn{type_kind::dyn, "dyn"};
inline constexpr type any{type_kind::any, "google.protobuf.Any"};
inline constexpr type null{type_kind::null, "null_type"};
inline constexpr type boolean{type_kind::boolean, "bool"};
inline constexpr type integer{type_kind::integer, "int"};
inline constexpr type unsigned_integer{type_kind::unsigned_integer, "uint"};
inline constexpr type real{type_kind::real, "double"};
inline constexpr type string{type_kind::string, "string"};
inline constexpr type bytes{type_kind::bytes, "bytes"};
inline constexpr type duration{type_kind::duration, "google.protobuf.Duration"};
inline constexpr type timestamp{type_kind::timestamp, "google.protobuf.Timestamp"};
inline constexpr type meta{type_kind::type, "type"};
// The run-time types of all lists, maps and optionals.
inline constexpr type list{type_kind::list, "list"};
inline constexpr type map{type_kind::map, "map"};
inline constexpr type optional{type_kind::opaque, "optional_type"};
}  // namespace types

// Owns types. Pointers stay valid as long as the pool. Making a type that consists of more than 10,000
// throws std::length_error.
// Equal types are not shared: each call makes another one. Not thread-safe.
class type_pool {
public:
    type_pool() = default;
    // Knows the names of `parent` too.
    explicit type_pool(std::shared_ptr<const type_pool> parent) : parent_(std::move(parent)) {}
    type_pool(const type_pool&) = delete;
    type_pool& operator=(const type_pool&) = delete;

    // Parameters must outlive the pool, as types of this pool, of a parent or of namespace types do.
    const type* list(const type* element);
    const type* map(const type* key, const type* value);
    const type* optional(const type* element);
    // The type of types: type(int) is the type of the value `int`.
    const type* type_of(const type* of);
    // A wrapper type such as google.protobuf.Int64Value: `primitive`, or null.
    const type* nullable(const type* primitive);
    const type* parameter(std::string_view name);
    const type* object(std::string_view name);
    const type* opaque(std::string_view name, std::vector<const type*> parameters = {});

    // Parses a type as declarations write it: "list(map(string, T))". Capital letters are parameters; names
    // of objects and opaque types must have been declared with name(). Throws std::invalid_argument.
    // Also knows "optional(T)" and "type(T)". Surrounding blanks are ignored.
    const type* parse(std::string_view text);
    // Makes a type known to parse() under its name.
    // `declared` must outlive the pool and the pools that have it as a parent. A later one of that name
    // replaces it.
    void name(const type* declared) { named_[std::string(declared->name())] = declared; }

private:
    const type* add(type_kind kind, std::string_view name, std::vector<const type*> parameters,
                    bool nullable = false);
    const type* parse_next(std::string_view& text);
    const type* find(std::string_view name);

    struct stored {
        std::string name;
        std::vector<const type*> parameters;
        std::unique_ptr<type> made;
    };
    std::shared_ptr<const type_pool> parent_;
    std::deque<stored> stored_;
    std::map<std::string, const type*, std::less<>> named_;
};

}}}  // namespace setpoint::v0::cel
