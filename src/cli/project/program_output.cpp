#include "cli/project/program_output.hpp"

#include "setpoint/core/child_process.hpp"
#include "setpoint/json/yaml.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr duration print_limit = std::chrono::seconds(30);
constexpr std::size_t most_output = 16 * 1024 * 1024;

error of_program(const std::string& program, const std::vector<std::string>& arguments,
                 std::string_view why) {
    return {errc::bad_config, fmt::format("{} {}: {}", program, fmt::join(arguments, " "), why)};
}

}  // namespace

awaitable<result<std::string>> output_of(loop& l, std::string program, std::vector<std::string> arguments) {
    const auto started =
        child_process::start(l, {.program = program, .args = arguments, .dies_with_us = true});
    if (!started) co_return of_program(program, arguments, started.error().message);
    child_process& process = **started;
    const time_point due = saturating_add(l.now(), print_limit);
    std::string out;
    for (;;) {
        const result<std::string> piece = co_await process.read(due);
        if (!piece) co_return of_program(program, arguments, piece.error().message);
        if (piece->empty()) break;
        out += *piece;
        if (out.size() > most_output) co_return of_program(program, arguments, "prints too much");
    }
    const bool ended = co_await process.wait(due);
    if (!ended) co_return of_program(program, arguments, "does not end");
    if (const int code = process.exit_code().value_or(0); code != 0)
        co_return of_program(program, arguments, fmt::format("ended with exit code {}", code));
    co_return out;
}

awaitable<result<std::vector<boost::json::object>>> objects_of(loop& l, std::string program,
                                                               std::vector<std::string> arguments) {
    const result<std::string> text = co_await output_of(l, program, arguments);
    if (!text) co_return text.error();
    auto documents = json::parse_manifests(*text, "its output");
    if (!documents) co_return of_program(program, arguments, documents.error().to_string());
    std::vector<boost::json::object> all;
    for (boost::json::value& d : *documents) {
        if (!d.is_object()) co_return of_program(program, arguments, "prints something that is no object");
        all.push_back(std::move(d.get_object()));
    }
    co_return all;
}

}}}  // namespace setpoint::v0::cli
