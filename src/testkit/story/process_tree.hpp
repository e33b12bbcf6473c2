#pragma once
// The processes that an operator has started, also those that left its group.

#include <string>
#include <sys/types.h>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// The descendants of this process that are in this session, or whose environment has `mark` ("NAME=value"):
// an environment is inherited by what leaves a session. Without those that have ended. Precondition:
// adopt_orphans() was called before they were started.
std::vector<pid_t> processes_of(pid_t session, const std::string& mark);
// Sends SIGKILL to all of them until there are none, and reaps those that are our children now, but not
// `session` itself. Blocks for some milliseconds.
void kill_processes(pid_t session, const std::string& mark);
// Orphans among our descendants become our children, so that they can be reaped.
void adopt_orphans();

}}}  // namespace setpoint::v0::story
