#pragma once
// The flags of commands that run the operator's executable.

#include "cli/project/project.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

struct operator_flags {
    std::string program;
    std::vector<std::string> more;  // after --

    void declare(CLI::App& app, const std::string& purpose) {
        declare_program(app, program);
        app.add_option("FLAGS", more, "After --: " + purpose)->type_name("");
    }
};

}}}  // namespace setpoint::v0::cli
