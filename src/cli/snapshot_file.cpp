#include "cli/snapshot_file.hpp"

#include "cli/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_snapshot = std::size_t{2} * 1024 * 1024 * 1024;

bool may_hold_objects(const fs::path& p) {
    constexpr std::array<std::string_view, 4> endings{".yaml", ".yml", ".json", ".jsonl"};
    return std::ranges::find(endings, p.extension().string()) != endings.end();
}

result<std::vector<std::string>> files_of(const std::string& path) {
    std::error_code ec;
    if (path == "-" || !fs::is_directory(path, ec)) return std::vector{path};
    std::vector<std::string> files;
    for (fs::recursive_directory_iterator at(path, ec), end; !ec && at != end; at.increment(ec)) {
        std::error_code none;
        if (may_hold_objects(at->path()) && at->is_regular_file(none)) files.push_back(at->path().string());
    }
    if (ec) return error(errc::bad_config, fmt::format("{}: {}", path, ec.message()));
    if (files.empty())
        return error(errc::bad_config, fmt::format("{}: no .yaml, .yml, .json or .jsonl file", path));
    std::ranges::sort(files);
    return files;
}

}  // namespace

result<apiserver::cluster_snapshot> read_snapshot_files(const std::string& path) {
    const auto files = files_of(path);
    if (!files) return files.error();
    apiserver::cluster_snapshot all;
    for (const std::string& file : *files) {
        const auto text = read_file(file, largest_snapshot);
        if (!text) return text.error();
        const auto read = apiserver::read_snapshot(*text, file == "-" ? "standard input" : file, all);
        if (!read) return error(errc::bad_config, read.error().message);
    }
    return all;
}

}}}  // namespace setpoint::v0::cli
