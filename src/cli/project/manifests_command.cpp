#include "cli/project/manifests_command.hpp"

#include <boost/system/error_code.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iostream>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace cli {

std::string default_image(const std::string& program) {
    return std::filesystem::path(program).filename().string() + ":latest";
}

manifests_command::manifests_command(CLI::App& parent)
    : app_(parent.add_subcommand("manifests", "Print or write the manifests of the project's operator")) {
    app_->set_help_flag("-h,--help", "Print this help and exit");
    operator_.declare(*app_, "flags of `OPERATOR manifests`, such as --output config");
    app_->footer(
        "Runs `OPERATOR manifests --image OPERATOR:latest FLAGS`; with --image in FLAGS, that image. It "
        "builds nothing.\n"
        "  setpoint manifests -- --image registry.example.com/webserver-operator:1.0 --output config");
}

int manifests_command::run() {
    const result<std::string> program = program_of(operator_.program);
    if (!program) throw fault(program.error());
    std::vector<std::string> words{*program, "manifests"};
    const bool names_image =
        std::any_of(operator_.more.begin(), operator_.more.end(),
                    [](const std::string& f) { return f == "--image" || f.starts_with("--image="); });
    if (!names_image) words.insert(words.end(), {"--image", default_image(*program)});
    words.insert(words.end(), operator_.more.begin(), operator_.more.end());
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& w : words) argv.push_back(w.data());
    argv.push_back(nullptr);
    std::cout.flush();
    ::execv(argv.front(), argv.data());
    throw fault(errc::bad_config,
                fmt::format("{} cannot be started: {}", *program,
                            boost::system::error_code(errno, boost::system::system_category()).message()));
}

}}}  // namespace setpoint::v0::cli
