#pragma once
// The document at /debug/setpoint as tables for a terminal. Pure.

#include "cli/json_members.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// Controllers with the lanes of their queues, informers, and reconciles: those under way, then the last
// ones, newest first. At most `height` lines, of which the reconciles get what is left; 0: unlimited. Texts
// of the document contain no control characters afterwards.
std::vector<std::string> top_lines(const bj::object& document, std::size_t height);

}}}  // namespace setpoint::v0::cli
