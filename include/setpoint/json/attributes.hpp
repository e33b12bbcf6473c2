#pragma once
// Attributes of described fields, named after OpenAPI and the Kubernetes list markers.
// docs/describing-types.md lists which members each applies to; any other use does not compile.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace setpoint::inline v0 {
struct kind_info;
}

namespace setpoint::inline v0::schema {

namespace detail {
// Compiles the rules of a kind. Throws fault: invalid with the field, the rule and the position of the
// mistake.
void check_rules(const kind_info& kind);
}  // namespace detail

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
// Entries of a list (minItems) or map (minProperties).
struct min_items {
    std::int64_t value;
    explicit constexpr min_items(std::int64_t v) : value(v) {}
};
// Entries of a list (maxItems) or map (maxProperties).
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

// The default in the schema, as JSON, of a member that is unset in C++: the server fills it in, and the
// member is not sent. For types of third-party kinds; other types have member initializers. crd_of() throws
// fault: invalid if it is not JSON.
struct server_default {
    std::string_view json;
    explicit constexpr server_default(std::string_view j) : json(j) {}
};

// Why an object is refused that breaks a rule: the reason of the cause in the Status.
enum class rule_reason : std::uint8_t { invalid, required, forbidden, duplicate };

// A rule in CEL that the API server evaluates (x-kubernetes-validations), of a field or, among the fields of
// object(), of the whole struct. The value is `self`, the one before an update `oldSelf`; crd_of() compiles
// it.
//     rule("self.min <= self.max", "min is at most max").at(".min")
struct rule {
    std::string_view expression, message, path, told;
    rule_reason why = rule_reason::invalid;
    bool without_old = false;
    // Only programs that describe rules contain the compiler of expressions.
    void (*checked_by)(const kind_info& kind) = &detail::check_rules;

    // Without a message, errors quote the expression.
    explicit constexpr rule(std::string_view e, std::string_view m = {}) : expression(e), message(m) {}

    constexpr rule reason(rule_reason r) const {
        rule copy = *this;
        copy.why = r;
        return copy;
    }
    // The field below the value that errors name, as ".spec.min" or ".map['a.b']" (fieldPath).
    constexpr rule at(std::string_view field_path) const {
        rule copy = *this;
        copy.path = field_path;
        return copy;
    }
    // An expression for the message, such as "self.name + ' is taken'" (messageExpression). API servers
    // refuse it if the text may be too long, as that of a number.
    constexpr rule says(std::string_view message_expression) const {
        rule copy = *this;
        copy.told = message_expression;
        return copy;
    }
    // Evaluates a rule about oldSelf for new values too, where it is an empty optional (optionalOldSelf).
    constexpr rule also_without_old() const {
        rule copy = *this;
        copy.without_old = true;
        return copy;
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
