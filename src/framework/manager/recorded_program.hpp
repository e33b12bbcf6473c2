#pragma once
// Runs the manager of a program with the flight recorder.

#include "setpoint/core/log.hpp"
#include "setpoint/manager/connection.hpp"
#include "setpoint/manager/manager.hpp"

#include <functional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// Parts that the program has made. All must outlive the run.
struct recorded_surroundings {
    loop& l;
    log_sink& sink;
    const logger& log;
    metrics& measured;
    loop_observer& turns;  // also those of the recorded loop
    connection& to_cluster;
    const cluster_config& config;
    const manager_options& options;
    std::vector<std::string> arguments;
    std::function<awaitable<void>()> first_contact;
};

// Declares the manager, and runs it until it ends or a signal stops it. SIGTERM, SIGINT and SIGUSR1 must be
// blocked; they are unblocked while it runs. Errors: throws fault, bad_config, for flags and programs that
// cannot be recorded, which are those that have webhooks, change Secrets or export traces; otherwise as
// manager::run().
void run_recorded(recorded_surroundings s, const std::function<void(manager&)>& set_up);

// Blocks or unblocks SIGTERM, SIGINT and, if `with_dump`, SIGUSR1. They are blocked until the program handles
// them: before that they would end it without a log line or, if it is process 1 of a container, be
// ignored. They are blocked again once it has stopped: a late second signal would replace its exit code.
void mask_signals(int how, bool with_dump = false);

}}  // namespace setpoint::v0
