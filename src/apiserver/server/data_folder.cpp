#include "setpoint/apiserver/data_folder.hpp"

#include "apiserver/store/salvage.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

result<std::unique_ptr<journal>> open_existing(const std::string& folder) {
    std::error_code failed;
    if (!std::filesystem::exists(std::filesystem::path(folder) / "setpoint.db", failed))
        return error(errc::bad_config, "open the data folder " + folder + ": it has no setpoint.db");
    return journal::open(folder);
}

data_folder_report report_of(const salvaged& s) {
    data_folder_report out;
    out.revisions = s.revisions;
    for (const auto& [key, json] : s.objects) out.objects += !json.empty();
    out.problems = s.problems;
    return out;
}

}  // namespace

result<data_folder_report> check_data_folder(const std::string& folder) {
    auto file = open_existing(folder);
    if (!file) return file.error();
    salvaged found = salvage(**file);
    check_integrity(**file, found.problems);
    if (found.problems.empty()) {
        // As a start does: in order, and with the bounds.
        versioned_store store({});
        if (const auto read = restore(**file, store); !read) found.problems.push_back(read.error().message);
    }
    return report_of(found);
}

result<data_folder_report> export_data_folder(const std::string& folder, std::ostream& to) {
    auto file = open_existing(folder);
    if (!file) return file.error();
    const salvaged found = salvage(**file);
    std::string_view between = "\n";
    to << R"({"apiVersion":"v1","kind":"List","metadata":{"resourceVersion":""},"items":[)";
    for (const auto& [key, json] : found.objects) {
        if (json.empty()) continue;
        to << std::exchange(between, ",\n") << json;
    }
    to << "\n]}\n" << std::flush;
    if (!to) return error(errc::failed, "write the export");
    return report_of(found);
}

result<secret> kept_secret(const std::string& folder, std::string_view name,
                           const std::function<secret()>& make) {
    auto file = journal::open(folder);
    if (!file) return file.error();
    auto known = (*file)->key(name);
    if (!known) return known.error().within("read " + folder);
    if (*known) return std::move(**known);
    secret made = make();
    if (const auto done = (*file)->set_key(name, made); !done)
        return done.error().within("write to " + folder);
    return made;
}

}}}  // namespace setpoint::v0::apiserver
