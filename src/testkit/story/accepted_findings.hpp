#pragma once
// Findings that are known: what names the cause of a finding in every run, and the file of those accepted.

#include "setpoint/story/explore.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// What is wrong, without what differs between runs and between plans: names of objects, UIDs, revisions,
// numbers. "" if the check's name says it all.
std::string general_symptom(const finding& f);
// "same-end-1f3a9c2e"
std::string cause_of(std::string_view oracle, std::string_view symptom);
// Sets the cause, and whether it is one of `all`.
void mark_accepted(finding& f, const std::vector<accepted_finding>& all);

// For tests: the file's text.
std::vector<accepted_finding> read_accepted_text(std::string_view text, const std::string& file);

}}}  // namespace setpoint::v0::story
