#pragma once
// What a command changes in a project's folder. Pure functions of the project and of what the folder has.
//
// A file is unedited if its hash is the one in PROJECT; whether its lines end in CR LF does not matter, and
// stays. Unedited files are replaced; an edited one never is, unless what was generated is the same as before
// or a merge is asked for. What is no file with a text, or read-only, is never replaced.

#include "cli/scaffold/project_tree.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

struct file_change {
    enum class kind { create, replace, remove } what;
    std::string path;
    std::string before, after;  // the texts
    mode_t mode = 0644;
};

// An edited file that differs from what would be generated.
struct conflict {
    std::string path, ours, generated;  // no text of ours if it is no file with a text
    std::string why;                    // "was edited since it was generated", ...
};

struct change_set {
    std::vector<file_change> files;  // PROJECT last
    std::vector<conflict> conflicts;
    project_file project;
};

// What a folder has at a path.
struct found_file {
    found_file(std::string t) : text(std::move(t)) {}  // NOLINT(google-explicit-constructor)
    std::string text;
    // Why it can be neither compared nor replaced: "is a symbolic link". Empty for a file with a text.
    std::string unusable;
    bool read_only = false;
};
// Nothing if there is nothing at that path.
using read_function = std::function<std::optional<found_file>(const std::string& path)>;

// What becomes of an edited file.
enum class edited_policy {
    refuse,  // a conflict
    keep,    // it stays, and counts as up to date
    merge    // three-way merge; a conflict if that is not possible
};
struct merge_result {
    std::optional<std::string> text;
    std::string problem;  // why there is no text: "both changed the same lines"
};
// Merges what changed between the text with this hash and `generated` into `ours`.
using merge_function =
    std::function<merge_result(const std::string& path, const std::string& generated_before_hash,
                               const std::string& ours, const std::string& generated)>;

struct edited_files {
    edited_policy policy = edited_policy::refuse;
    merge_function merge;  // for edited_policy::merge
};

// All files of a new project.
change_set plan_creation(project_file p);
// What differs between `before` and `after`: files of kinds, and lines of main.cpp at its markers. Throws
// fault(bad_config) if main.cpp or a marker is missing, or main.cpp cannot be replaced.
change_set plan_addition(const project_file& before, project_file after, const read_function& read,
                         const edited_files& edited);
// What this version generates differently from the version that generated the project. Files that were
// deleted stay so.
change_set plan_upgrade(project_file p, const read_function& read, const edited_files& edited);

// The lines that a command prints: "created  src/main.cpp". With `dry_run`: "would create", and what would
// change in existing files as a unified diff.
std::string report(const change_set& c, bool dry_run);
// The conflicts, each with a unified diff, and what to do.
std::string report_conflicts(const std::vector<conflict>& conflicts);

}}}  // namespace setpoint::v0::cli::scaffold
