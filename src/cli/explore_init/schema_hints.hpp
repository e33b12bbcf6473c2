#pragma once
// What a definition's schema tells about its objects: an object that it accepts, a field that can be changed,
// and what its status may be waited for. Pure.

#include <boost/json/object.hpp>

#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace cli::draft {

// The schema of the version; null.
const boost::json::object* schema_of(const boost::json::object& definition, std::string_view version);
// The smallest object that the schema accepts, as far as it can be told.
boost::json::object smallest_object(const boost::json::object& definition);

struct spec_change {
    boost::json::object merge;  // a merge patch of the object
    std::string path;           // ".spec.replicas"
};
// A field of the object's spec that may have another value; nothing if none is safe.
std::optional<spec_change> change_of(const boost::json::object& object,
                                     const boost::json::object& definition);

// A condition of a story's wait, without kind and name: "condition: Ready". "" if the schema has no status.
struct status_hint {
    std::string condition;
    bool is_guess = true;  // the schema allows it, and nothing says that it will come
};
status_hint status_hint_of(const boost::json::object& object, const boost::json::object& definition);
// The same from an object as it was at the end of a story.
status_hint status_hint_of(const boost::json::object& as_it_ended);

}}}  // namespace setpoint::v0::cli::draft
