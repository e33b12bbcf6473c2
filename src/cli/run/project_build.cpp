#include "cli/run/project_build.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace setpoint { inline namespace v0 { namespace cli {

awaitable<result<build_outcome>> build_project(loop& l, std::string project,
                                               std::function<void(std::string_view)> on_progress) {
    std::error_code failed;
    const bool configured =
        std::filesystem::exists(std::filesystem::path(build_folder) / "CMakeCache.txt", failed);
    build_outcome outcome;
    for (const command_line& step : build_commands(project, configured)) {
        outcome.output.clear();
        const auto on_line = [&](std::string_view line) {
            if (const std::string_view progress = progress_in(line); !progress.empty())
                on_progress(progress);
            else
                outcome.output.append(line).append("\n");
        };
        const auto code = co_await run_program(l, step, on_line);
        if (!code)
            co_return error(errc::bad_config, fmt::format("{} {}; without it, use --no-build or --program",
                                                          step.program, code.error().message));
        outcome.code = *code;
        if (outcome.code != 0) break;
    }
    while (outcome.output.ends_with('\n')) outcome.output.pop_back();
    co_return outcome;
}

}}}  // namespace setpoint::v0::cli
