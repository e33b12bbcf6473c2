#pragma once
// What a leader leaves for the next one in an annotation of the Lease: the highest resourceVersion of each
// resource in responses to its requests. A cache that is older does not show its writes yet, so the next
// leader does not act on it. A killed leader may have written more after its last renewal, at most a retry
// period before its end; the rest of the Lease's duration has passed since.

#include <map>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

using last_versions = std::map<std::string, std::string, std::less<>>;  // cache::last_answers()

// Returns the text of the annotation: {"deployments.apps":"4711"}.
std::string text_of(const last_versions& v);
// Returns the entries of the annotation that are versions; none if it is not a JSON object.
last_versions read_last_versions(std::string_view annotation);
// Makes `to` the higher version of each resource.
void raise(last_versions& to, const last_versions& by);

}}  // namespace setpoint::v0
