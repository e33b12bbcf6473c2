#pragma once
// Errors of single fields, as the API server reports them: one cause of a Status each.
// https://pkg.go.dev/k8s.io/apimachinery/pkg/util/validation/field

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint::inline v0 {

// One invalid field of an object.
struct field_error {
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
    std::string detail;

    std::string_view reason() const;  // of the cause: "FieldValueInvalid"
    std::string body() const;         // "Invalid value: -1: should be greater than or equal to 0"
    std::string text() const;         // path + ": " + body()
};
using field_errors = std::vector<field_error>;

// Returns one error as text(), several in brackets; duplicates are dropped (utilerrors.Aggregate).
std::string joined_messages(const field_errors& errors);

// Paths of fields in messages.
namespace field_path {
std::string child(std::string_view path, std::string_view name);  // path.name; name if path is ""
std::string indexed(std::string_view path, std::size_t i);        // path[i]
std::string keyed(std::string_view path, std::string_view key);   // path[key]
}  // namespace field_path

}  // namespace setpoint::inline v0
