#include "cli/replay/replay_command.hpp"

#include "setpoint/core/error.hpp"
#include "setpoint/recording/recording.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::string_view explanation =
    R"(An operator with --flight-recorder writes a recording when it gets SIGUSR1. The program after -- must be
the executable that was recorded; it gets the recorded arguments and all recorded input, and needs no
cluster. Its log goes to standard error. The exit code is
  0  if the run was the recorded one,
  1  if it differs,
  2  if the recording or the program cannot be used.
  setpoint replay web-server.recording --list -- ./webserver-operator
  gdb --args setpoint replay web-server.recording --stop-at 17 -- ./webserver-operator)";

}  // namespace

replay_command::replay_command(CLI::App& parent)
    : app_(parent.add_subcommand("replay", "Run a recorded operator again, step by step as it ran")) {
    CLI::App& f = *app_;
    f.get_formatter()->column_width(26);
    f.set_help_flag("-h,--help", "Print this help and exit");
    f.add_option("FILE", file_, "The recording")->required()->type_name("");
    f.add_flag("--list", list_, "Print each reconcile: its number, time, object, reason and outcome");
    f.add_option("--stop-at", stop_at_,
                 "Stop when reconcile N begins, in the debugger or, without one, until one is attached")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    f.add_option(
         "--to-test", test_,
         "Write a unit test to this file that repeats the reconcile of --stop-at or, without it, the last "
         "one that failed")
        ->type_name("TEST");
    f.add_option("PROGRAM", command_, "After --: the operator's program, without arguments")
        ->required()
        ->type_name("");
    f.footer(std::string(explanation));
}

bool replay_command::is_chosen() const {
    return app_->parsed();
}

std::vector<std::string> replay_command::arguments() const {
    std::vector<std::string> all{command_.front(), "replay", file_};
    if (list_) all.emplace_back("--list");
    if (stop_at_ != 0) all.push_back(fmt::format("--stop-at={}", stop_at_));
    if (!test_.empty()) all.push_back("--to-test=" + test_);
    return all;
}

int replay_command::run() {
    if (command_.size() != 1)
        throw fault(
            errc::bad_config,
            fmt::format("after --, give the program only, without \"{}\": its arguments are in the recording",
                        command_[1]));
    const auto recorded = recording::read_file(file_);
    if (!recorded) throw fault(errc::bad_config, recorded.error().message);
    const std::string& program = command_.front();
    const auto build = build_of_program(program);
    if (!build) throw fault(build.error());
    const recording_header& h = recorded->header();
    if (h.build != *build)
        throw fault(
            errc::bad_config,
            fmt::format(
                "{} is a recording of {}, build {}. {} is build {}: only the same executable makes the "
                "same steps",
                file_, h.program, h.build, program, *build));
    std::vector<std::string> all = arguments();
    std::vector<char*> argv;
    argv.reserve(all.size() + 1);
    for (std::string& one : all) argv.push_back(one.data());
    argv.push_back(nullptr);
    ::execv(program.c_str(), argv.data());
    throw fault(errc::bad_config,
                fmt::format("{} cannot be started: {}", program, std::generic_category().message(errno)));
}

}}}  // namespace setpoint::v0::cli
