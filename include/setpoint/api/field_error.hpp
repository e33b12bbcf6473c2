#pragma once
// Errors of single fields, as the API server reports them: one cause of a Status each.
// https://pkg.go.dev/k8s.io/apimachinery/pkg/util/validation/field

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

// One invalid field of an object.
// Owns its texts. The texts follow apimachinery's Error.ErrorBody(), so kubectl prints the same as for a
// built-in kind.
//
//     kind           body(), with bad_value "-1" and detail "must be positive"
//     required       Required value: must be positive
//     invalid        Invalid value: -1: must be positive
//     not_supported  Unsupported value: -1: must be positive
//     forbidden      Forbidden: must be positive
//     too_long       Too long: must be positive
struct field_error {
    // The order is that of the table of texts in field_error.cpp. type_invalid is for a value of the wrong
    // JSON type; too_many and too_few are about numbers of items, too_long about bytes.
    enum class kind : std::uint8_t {
        required,
        invalid,
        type_invalid,
        not_supported,
        duplicate,
        forbidden,
        too_long,
        too_many,
        too_few,
        not_found,
        internal
    };
    kind what = kind::invalid;
    std::string path;  // "spec.containers[0].name"; "" is the object itself and prints as "<nil>"
    // The value as printed in the message: strings are already quoted. Not used by required, forbidden and
    // other errors without a value.
    std::string bad_value;
    // A phrase without a full stop; "" leaves it and its colon out.
    std::string detail;

    // Views a literal.
    std::string_view reason() const;  // of the cause: "FieldValueInvalid"
    std::string body() const;         // "Invalid value: -1: should be greater than or equal to 0"
    std::string text() const;         // path + ": " + body()
};
using field_errors = std::vector<field_error>;

// Returns one error as text(), several in brackets; duplicates are dropped (utilerrors.Aggregate).
// In the order of the first occurrences; "[]" without errors. Quadratic in the number of errors.
std::string joined_messages(const field_errors& errors);

// Paths of fields in messages.
// Plain concatenation: names are not escaped, and a key may contain dots and slashes. `keyed` is for maps:
// metadata.labels[app.kubernetes.io/name].
//     field_path::indexed(field_path::child("spec", "ports"), 1) == "spec.ports[1]"
namespace field_path {
std::string child(std::string_view path, std::string_view name);  // path.name; name if path is ""
std::string indexed(std::string_view path, std::size_t i);        // path[i]
std::string keyed(std::string_view path, std::string_view key);   // path[key]
}  // namespace field_path

}}  // namespace setpoint::v0
