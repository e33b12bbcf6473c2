#include "cli/run/run_command.hpp"

#include "cli/project/project.hpp"
#include "cli/run/run_service.hpp"

#include <CLI/CLI.hpp>

namespace setpoint { inline namespace v0 { namespace cli {

run_command::run_command(CLI::App& parent)
    : app_(parent.add_subcommand(
          "run",
          "Build the project's operator and run it with an embedded API server; start it "
          "again when it changes")) {
    app_->get_formatter()->column_width(34);
    app_->set_help_flag("-h,--help", "Print this help and exit");
    declare_program(*app_, settings_.program);
    app_->add_flag("--no-build", no_build_, "Do not build; only restart when the executable changes");
    app_->add_flag("--watch", settings_.watches, "Also build again when a source changes");
    app_->add_option("--nodes", settings_.nodes, "Number of fake nodes, which run no containers")
        ->type_name("N")
        ->check(CLI::Range(0, 10000))
        ->capture_default_str();
    app_->add_option("--port", settings_.port, "Port of the API server; 0 chooses a free one")
        ->type_name("N")
        ->capture_default_str();
    app_->add_option("--write-kubeconfig", settings_.kubeconfig,
                     "Write the kubeconfig to this file. Default: a temporary file, removed at the end")
        ->type_name("FILE");
    app_->add_option(
            "--apply", settings_.to_apply,
            "Also apply this manifest before the operator starts, such as definitions of others; repeatable")
        ->type_name("FILE")
        ->allow_extra_args(false);
    app_->add_option("FLAGS", settings_.flags, "After --: flags of the operator")->type_name("");
    app_->footer(
        "In the folder of a project it builds the preset dev. With --program it builds nothing. The API "
        "server gets the\n"
        "definitions and samples that the executable prints. Ctrl-C stops the operator, then the server; the "
        "exit code\n"
        "is 0 if nothing had failed and the operator stopped in order, otherwise 1; 2 if a flag or file "
        "cannot "
        "be used.\n"
        "  setpoint run --watch -- --log-level debug");
}

bool run_command::is_chosen() const {
    return app_->parsed();
}

int run_command::run() {
    const bool has_program = !settings_.program.empty();
    settings_.builds = !has_program && !no_build_;
    if (settings_.watches && !settings_.builds)
        throw fault(errc::bad_config,
                    "--watch: with --no-build or --program nothing is built; leave one of them out");
    if (settings_.builds) {
        const result<project> p = read_project("");
        if (!p && p.error().code == errc::not_found)
            throw fault(errc::bad_config,
                        no_project_here() + ", or name the operator's executable with --program");
        if (!p) throw fault(p.error());
        settings_.project = p->name;
    } else {
        const result<std::string> program = program_of(settings_.program);
        if (!program) throw fault(program.error());
        settings_.program = *program;
    }
    return run_operator(settings_);
}

}}}  // namespace setpoint::v0::cli
