#pragma once
// Re-encodes a built-in object as a round trip through Go's types does: drops empty optional fields
// and nulls, adds fields without omitempty, and puts quantities and times into canonical form. Also
// fills in the defaults of types that occur in many places (containers, probes, volumes).

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Uses apiVersion and kind of the object; leaves unknown kinds unchanged. Fields that the type does
// not have are kept.
void apply_go_encoding(boost::json::object& object);
// Adds the fields that every object of its type has, without defaults. `object` contains only
// apiVersion and kind.
void add_zero_values(boost::json::object& object);

// Turns empty lists without omitempty into null, as a round trip through storage does: protobuf
// does not distinguish them. Definitions are stored as JSON and keep theirs.
void drop_empty_lists(boost::json::object& object);

using type_defaults = void (*)(boost::json::object&);
// Defaults of a type such as "core.v1.Container" that are not constants, set after those in the catalogue,
// parents before children; null if it has none. kinds/kinds.cpp defines it.
type_defaults defaults_of_type(std::string_view type);

}}}  // namespace setpoint::v0::apiserver
