#pragma once
// The folder in which changes of a project are prepared, and from which they are taken back.

#include "cli/scaffold/changes.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

inline constexpr std::string_view staging_name = ".setpoint-changes";

// A lock on the staging folder of a project, which exists while one is held. Neither copied nor moved.
class staging_lock {
public:
    enum class use { make, existing };
    // Throws fault(bad_config) if another process holds it, if it exists already (make), or if it cannot be
    // made.
    staging_lock(const std::filesystem::path& root, use u);
    staging_lock(const staging_lock&) = delete;
    staging_lock& operator=(const staging_lock&) = delete;
    // Removes the folder, unless keep() was called.
    ~staging_lock();
    // For another attempt to take back what is in it.
    void keep() { kept_ = true; }

    std::filesystem::path new_file(std::size_t i) const;  // the new text of change i
    std::filesystem::path old_file(std::size_t i) const;  // the file that was there before
    std::filesystem::path journal() const { return path_ / "journal"; }

private:
    std::filesystem::path path_;
    int folder_ = -1;
    bool kept_ = false;
};

// What take_back() needs of a change.
struct journal_entry {
    file_change::kind what;
    std::string path, hash;  // of the new text
};
// All paths are relative to the project's folder.
struct journal {
    std::vector<journal_entry> changes;
    std::vector<std::string> folders;  // that are created, from the outermost one
};
std::string to_text(const journal& j);
// Throws fault(bad_config) for a text that is not one of to_text(), or has paths outside of a project.
journal parse_journal(const std::string& text);

struct taken_back {
    std::vector<std::string> restored;  // paths
    std::vector<std::string> edited;    // since: they stay
    std::vector<std::string> failed;    // with the reason
};
// Undoes as many changes as were done. Removes created folders if they are empty.
taken_back take_back(const std::filesystem::path& root, const staging_lock& staging, const journal& j);

}}}  // namespace setpoint::v0::cli::scaffold
