#include "cli/project/project.hpp"
#include "cli/scaffold/folder_reader.hpp"
#include "cli/scaffold/folder_writer.hpp"
#include "cli/scaffold/git_merge.hpp"
#include "cli/scaffold/names.hpp"
#include "cli/scaffold/project_check.hpp"
#include "cli/scaffold/scaffold_commands.hpp"
#include "setpoint/manager/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

// The command that the others of its kind are part of.
CLI::App& create_group(CLI::App& parent) {
    const auto there = parent.get_subcommands([](const CLI::App* a) { return a->get_name() == "create"; });
    if (!there.empty()) return *there.front();
    CLI::App& create = *parent.add_subcommand("create", "Add a kind or its webhooks to the project");
    create.set_help_flag("-h,--help", "Print this help and exit");
    create.require_subcommand(1);
    return create;
}

void declare_kind(CLI::App& app, std::string& group, std::string& version, std::string& kind) {
    app.add_option("--group", group, "Group within the domain; empty: the domain itself")->type_name("NAME");
    app.add_option("--version", version, "Version of the API, such as v1 or v1beta1")
        ->type_name("NAME")
        ->required();
    app.add_option("--kind", kind, "Kind in CamelCase, such as WebServer")->type_name("NAME")->required();
}

}  // namespace

void project_command::declare_common() {
    app_->set_help_flag("-h,--help", "Print this help and exit");
    app_->add_option("--edited", edited_,
                     "Files that were edited and would change: refuse, keep them, or merge (needs Git)")
        ->type_name("WHAT")
        ->check(CLI::IsMember({"refuse", "keep", "merge"}))
        ->capture_default_str();
    app_->add_flag("--dry-run", dry_run_, "Print what would change");
}

project_file project_command::read_project() const {
    if (dry_run_ && was_interrupted("."))
        throw fault(
            errc::bad_config,
            "an earlier command was interrupted here: run this one without --dry-run, which takes back "
            "first what that one has left");
    if (const std::string told = take_back_interrupted("."); !told.empty()) std::cerr << told << '\n';
    const auto found = reader_of(".")(std::string(project_file_name));
    if (!found)
        throw fault(errc::bad_config, no_project_here() + ", or begin a project with `setpoint init`");
    if (!found->unusable.empty())
        throw fault(errc::bad_config, fmt::format("PROJECT {}: make it a file", found->unusable));
    if (found->text.size() > largest_project_file)
        throw fault(errc::bad_config, fmt::format("PROJECT is larger than {} bytes", largest_project_file));
    project_file p = parse_project_file(found->text, project_file_name);
    if (numbers_of(p.setpoint_version) > numbers_of(SETPOINT_VERSION))
        throw fault(
            errc::bad_config,
            fmt::format("PROJECT: setpointVersion is {}, and this is setpoint {}: install {} or a newer one",
                        p.setpoint_version, SETPOINT_VERSION, p.setpoint_version));
    return p;
}

edited_files project_command::edited() const {
    if (edited_ == "keep") return {edited_policy::keep, {}};
    if (edited_ == "merge") return {edited_policy::merge, merger_of(".")};
    return {};
}

int project_command::finish(const change_set& c, const std::string& next) const {
    if (!dry_run_) write_changes(".", c.files);
    std::cout << report(c, dry_run_);
    if (c.files.empty() && c.conflicts.empty()) std::cout << "Nothing changes.\n";
    std::cout.flush();
    std::cerr << report_conflicts(c.conflicts);
    if (!c.conflicts.empty()) return static_cast<int>(exit_code::failed);
    if (!dry_run_ && !next.empty()) std::cout << "\nNext: " << next << '\n';
    return static_cast<int>(exit_code::ok);
}

create_api_command::create_api_command(CLI::App& parent)
    : project_command(
          create_group(parent).add_subcommand("api", "Add a kind, a version of one, or a controller")) {
    declare_kind(*app_, request_.group, request_.version, request_.kind);
    app_->add_option("--plural", request_.plural,
                     "Name in URLs. Default: the kind in lower case with s, es or ies")
        ->type_name("NAME");
    app_->add_flag("--namespaced", namespaced_,
                   "Objects are in namespaces. --namespaced=false: the kind is cluster-scoped");
    app_->add_flag("--controller", controller_,
                   "Add a controller, unless this is a further version of a kind. --controller=false: none");
    app_->add_flag(
        "--resource", resource_,
        "Add the kind. --resource=false: only a controller, of a kind of the project or of Kubernetes");
    declare_common();
}

int create_api_command::run() {
    const auto given = [this](const char* flag, bool value) {
        return app_->count(flag) > 0 ? std::optional(value) : std::nullopt;
    };
    request_.namespaced = given("--namespaced", namespaced_);
    request_.controller = given("--controller", controller_);
    request_.resource = given("--resource", resource_);
    const project_file before = read_project();
    const project_file after = with_api(before, request_);
    const change_set c = plan_addition(before, after, reader_of("."), edited());
    if (!c.conflicts.empty()) throw fault(errc::bad_config, report_conflicts(c.conflicts));
    const std::string folder =
        folder_of(after, *requested(after, request_.group, request_.version, request_.kind));
    return finish(c, resource_
                         ? fmt::format("describe the spec and the status in src/{}/, then ./dev", folder)
                         : fmt::format("complete src/{}/reconciler.cpp, then ./dev", folder));
}

create_webhook_command::create_webhook_command(CLI::App& parent)
    : project_command(create_group(parent).add_subcommand("webhook", "Add webhooks to a kind")) {
    declare_kind(*app_, request_.group, request_.version, request_.kind);
    app_->add_flag("--defaulting", request_.defaulting, "Set defaults before an object is stored");
    app_->add_flag("--validation,--programmatic-validation", request_.validation,
                   "Reject objects that cannot work");
    app_->add_flag("--conversion", request_.conversion,
                   "Convert other versions to and from --version, which is stored");
    app_->add_option("--spoke", request_.spokes,
                     "Versions to convert, separated by commas. Default: all others")
        ->type_name("NAME,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    declare_common();
}

int create_webhook_command::run() {
    const project_file before = read_project();
    const project_file after = with_webhook(before, request_);
    const change_set c = plan_addition(before, after, reader_of("."), edited());
    if (!c.conflicts.empty()) throw fault(errc::bad_config, report_conflicts(c.conflicts));
    const resource& kind = *requested(after, request_.group, request_.version, request_.kind);
    return finish(c, fmt::format("complete the functions in src/{}/, then ./dev", folder_of(after, kind)));
}

edit_command::edit_command(CLI::App& parent)
    : project_command(
          parent.add_subcommand("edit", "Change settings of the project, or bring its files up to date")) {
    app_->add_flag("--upgrade", upgrade_,
                   "Bring what was generated, and was not edited, to the version of this setpoint");
    scope_ = app_->add_flag(
        "--namespaced", namespaced_,
        "The operator works only in the namespace in which it runs. --namespaced=false: in all");
    declare_common();
}

int edit_command::run() {
    const project_file before = read_project();
    if (!upgrade_ && scope_->count() == 0)
        throw fault(errc::bad_config, "--upgrade or --namespaced is needed: see `setpoint edit --help`");
    project_file after = before;
    if (scope_->count() > 0) after.namespaced = namespaced_;
    if (upgrade_) return finish(plan_upgrade(std::move(after), reader_of("."), edited()), "");
    const change_set c = plan_addition(before, std::move(after), reader_of("."), edited());
    if (!c.conflicts.empty()) throw fault(errc::bad_config, report_conflicts(c.conflicts));
    return finish(c, "");
}

}}}  // namespace setpoint::v0::cli::scaffold
