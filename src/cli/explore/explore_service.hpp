#pragma once
// Runs an exploration: its loop, its signals, its progress on the terminal.

#include "setpoint/sim/report.hpp"
#include "setpoint/story/explore.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// Explores, prints the findings, and returns the exit code: 0 nothing found, 1 something, 2 it cannot be
// done. `files`: where the findings are written too.
int explore_story(story::exploration what, std::vector<sim::report_file> files);
int list_story_plans(const story::exploration& what);

// The line at the bottom of the terminal: "120 of 240 plans, 2.1 a second, 1 finding, 1 min left". Pure.
std::string progress_line(const story::progress& p);
// The words of a command, quoted for a shell where that is needed. Pure.
std::string shell_words(const std::vector<std::string>& words);

}}}  // namespace setpoint::v0::cli
