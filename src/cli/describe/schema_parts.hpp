#pragma once
// What a part of an OpenAPI v3 schema is: shapes that setpoint has a type for, and facts about its fields.
// Pure.

#include "cli/describe/kind_model.hpp"
#include "cli/json_members.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli {

// Whether a value with x-kubernetes-int-or-string is a quantity: by its pattern.
bool is_quantity(const bj::object& schema);
// Whether these are the fields of metav1.Condition, of which fewer may be required. setpoint::condition has
// three values for the status, so a schema that allows others is not one.
bool is_condition(const bj::object& properties);
// Whether these are the fields of metav1.LabelSelector.
bool is_label_selector(const bj::object& properties);

// Objects with equal keys have equal types. The texts that documentation shows beside a type do not count.
std::string key_of(const bj::object& schema);
// The schema of the entries of a list or map; null if it is missing.
const bj::object* entry_of(const bj::object& schema, cpp_type::form what);
// Whether an object with this schema must have the field.
bool is_required(const bj::object& owner, std::string_view name);
// Whether the name of a field has nothing that JSON escapes.
bool has_plain_characters(std::string_view name);
// The first sentence of its description, and its default if that is short.
std::string doc_of(const bj::object& schema);

}}}  // namespace setpoint::v0::cli
