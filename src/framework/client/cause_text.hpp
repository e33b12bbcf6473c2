#pragma once
// Parses the message of a Status cause, as kube-apiserver writes it (field.Error.ErrorBody).

#include "setpoint/client/status.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

struct cause_parts {
    std::string_view what;    // "Invalid value", "Forbidden", "Required value", ...
    std::string_view value;   // the rejected value as JSON or in Go syntax; "" if omitted
    std::string_view detail;  // "field is immutable"; "" if there is none
};

// Splits "Invalid value: {"a":1}: field is immutable". A message of another form becomes the
// detail. The views refer to `message`.
cause_parts split_cause(std::string_view message);

// Returns the first line, with "..." for a value of more than 64 bytes, within 256 bytes. (A
// template is a value; the lines below hold a diff of the two objects.)
std::string short_cause(std::string_view message);

// Returns one line per cause, "spec.list[0]: " before the short text, at most `limit` bytes in
// total. The last line is "and more" if causes are left.
std::string lines_of_causes(const std::vector<status_cause>& causes, std::size_t limit);
// Returns the length of the field and its colon in such a line; 0 if there is none.
std::size_t size_of_field(std::string_view line);

}}  // namespace setpoint::v0
