#include "cli/scaffold/folder_reader.hpp"

#include "cli/file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

namespace fs = std::filesystem;

// "" for a regular file.
std::string_view kind_of_file(fs::file_type t) {
    switch (t) {
        case fs::file_type::regular:
            return "";
        case fs::file_type::symlink:
            return "is a symbolic link";
        case fs::file_type::directory:
            return "is a folder";
        default:
            return "is not a file";
    }
}

bool is_below(const fs::path& path, const fs::path& folder) {
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return end == folder.end();
}

}  // namespace

fs::path file_in(const fs::path& root, const std::string& path) {
    if (path != project_file_name && !is_project_path(path))
        throw fault(errc::bad_config, fmt::format("{} is not the path of a file in a project", path));
    std::error_code failed;
    fs::path folder = root;
    for (const fs::path& part : fs::path(path).parent_path()) {
        folder /= part;
        if (!fs::is_symlink(fs::symlink_status(folder, failed))) continue;
        const fs::path target = fs::weakly_canonical(folder, failed);
        if (failed || !is_below(target, fs::weakly_canonical(root, failed)))
            throw fault(
                errc::bad_config,
                fmt::format("{} is a symbolic link that leads out of the project, to {}: replace it by a "
                            "folder",
                            folder.lexically_relative(root).string(), target.string()));
    }
    return root / path;
}

read_function reader_of(fs::path root) {
    return [root = std::move(root)](const std::string& path) -> std::optional<found_file> {
        const fs::path file = file_in(root, path);
        std::error_code failed;
        const fs::file_status status = fs::symlink_status(file, failed);
        if (!fs::exists(status)) {
            if (!failed || failed == std::errc::no_such_file_or_directory ||
                failed == std::errc::not_a_directory)
                return std::nullopt;
            throw fault(errc::bad_config, fmt::format("cannot read {}: {}", file.string(), failed.message()));
        }
        found_file found{""};
        found.unusable = kind_of_file(status.type());
        if (!found.unusable.empty()) return found;
        auto text = read_file(file.string());
        if (!text) throw fault(text.error());
        found.text = std::move(*text);
        if (found.text.find('\0') != std::string::npos) found.unusable = "is not a text";
        constexpr fs::perms may_write =
            fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
        found.read_only = (status.permissions() & may_write) == fs::perms::none;
        return found;
    };
}

}}}  // namespace setpoint::v0::cli::scaffold
