#pragma once
// What is wrong with the state of a cluster after a change of an object. No I/O.

#include "testkit/story/inputs/input_snapshot.hpp"
#include "testkit/story/outcome.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// Whether the objects are those of a new object: claims and volumes may be left over, or larger, and
// revisions of pod templates are history.
bool is_like_new(const std::vector<std::string>& fresh, const std::vector<std::string>& now);

// Checks of a state: nothing if it is right. `fresh`: the state of a new object; `before`: the state before
// the change; `good`: that of the object as the story has it.
std::optional<wrong_outcome> difference_from_new(const input_snapshot& fresh, const input_snapshot& now);
// A claim was deleted; or a Secret, which exists again or which a new object has.
std::optional<wrong_outcome> lost_data(const input_snapshot& before, const input_snapshot& now,
                                       const input_snapshot* fresh);
// Neither the status nor a Warning shows that writes of the operator are refused, or that the spec is bad.
std::optional<wrong_outcome> unreported(const input_snapshot& now, const input_snapshot& good, bool is_bad);

// Whether the operator reports an error for a new object, which then need not have what a changed one keeps:
// it is refused, there is a Warning, a condition of the good state does not hold, or the status has an error.
bool is_error_state(const input_snapshot& now, const input_snapshot& good);

// The status of an object's canonical text, for comparisons.
std::string status_in(const bj::object& object);

}}}  // namespace setpoint::v0::story
