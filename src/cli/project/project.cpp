#include "cli/project/project.hpp"

#include "cli/file.hpp"
#include "cli/json_members.hpp"
#include "setpoint/json/yaml.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

namespace fs = std::filesystem;

bool is_executable(const fs::path& file) {
    std::error_code failed;
    return fs::is_regular_file(file, failed) && ::access(file.c_str(), X_OK) == 0;
}

fs::path in_folder(const std::string& folder, std::string_view file) {
    return folder.empty() ? fs::path(file) : fs::path(folder) / file;
}

}  // namespace

result<project> parse_project(std::string_view text, const std::string& file) {
    const auto document = json::parse_yaml(text, file);
    if (!document) return error(errc::bad_config, document.error().to_string());
    const bj::object* const o = document->if_object();
    project p;
    if (o) p.name = text_in(*o, "projectName");
    if (o) p.domain = text_in(*o, "domain");
    if (p.name.empty()) return error(errc::bad_config, fmt::format("{}: projectName is missing", file));
    const bool is_file_name = p.name.find('/') == std::string::npos &&
                              p.name.find('\0') == std::string::npos && p.name != "." && p.name != ".." &&
                              !p.name.starts_with('-');
    if (!is_file_name)
        return error(errc::bad_config,
                     fmt::format("{}: projectName: \"{}\" is not a file's name", file, p.name));
    return p;
}

result<project> read_project(const std::string& folder) {
    const fs::path file = in_folder(folder, "PROJECT");
    std::error_code failed;
    if (!fs::exists(file, failed))
        return error(errc::not_found, fmt::format("there is no {}", file.string()));
    const result<std::string> text = read_file(file);
    if (!text) return text.error();
    result<project> p = parse_project(*text, file);
    if (p) p->folder = folder;
    return p;
}

std::string no_project_here() {
    std::error_code failed;
    const fs::path here = fs::current_path(failed);
    for (fs::path above = here.parent_path(); !failed && above != above.parent_path();
         above = above.parent_path())
        if (fs::is_regular_file(above / "PROJECT", failed))
            return fmt::format("there is no file PROJECT here, but in {}: cd {}", above.string(),
                               above.lexically_relative(here).string());
    return "there is no file PROJECT here: change to a project's folder";
}

std::vector<std::string> program_places(const std::string& name) {
    return {"build/*/" + name, "build/*/bin/" + name, "build/" + name, "build/bin/" + name};
}

std::optional<std::string> program_in(const std::string& build, const std::string& name) {
    for (const fs::path& file : {fs::path(build) / name, fs::path(build) / "bin" / name})
        if (is_executable(file)) return file.string();
    return {};
}

std::optional<file_stamp> stamp_of(const std::string& file) {
    struct stat info{};
    if (::stat(file.c_str(), &info) != 0) return {};
#ifdef __APPLE__
    const timespec& changed = info.st_mtimespec;
#else
    const timespec& changed = info.st_mtim;
#endif
    return file_stamp{info.st_ino, info.st_size, changed.tv_sec, changed.tv_nsec};
}

result<std::string> find_program(const project& p) {
    const fs::path build = in_folder(p.folder, "build");
    std::vector<fs::path> found;
    const auto look = [&](const fs::path& folder) {
        if (const auto file = program_in(folder.string(), p.name)) found.emplace_back(*file);
    };
    look(build);
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(build, failed)) look(entry.path());
    if (found.empty())
        return error(
            errc::bad_config,
            fmt::format(
                "the project's executable is not built: none of {} exists; build it (cmake --preset dev "
                "&& cmake --build build/dev), or name it with --program",
                fmt::join(program_places(p.name), ", ")));
    std::sort(found.begin(), found.end());
    return std::max_element(found.begin(), found.end(),
                            [](const fs::path& a, const fs::path& b) {
                                std::error_code gone;
                                return fs::last_write_time(a, gone) < fs::last_write_time(b, gone);
                            })
        ->string();
}

result<std::string> program_of(const std::string& flag) {
    if (flag.empty()) {
        const result<project> p = read_project("");
        if (p) return find_program(*p);
        if (p.error().code != errc::not_found) return p.error();
        return error(errc::bad_config,
                     no_project_here() + ", or name the operator's executable with --program");
    }
    std::error_code failed;
    if (!fs::exists(flag, failed))
        return error(errc::bad_config, fmt::format("--program: there is no {}", flag));
    if (!is_executable(flag))
        return error(errc::bad_config, fmt::format("--program: {} is not an executable file", flag));
    // Without a '/' it would be looked up in PATH.
    return flag.find('/') == std::string::npos ? "./" + flag : flag;
}

void declare_program(CLI::App& app, std::string& program) {
    app.add_option(
           "--program", program,
           "Executable of the operator. Default: the one with the projectName of the file PROJECT, in build/")
        ->type_name("FILE");
}

}}}  // namespace setpoint::v0::cli
