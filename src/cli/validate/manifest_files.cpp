#include "cli/validate/manifest_files.hpp"

#include "cli/file.hpp"
#include "cli/json_members.hpp"
#include "cli/project/program_output.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/core/random.hpp"
#include "setpoint/core/task_scope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

namespace fs = std::filesystem;

bool is_manifest(const fs::path& p) {
    return p.extension() == ".yaml" || p.extension() == ".yml" || p.extension() == ".json";
}

result<> add_file(const std::string& path, std::vector<manifest_text>& to) {
    auto text = read_file(path);
    if (!text) return text.error();
    to.push_back({path == "-" ? "standard input" : path, *std::move(text)});
    return {};
}

// Input of kustomize, of which only the output is a manifest.
bool is_kustomization(const fs::path& p) {
    return p.filename() == "kustomization.yaml" || p.filename() == "kustomization.yml";
}

result<> add_folder(const std::string& folder, std::vector<manifest_text>& to,
                    std::vector<std::string>& left_out) {
    std::vector<std::string> files;
    std::size_t kustomizations = 0;
    std::error_code ec;
    for (fs::recursive_directory_iterator at(folder, ec), end; !ec && at != end; at.increment(ec)) {
        std::error_code none;
        if (at->is_directory(none) && fs::exists(at->path() / "Chart.yaml", none)) {
            left_out.push_back(fmt::format("the Helm chart {}", at->path().string()));
            at.disable_recursion_pending();
        } else if (is_kustomization(at->path())) {
            ++kustomizations;
        } else if (is_manifest(at->path()) && at->is_regular_file(none)) {
            files.push_back(at->path().string());
        }
    }
    if (kustomizations != 0)
        left_out.push_back(
            fmt::format("{} kustomization{} in {}", kustomizations, kustomizations == 1 ? "" : "s", folder));
    if (ec) return error(errc::bad_config, fmt::format("{}: {}", folder, ec.message()));
    std::ranges::sort(files);
    for (const std::string& file : files) {
        if (auto added = add_file(file, to); !added) return added;
    }
    return {};
}

awaitable<void> read_revision(loop& l, const std::string& revision, const std::vector<std::string>& paths,
                              std::vector<manifest_text>& to, result<>& outcome) {
    std::vector<std::string> listing{"ls-tree", "-r", "-z", "--name-only", revision, "--"};
    listing.insert(listing.end(), paths.begin(), paths.end());
    const auto names = co_await output_of(l, "git", listing);
    if (!names) {
        outcome = names.error();
        co_return;
    }
    for (std::size_t at = 0; at < names->size();) {
        const std::size_t end = std::min(names->find('\0', at), names->size());
        const std::string name = names->substr(at, end - at);
        at = end + 1;
        if (!is_manifest(name) || is_kustomization(name)) continue;
        auto text = co_await output_of(l, "git", {"show", fmt::format("{}:./{}", revision, name)});
        if (!text) {
            outcome = text.error();
            co_return;
        }
        to.push_back({fmt::format("{} ({})", name, revision), *std::move(text)});
    }
}

}  // namespace

json::text_position manifest_object::place_of(std::string_view field) const {
    const bool joined = !within.empty() && !field.empty() && field.front() != '[';
    return document->find(within + (joined ? "." : "") + std::string(field));
}

result<std::vector<manifest_text>> read_manifest_files(const std::vector<std::string>& paths,
                                                       std::vector<std::string>* left_out) {
    std::vector<manifest_text> all;
    std::vector<std::string> others;
    for (const std::string& path : paths) {
        std::error_code ec;
        const result<> added =
            path != "-" && fs::is_directory(path, ec) ? add_folder(path, all, others) : add_file(path, all);
        if (!added) return added.error();
    }
    if (left_out != nullptr) left_out->insert(left_out->end(), others.begin(), others.end());
    return all;
}

result<std::vector<manifest_text>> read_manifest_files_at(const std::string& revision,
                                                          const std::vector<std::string>& paths) {
    if (revision.starts_with('-'))
        return error(errc::bad_config, fmt::format("--old-ref: \"{}\" is not a revision", revision));
    const real_clock time;
    random_source random(1);
    loop l(time, random);
    std::vector<manifest_text> all;
    result<> outcome;
    run_to_end(l, "git", read_revision(l, revision, paths, all, outcome));
    if (!outcome) return outcome.error().within("--old-ref");
    return all;
}

result<std::vector<manifest_object>> objects_in(const manifest_text& from) {
    auto documents = json::locate_manifests(from.text, from.file);
    if (!documents) return documents.error();
    std::vector<manifest_object> all;
    for (json::located_manifest& each : *documents) {
        const auto document = std::make_shared<const json::located_manifest>(std::move(each));
        const bj::object* const content = document->content.if_object();
        if (content == nullptr) {
            const json::text_position at = document->find("");
            return error(errc::bad_data,
                         fmt::format("{}, line {}, column {}: not an object", from.file, at.line, at.column));
        }
        const bj::array* const items = array_in(*content, "items");
        if (text_in(*content, "kind") != "List" || items == nullptr) {
            all.push_back({from.file, document, {}, *content});
            continue;
        }
        for (std::size_t i = 0; i < items->size(); ++i) {
            if (const bj::object* item = (*items)[i].if_object())
                all.push_back({from.file, document, fmt::format("items[{}]", i), *item});
        }
    }
    return all;
}

}}}  // namespace setpoint::v0::cli
