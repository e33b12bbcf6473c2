#pragma once
// Attributes of described fields, named after OpenAPI and the Kubernetes list markers.
// docs/describing-types.md lists which members each applies to; any other use does not compile.
//
// What each one applies to; N: also to the entries of lists and maps, at any depth:
//     required, no_default, rule, server_default   any member
//     nullable                                     std::optional, JSON
//     minimum, maximum                             numbers (N)
//     min_length, max_length, one_of, unique       strings (N)
//     pattern                                      strings and quantities (N)
//     format                                       strings and numbers (N)
//     min_items, max_items                         lists and maps, the outermost one
//     list_set                                     lists of scalars
//     list_map                                     lists of described structs
//     exclusive                                    lists and maps
//     preserve_unknown                             structs, maps, JSON
//     omitzero                                     numbers and flags (N)
//
// The order of attributes has no meaning. A type is an attribute if it has a specialization of
// detail::attribute_traits; programs cannot add their own.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace setpoint { inline namespace v0 {
// Forward declared: rules name the kind that they belong to, and this header must not include the API
// layer.
struct kind_info;
}}  // namespace setpoint::v0

namespace setpoint { inline namespace v0 { namespace schema {

// Declared here, where rule refers to it by address, and defined with the compiler of CEL expressions
// (src/framework/api/rules.cpp). A program without a rule therefore does not link that compiler.
namespace detail {
// Compiles the rules of a kind. Throws fault: invalid with the field, the rule and the position of the
// mistake.
// `kind` is a complete kind_of<T>(). Compiles all its rules on each call; crd_of() calls it once for each
// version.
void check_rules(const kind_info& kind);
}  // namespace detail

// Attributes are values of small literal types: field() and object() store them in a constant description,
// and each reader (table, schema, checks) picks the types that it knows by overload. The types with the
// suffix _t have no parameters; write the constants at the end of this header instead.
//
//     field(&self::port, "port", "TCP port.", required, minimum(1), maximum(65535))
//     field(&self::tier, "tier", "Where it runs.", one_of("web", "db"))
//     field(&self::hosts, "hosts", "Names.", list_set, max_items(16), max_length(253))
//
// A parameter that contradicts another one of the same field (a minimum above the maximum, a negative
// count) does not compile where the type is used. On a list or map of scalars, the limits of numbers and
// strings apply to each entry.
struct required_t {};
struct nullable_t {};
struct preserve_unknown_t {};
struct list_set_t {};
struct exclusive_t {};
struct unique_t {};
struct no_default_t {};
struct omitzero_t {};
// Inclusive. For numbers, also generation_number and other scalars that are numbers. A double represents
// integers exactly up to 2^53; limits beyond are rounded.
struct minimum {
    double value;
    explicit constexpr minimum(double v) : value(v) {}
};
// Inclusive; see minimum.
struct maximum {
    double value;
    explicit constexpr maximum(double v) : value(v) {}
};
// In characters (Unicode code points), not bytes, as the API server counts. For strings.
struct min_length {
    std::int64_t value;
    explicit constexpr min_length(std::int64_t v) : value(v) {}
};
// In characters, like min_length. An upper limit also lets the API server bound the cost of rules in CEL
// about the field; without it, such a rule may be refused as too expensive.
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
// Views a string literal or another text that lives as long as the program; so do all texts in
// descriptions. It matches anywhere in the value unless it contains ^ and $. The compiler checks it
// against RE2's syntax (detail/pattern_syntax.hpp).
struct pattern {
    std::string_view value;  // ECMA 262, as the API server interprets it
    explicit constexpr pattern(std::string_view v) : value(v) {}
};
// Adds to the schema only: the API server checks the formats that it knows (ipv4, uuid, date-time, ...)
// and ignores others; decode() checks none. It replaces the format that follows from the member's type.
struct format {
    std::string_view value;  // an OpenAPI format, e.g. "date-time"
    explicit constexpr format(std::string_view v) : value(v) {}
};
// The allowed values of a string.
// At most 16 values, distinct; more do not compile. For a closed set that C++ code switches over, a
// described enum is better: decode() then refuses other values.
//     field(&self::protocol, "protocol", "Transport.", one_of("TCP", "UDP", "SCTP"))
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
// One to four keys, named as in JSON. Each is a described scalar of the entry type, and required or with a
// default there, as the API server demands. Comparison, patches and drift paths pair entries by these
// keys; without an attribute a list is atomic: each write replaces it, and it is compared in order.
//     field(&self::ports, "ports", "Open ports.", list_map("port", "protocol"))
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
// member is not sent. For types of third-party kinds; other types have member initializers. crd_of()
// throws fault: invalid if it is not JSON. A default that differs from the member's initializer is a
// contradiction and throws too.
struct server_default {
    std::string_view json;
    explicit constexpr server_default(std::string_view j) : json(j) {}
};

// Why an object is refused that breaks a rule: the reason of the cause in the Status.
// The values of FieldValueInvalid, FieldValueRequired, FieldValueForbidden and FieldValueDuplicate; the
// API server permits only these for rules (apiextensions.k8s.io/v1, ValidationRule).
enum class rule_reason : std::uint8_t { invalid, required, forbidden, duplicate };

// A rule in CEL that the API server evaluates (x-kubernetes-validations), of a field or, among the fields
// of object(), of the whole struct. The value is `self`, the one before an update `oldSelf`; crd_of()
// compiles it.
//     rule("self.min <= self.max", "min is at most max").at(".min")
// Each setter returns a changed copy, so that a rule is one constant expression. Texts must live as long
// as the program. crd_of() throws fault: invalid for a rule that does not compile, with the field and the
// rule. rule_errors() (api/rules.hpp) evaluates rules in a test.
struct rule {
    // `path` is fieldPath and `told` messageExpression; the others have the names of their JSON fields.
    std::string_view expression, message, path, told;
    rule_reason why = rule_reason::invalid;
    bool without_old = false;
    // Only programs that describe rules contain the compiler of expressions.
    void (*checked_by)(const kind_info& kind) = &detail::check_rules;

    // Without a message, errors quote the expression.
    explicit constexpr rule(std::string_view e, std::string_view m = {}) : expression(e), message(m) {}

    // The reason of the cause in the Status. Default: FieldValueInvalid.
    constexpr rule reason(rule_reason r) const {
        rule copy = *this;
        copy.why = r;
        return copy;
    }
    // The field below the value that errors name, as ".spec.min" or ".map['a.b']" (fieldPath).
    // Must lead to a described field; map keys are quoted, list indexes are not allowed. Without it errors
    // name the value that has the rule.
    constexpr rule at(std::string_view field_path) const {
        rule copy = *this;
        copy.path = field_path;
        return copy;
    }
    // An expression for the message, such as "self.name + ' is taken'" (messageExpression). API servers
    // refuse it if the text may be too long, as that of a number.
    // If it fails at run time, or its result is empty or has line breaks, the message is used instead.
    // Bound the lengths of the texts in it with max_length.
    constexpr rule says(std::string_view message_expression) const {
        rule copy = *this;
        copy.told = message_expression;
        return copy;
    }
    // Evaluates a rule about oldSelf for new values too, where it is an empty optional (optionalOldSelf).
    // Without it, a rule that uses oldSelf is only evaluated for updates of an existing value.
    //     rule("!oldSelf.hasValue() || self >= oldSelf.value()", "must not shrink").also_without_old()
    constexpr rule also_without_old() const {
        rule copy = *this;
        copy.without_old = true;
        return copy;
    }
};

// The schema lists it in `required`, and encode() writes it even if it is empty. decode() does not check
// it: objects that were stored before it was required must stay readable.
inline constexpr required_t required{};  // must be set; it then has no default
// An unset value is written as null if the field is required or has a default, since an absent one would
// otherwise become the default.
inline constexpr nullable_t nullable{};  // null is a distinct value (use std::optional)
// An object whose unknown fields the server keeps (x-kubernetes-preserve-unknown-fields).
// For objects, maps and JSON. The decoder of this process still skips what is not described; take
// boost::json::object for a member whose contents are needed.
inline constexpr preserve_unknown_t preserve_unknown{};
// For scalars. Compared without regard to order; the server refuses duplicates and merges entries of
// different managers.
inline constexpr list_set_t list_set{};  // a list without duplicates (x-kubernetes-list-type: set)
// A list or map that is owned completely: the applier owns every entry, and entries by other clients are
// drift and are removed. Without it, entries that other clients add to a keyed list are kept. A list
// that is neither keyed nor a set is atomic on the server and always compared completely.
inline constexpr exclusive_t exclusive{};
// a string that differs in every object (a uid): not worth sharing
// It is then not looked up in the decoder's string_pool, which would only grow by it. No effect on the
// API.
inline constexpr unique_t unique{};
// For initializers that are convenient in C++ but must not become part of the API.
inline constexpr no_default_t
    no_default{};  // optional; the member initializer is not a default in the schema
// The server stores 0 and false as absent (omitempty on a plain Go field), so these values compare
// as unset.
inline constexpr omitzero_t omitzero{};

}}}  // namespace setpoint::v0::schema
