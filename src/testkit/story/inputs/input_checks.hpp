#pragma once
// What is wrong with the state of a cluster after a change of an object. No I/O.

#include "testkit/story/inputs/input_snapshot.hpp"
#include "testkit/story/outcome.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// Whether the objects are those of a new object: claims and volumes may be left over, or larger, and
// revisions of pod templates are history.
bool is_like_new(const std::vector<std::string>& fresh, const std::vector<std::string>& now);
// Removes the spec of the object with this name, "gadgets.example.com default/g": it is the user's, and what
// webhooks set in it stays when the user changes other fields.
void erase_spec(std::vector<std::string>& lines, std::string_view name);
// Erases imagePullPolicy, whose default depends on the tag of the image when a container is created:
// Kubernetes keeps it when only the image is changed.
void erase_kept_defaults(std::vector<std::string>& lines);

// Checks of a state: nothing if it is right. `fresh`: the state of a new object; `before`: the state before
// the change; `good`: the state of the object of the story.
std::optional<wrong_outcome> difference_from_new(const input_snapshot& fresh, const input_snapshot& now);
// A claim was deleted; or a Secret, which exists again or which a new object has.
std::optional<wrong_outcome> lost_data(const input_snapshot& before, const input_snapshot& now,
                                       const input_snapshot* fresh);
// Neither the status nor a Warning (`is_warned`) shows that writes of the operator are refused, or that the
// spec is bad. In the status, only conditions and words such as "error" report it.
std::optional<wrong_outcome> unreported(const input_snapshot& now, const input_snapshot& good, bool is_warned,
                                        bool is_bad);

// Whether a new object has a Warning that the good one of another run does not have.
bool has_other_warning(const input_snapshot& now, const input_snapshot& good);
// Whether the operator reports an error for a new object, which then need not have what a changed one keeps:
// another write is refused, there is another Warning, a condition such as Ready is no longer True, or the
// status has an error.
bool is_error_state(const input_snapshot& now, const input_snapshot& good);

// Names the cause: sequences whose wrong outcomes have one cause are one finding.
std::string cause_in(const wrong_outcome& w);

// The status of an object's canonical text, for comparisons.
std::string status_in(const bj::object& object);

}}}  // namespace setpoint::v0::story
