#pragma once
// `operator replay FILE`: what `setpoint replay` starts.

#include "setpoint/manager/manager.hpp"
#include "setpoint/recording/recording.hpp"

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 {

struct replay_request {
    std::string file;
    std::uint64_t stop_at = 0;  // the number of a reconcile; 0: none
    bool list = false;
    std::string test;  // a file for the source of a test; empty: none
};

// Adds the subcommand, which --help does not show; `r` must outlive the App's parsing.
void declare_replay(CLI::App& flags, replay_request& r);

// Reads the file. Errors: those of recording::read_file(); bad_config if another executable was recorded.
result<recording> recording_of(const replay_request& r);

// Runs the recording. The log goes to standard error, the list and the result to standard output. Returns
// true if the run was the recorded one. Errors: throws fault, bad_config, for a reconcile that does not exist
// and a file that cannot be written.
bool run_replay(const recording& r, const replay_request& what, bool json_log,
                const std::function<void(manager&)>& set_up);

}}  // namespace setpoint::v0
