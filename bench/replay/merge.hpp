#pragma once
// What the bodies of writes make of an object: as much of it as the writes of controllers need.

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 { namespace replay {

// Server-side apply, forced, by an owner who applies all that it ever applied: objects are merged, lists of
// objects by their key (port, type, uid or name), all else is replaced.
void apply(boost::json::object& into, const boost::json::object& body);
// RFC 7386.
void merge_patch(boost::json::object& into, const boost::json::object& patch);
// What a PUT replaces: everything but what the server itself sets in metadata, and the status.
void replace(boost::json::object& into, const boost::json::object& body);

}}}  // namespace setpoint::v0::replay
