#include "framework/manager/replay_command.hpp"

#include "framework/manager/replay_test_source.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/manager/replayed_manager.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <unistd.h>

#ifdef __APPLE__
#include <sys/sysctl.h>
#endif

namespace setpoint { inline namespace v0 {

namespace {

bool is_debugged() {
#ifdef __APPLE__
    kinfo_proc found{};
    std::size_t size = sizeof found;
    int what[] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, ::getpid()};
    return ::sysctl(what, 4, &found, &size, nullptr, 0) == 0 && (found.kp_proc.p_flag & P_TRACED) != 0;
#else
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("TracerPid:")) return line.find_first_of("123456789") != std::string::npos;
    return false;
#endif
}

// Gives a debugger control right before the reconciler is called.
void stop_here(const replayed_reconcile& r) {
    std::cerr << fmt::format("Reconcile {} begins: {} {} ({})\n", r.number, r.controller, r.key, r.reason);
    if (is_debugged()) {
        std::raise(SIGTRAP);
        return;
    }
    std::cerr << fmt::format(
        "Process {} is stopped. Attach a debugger, or continue with SIGCONT:\n"
        "  gdb -p {}\n",
        ::getpid(), ::getpid());
    std::raise(SIGSTOP);
    if (is_debugged()) std::raise(SIGTRAP);
}

std::string outcome_text(const replayed_reconcile& r) {
    if (!r.ended) return "did not end";
    switch (r.ended->what()) {
        case outcome::kind::done:
            return "done";
        case outcome::kind::requeue_after:
            return fmt::format("again after {} s", std::chrono::duration<double>(r.ended->delay()).count());
        case outcome::kind::retry:
            return "failed: " + r.ended->why().to_string();
        case outcome::kind::terminal:
            return "failed for good: " + r.ended->why().to_string();
    }
    return "";
}

double seconds(time_point t) {
    return std::chrono::duration<double>(t.time_since_epoch()).count();
}

void print_list(const std::vector<replayed_reconcile>& all) {
    for (const replayed_reconcile& r : all)
        std::cout << fmt::format("{:6} {:12.6f} s  {} {} ({}): {}\n", r.number, seconds(r.began),
                                 r.controller, r.key, r.reason, outcome_text(r));
}

// The reconcile to stop at, or the last one that has failed.
const replayed_reconcile& tested(const std::vector<replayed_reconcile>& all, std::uint64_t number) {
    const replayed_reconcile* found = nullptr;
    for (const replayed_reconcile& r : all) {
        const bool failed = r.ended && (r.ended->what() == outcome::kind::retry ||
                                        r.ended->what() == outcome::kind::terminal);
        if (number != 0 ? r.number == number : failed) found = &r;
    }
    if (!found || !found->ended)
        throw fault(errc::bad_config, "--to-test: no reconcile has failed; name one with --stop-at");
    return *found;
}

void write_test(const replay_request& what, const recording& r, const replayed_reconcile& of) {
    std::ofstream out(what.test);
    out << replay_test_source(r.header(), of, std::filesystem::absolute(what.file).string());
    out.close();
    if (!out) throw fault(errc::bad_config, fmt::format("--to-test: {} cannot be written", what.test));
    std::cout << fmt::format("Wrote a test of reconcile {} to {}\n", of.number, what.test);
}

}  // namespace

void declare_replay(CLI::App& flags, replay_request& r) {
    CLI::App& f =
        *flags.add_subcommand("replay", "Run a recording of this program again; see `setpoint replay`");
    f.group("");
    f.add_option("FILE", r.file, "The recording")->required();
    f.add_option("--stop-at", r.stop_at, "Give a debugger control when reconcile N begins")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    f.add_flag("--list", r.list, "Print each reconcile with its number");
    f.add_option("--to-test", r.test, "Write a unit test to this file")->type_name("FILE");
}

result<recording> recording_of(const replay_request& r) {
    auto read = recording::read_file(r.file);
    if (!read) return read.error();
    const auto build = build_of_this_program();
    if (!build) return build.error();
    const recording_header& h = read->header();
    if (h.build != *build)
        return error(
            errc::bad_config,
            fmt::format("{} was recorded by another build: {} {} with setpoint {}. This program is build {}; "
                        "only the same executable makes the same steps",
                        r.file, h.program, h.build, h.version, *build));
    return read;
}

bool run_replay(const recording& r, const replay_request& what, bool json_log,
                const std::function<void(manager&)>& set_up) {
    std::unique_ptr<log_sink> sink;
    if (json_log)
        sink = std::make_unique<json_sink>(std::cerr);
    else
        sink = std::make_unique<text_sink>(std::cerr);
    if (const auto o = options_of(r.header())) sink->level = o->level;
    replayed_manager again(r, set_up, *sink);
    // A test needs the whole run, without a stop.
    if (what.stop_at != 0 && what.test.empty())
        again.on_begin = [&](const replayed_reconcile& one) {
            if (one.number == what.stop_at) stop_here(one);
        };
    const result<> same = again.run();
    if (what.list) print_list(again.reconciles());
    if (!same) {
        std::cout << "Not the recorded run: " << same.error().to_string() << '\n';
        return false;
    }
    if (what.stop_at > again.reconciles().size())
        throw fault(errc::bad_config,
                    fmt::format("--stop-at: the run has {} reconciles", again.reconciles().size()));
    const recording_state end = again.state();
    std::cout << fmt::format("Replayed {:.3f} s: {} reconciles, {} steps of tasks, the same trace {:016x}\n",
                             seconds(end.when), again.reconciles().size(), end.turns,
                             end.trace ^ end.requests);
    if (r.redacted() != 0) std::cout << fmt::format("{} values of secrets are placeholders\n", r.redacted());
    if (r.ends_early())
        std::cout
            << "The recording ends here, and the program continued: the memory was full, or an answer could "
               "not be recorded\n";
    if (const std::string why = again.failure(); !why.empty())
        std::cout << "The program ended: " << why << '\n';
    if (!what.test.empty()) write_test(what, r, tested(again.reconciles(), what.stop_at));
    return true;
}

}}  // namespace setpoint::v0
