// soak [--seconds N] [--seed N]: churn, and one random fault a second. The last line is 'well', or what was
// wrong with the seed. Exit code 0 only when well.
#include "world.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <iostream>

namespace {

setpoint::awaitable<void> into(std::string& to, soak::world& w) {
    to = co_await w.run();
}

}  // namespace

int main(int argc, char** argv) {
    std::uint64_t seed = 1;
    int seconds = 60;
    CLI::App flags("Runs the WebServer operator under churn and faults.", "soak");
    flags.add_option("--seed", seed, "Decides about changes and faults")->capture_default_str();
    flags.add_option("--seconds", seconds, "How long things are broken")
        ->capture_default_str()
        ->check(CLI::Range(5, 1'000'000));
    CLI11_PARSE(flags, argc, argv);
    std::string wrong;
    try {
        soak::world w(seed, std::chrono::seconds(seconds));
        setpoint::run_to_end(w.l, "soak", into(wrong, w));
    } catch (const std::exception& e) {
        wrong = e.what();
    }
    if (wrong.empty())
        std::cout << "well\n";
    else
        std::cout << fmt::format("not well (--seed {} --seconds {}): {}\n", seed, seconds, wrong);
    return wrong.empty() ? 0 : 1;
}
