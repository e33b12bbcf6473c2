#include "cli/scaffold/folder_writer.hpp"
#include "cli/scaffold/names.hpp"
#include "cli/scaffold/scaffold_commands.hpp"

#include <fmt/format.h>

#include <iostream>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

namespace fs = std::filesystem;

// What a forge puts into a new repository, and is not generated.
bool may_exist(const fs::path& name) {
    return name == ".git" || name == "LICENSE" || name == ".gitattributes" || name == ".editorconfig";
}

void check_empty(const fs::path& folder) {
    std::error_code failed;
    if (!fs::exists(folder, failed)) return;
    if (fs::exists(folder / project_file_name, failed))
        throw fault(
            errc::bad_config,
            fmt::format("{} is a project already: `setpoint create api` adds a kind to it", folder.string()));
    for (const auto& entry : fs::directory_iterator(folder, failed))
        if (const fs::path name = entry.path().filename(); !may_exist(name))
            throw fault(errc::bad_config,
                        fmt::format("{} is not empty, it has {}: name a new folder, as in `setpoint "
                                    "init --domain my.domain webserver-operator`",
                                    folder.string(), name.string()));
    if (failed)
        throw fault(errc::bad_config,
                    fmt::format("cannot read the folder {}: {}", folder.string(), failed.message()));
}

// "." has the name of the working folder.
std::string name_of(const fs::path& folder) {
    const fs::path path = fs::absolute(folder).lexically_normal();
    return (path.has_filename() ? path : path.parent_path()).filename().string();
}

// As a shell reads it.
std::string shell_quoted(const std::string& text) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,=:@";
    if (text.find_first_not_of(plain) == std::string::npos) return text;
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
}

}  // namespace

init_command::init_command(CLI::App& parent)
    : app_(parent.add_subcommand("init", "Begin the project of an operator")) {
    app_->set_help_flag("-h,--help", "Print this help and exit");
    app_->add_option("--domain", domain_, "Domain of the API groups")
        ->type_name("NAME")
        ->capture_default_str();
    app_->add_option("--name,--project-name", name_, "Name of the operator. Default: that of the folder")
        ->type_name("NAME");
    app_->add_flag("--namespaced", namespaced_, "The operator works only in the namespace in which it runs");
    app_->add_flag("--dry-run", dry_run_, "Print what would be created");
    app_->add_option("DIR", folder_, "Folder of the project; new or empty")
        ->type_name("")
        ->capture_default_str();
}

int init_command::run() {
    const fs::path folder = folder_;
    project_file p;
    p.domain = domain_;
    p.name = name_.empty() ? name_of(folder) : name_;
    p.namespaced = namespaced_;
    check_domain("--domain", p.domain);
    check_operator_name(name_.empty() ? "the folder's name (--name sets another)" : "--name", p.name);
    if (const std::string told = dry_run_ ? "" : take_back_interrupted(folder); !told.empty())
        std::cerr << told << '\n';
    check_empty(folder);
    const change_set created = plan_creation(std::move(p));
    if (!dry_run_) write_changes(folder, created.files);
    std::cout << report(created, dry_run_);
    if (!dry_run_)
        std::cout << fmt::format(
            "\nNext: {}setpoint create api --version v1 --kind NAME\n",
            folder == "." ? "" : fmt::format("cd {} && ", shell_quoted(folder.string())));
    return 0;
}

}}}  // namespace setpoint::v0::cli::scaffold
