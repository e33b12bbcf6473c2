#pragma once
// The message of a cause in a Status, as kube-apiserver writes it (field.Error.ErrorBody).

#include "setpoint/client/status.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint {

struct cause_parts {
    std::string_view what;    // "Invalid value", "Forbidden", "Required value", ...
    std::string_view value;   // what was refused, as JSON or in Go's words; "" when it is left out
    std::string_view detail;  // "field is immutable"; "" when nothing more is said
};

// `message`: "Invalid value: {"a":1}: field is immutable". One that has not this form is all detail. The
// views are into `message`.
cause_parts split_cause(std::string_view message);

// Its first line, with "..." for a value of more than 64 bytes, within 256 bytes. (A template is a value; a
// difference between two objects stands on the lines below.)
std::string short_cause(std::string_view message);

// One line for each cause, "spec.list[0]: " before the short text, together at most `limit` bytes; the last
// one is "and more" when there are others.
std::string lines_of_causes(const std::vector<status_cause>& causes, std::size_t limit);
// How long the field and the colon behind it are in such a line; 0 when it has none.
std::size_t size_of_field(std::string_view line);

}  // namespace setpoint
