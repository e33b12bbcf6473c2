#pragma once
// The attributes of a described field for the limits of a schema, and the rules that have none. Pure.

#include "cli/describe/kind_model.hpp"
#include "cli/json_members.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// Values that one_of() takes.
inline constexpr std::size_t most_choices = 16;

// Whether a text has a list of allowed values. Null may be among them.
bool has_choices(const bj::object& schema);
// The allowed values without null.
std::vector<std::string> choices_of(const bj::object& schema);

// Whether an enum can have them: each has a text, and there are at most 256.
bool has_enumerators(const std::vector<std::string>& choices);

// Appends minimum(0), pattern("..."), one_of("TCP", "UDP"), ... for a value of the form `what`.
void add_value_attributes(const bj::object& schema, cpp_type::form what, std::vector<std::string>& to);
// Appends min_items(1) and max_items(16) for a list or map.
void add_item_limits(const bj::object& schema, cpp_type::form what, std::vector<std::string>& to);
// The rules of this part of a schema, without the parts inside it, that no attribute expresses. `as_enums`:
// texts with a list of values are enums.
std::vector<std::string> other_rules(const bj::object& schema, bool as_enums);

// Appends server_default(R"("TCP")") if the schema has a default other than null.
void add_default(const bj::object& schema, std::vector<std::string>& to);
// Sets the limits of a field of the form `what`. `inner`: the schema of its value or, if that is a list or
// map, of the innermost entries.
void set_limits(const bj::object& field, const bj::object& inner, cpp_type::form what, described_limits& to);

// Returns a default as C++ and as JSON; "" if it is no text, integer or flag.
std::string default_in_cpp(const bj::object& schema);
std::string default_in_json(const bj::object& schema);
// Whether the default is a value of the form `what`, within the limits of the schema.
bool can_be_default(const bj::object& schema, cpp_type::form what);

}}}  // namespace setpoint::v0::cli
