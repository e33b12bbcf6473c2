#pragma once
// Gives a built-in object the form that a round through Go's types has: empty optional fields and nulls are
// dropped, fields without omitempty are there, quantities and times are canonical. Defaults that belong to a
// type wherever it stands (containers, probes, volumes) are filled in on the way.

#include <boost/json/object.hpp>

namespace setpoint::apiserver::kinds {

// By the object's apiVersion and kind; others are left alone. Fields that the type does not have stay.
void shape(boost::json::object& object);
// Of an object with apiVersion and kind alone: the fields that every object of its type has, without any
// default.
void make_blank(boost::json::object& object);

// What storing does to an object: of a list that is always written an empty one comes back as null, as
// protobuf does not tell them apart. Definitions are stored as JSON, and keep theirs.
void drop_empty_lists(boost::json::object& object);

using type_defaults = void (*)(boost::json::object&);
// What a type fills in, parents before children; null: nothing. `type`: "core.v1.Container".
type_defaults defaults_of_type(std::string_view type);

}  // namespace setpoint::apiserver::kinds
