#pragma once
// Runs an exploration: its loop, its signals, its progress on the terminal.

#include "setpoint/sim/report.hpp"
#include "setpoint/story/explore.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// What else is read and written.
struct explore_outputs {
    std::vector<sim::report_file> files{};
    std::string accept{}, write_accepted{};  // files of accepted findings; "": none
    bool annotates = false;                  // prints GitHub's annotations
    bool checks = false;                     // runs the story once, without faults
};

// Explores, prints the findings, and returns the exit code: 0 nothing found but what is accepted, 1
// something, 2 it cannot be done.
int explore_story(story::exploration what, explore_outputs outputs);
int list_story_plans(const story::exploration& what);

// The line for a finding that is accepted. Pure.
std::string accepted_line(const story::finding& f, std::size_t number);
// The line at the bottom of the terminal: "120 of 240 plans, 2.1 a second, 1 finding, 1 min left". Pure.
std::string progress_line(const story::progress& p);
// The words of a command, quoted for a shell where that is needed. Pure.
std::string shell_words(const std::vector<std::string>& words);

}}}  // namespace setpoint::v0::cli
