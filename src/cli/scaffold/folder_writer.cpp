#include "cli/scaffold/folder_writer.hpp"

#include "cli/file.hpp"
#include "cli/scaffold/change_journal.hpp"
#include "cli/scaffold/folder_reader.hpp"
#include "cli/scaffold/sha256.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot(std::string_view doing, const fs::path& file, std::string_view why) {
    throw fault(errc::bad_config, fmt::format("cannot {} {}: {}", doing, file.string(), why));
}
[[noreturn]] void cannot(std::string_view doing, const fs::path& file, const std::error_code& why) {
    cannot(doing, file, why.message());
}

// Ctrl-C comes after the changes rather than between two of them.
class no_signals {
public:
    no_signals() {
        sigset_t later;
        sigemptyset(&later);
        for (const int s : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&later, s);
        ::pthread_sigmask(SIG_BLOCK, &later, &before_);
    }
    no_signals(const no_signals&) = delete;
    no_signals& operator=(const no_signals&) = delete;
    ~no_signals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_{};
};

// Folders that do not exist yet, from the outermost one.
std::vector<fs::path> missing_folders(const fs::path& folder) {
    std::vector<fs::path> missing;
    for (fs::path f = fs::absolute(folder).lexically_normal(); !fs::exists(f); f = f.parent_path())
        if (f.has_filename()) missing.insert(missing.begin(), f);
    return missing;
}

// Creates the project's folder; removes it unless something is written.
class root_folder {
public:
    explicit root_folder(const fs::path& root) : created_(missing_folders(root)) {
        for (const fs::path& f : created_) {
            std::error_code failed;
            if (!fs::create_directory(f, failed)) cannot("create", f, failed);
            belongs_to_owner(f, f.parent_path());
        }
    }
    root_folder(const root_folder&) = delete;
    root_folder& operator=(const root_folder&) = delete;
    ~root_folder() {
        std::error_code ignored;
        for (auto f = created_.rbegin(); !kept_ && f != created_.rend(); ++f) fs::remove(*f, ignored);
    }
    void keep() { kept_ = true; }

    // What root makes in the folder of somebody else is theirs.
    static void belongs_to_owner(const fs::path& made, const fs::path& model) {
        struct stat info{};
        if (::geteuid() == 0 && ::stat(model.c_str(), &info) == 0 && info.st_uid != 0)
            (void)!::lchown(made.c_str(), info.st_uid, info.st_gid);
    }

private:
    std::vector<fs::path> created_;
    bool kept_ = false;
};

// Nothing has changed since the changes were planned, and all of them are allowed.
void check(const fs::path& root, const std::vector<file_change>& changes) {
    const read_function read = reader_of(root);
    for (const file_change& c : changes) {
        const fs::path file = root / c.path;
        const auto there = read(c.path);
        if (c.what == file_change::kind::create) {
            if (there) cannot("create", file, "it exists");
            continue;
        }
        if (!there) cannot("replace", file, "it is gone; run the command again");
        if (!there->unusable.empty()) cannot("replace", file, "it " + there->unusable);
        if (there->text != c.before)
            cannot("replace", file, "it has changed meanwhile; run the command again");
        if (there->read_only) cannot("replace", file, "it is read-only; chmod u+w makes it writable");
    }
}

journal journal_of(const fs::path& root, const std::vector<file_change>& changes) {
    journal j;
    std::set<std::string> folders;
    for (const file_change& c : changes) {
        j.changes.push_back({c.what, c.path, sha256(c.after)});
        for (fs::path f = fs::path(c.path).parent_path(); !f.empty(); f = f.parent_path())
            if (!fs::exists(root / f)) folders.insert(f.string());
    }
    j.folders.assign(folders.begin(), folders.end());  // an outer one is before those in it
    return j;
}

// Writes the new texts and the journal beside the files, on the same disk.
void stage(const fs::path& root, const staging_lock& staging, const std::vector<file_change>& changes,
           const journal& j) {
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const file_change& c = changes[i];
        if (c.what == file_change::kind::remove) continue;
        const std::string file = staging.new_file(i).string();
        if (const auto written = write_file(file, c.after, c.mode); !written)
            cannot("write", root / c.path, written.error().message);
        const bool replaces = c.what == file_change::kind::replace;
        struct stat info{};
        if (replaces && ::stat((root / c.path).c_str(), &info) == 0)
            (void)!::chmod(file.c_str(), info.st_mode);
        root_folder::belongs_to_owner(file, replaces ? root / c.path : root);
    }
    const auto written = write_file(staging.journal().string(), to_text(j), 0600);
    if (!written) throw fault(written.error());
}

void put_in_place(const fs::path& file, const staging_lock& staging, std::size_t i, file_change::kind what) {
    std::error_code failed;
    if (what == file_change::kind::create) {
        // Unlike rename(), link() replaces nothing that was created meanwhile.
        if (::link(staging.new_file(i).c_str(), file.c_str()) == 0) {
            fs::remove(staging.new_file(i), failed);
            return;
        }
        if (errno == EEXIST) cannot("create", file, "it exists");
        fs::rename(staging.new_file(i), file, failed);  // on a disk without links
    } else {
        if (::link(file.c_str(), staging.old_file(i).c_str()) != 0)
            fs::rename(file, staging.old_file(i), failed);
        if (failed) cannot("replace", file, failed);
        if (what == file_change::kind::replace)
            fs::rename(staging.new_file(i), file, failed);
        else
            fs::remove(file, failed);
    }
    if (failed) cannot("write", file, failed);
}

void apply(const fs::path& root, const staging_lock& staging, const std::vector<file_change>& changes,
           const journal& j) {
    for (const std::string& folder : j.folders) {
        std::error_code failed;
        if (!fs::create_directory(file_in(root, folder), failed)) cannot("create", root / folder, failed);
        root_folder::belongs_to_owner(root / folder, root);
    }
    for (std::size_t i = 0; i < changes.size(); ++i)
        put_in_place(file_in(root, changes[i].path), staging, i, changes[i].what);
}

}  // namespace

void write_changes(const fs::path& root, const std::vector<file_change>& changes) {
    if (changes.empty()) return;
    const no_signals later;
    root_folder folder(root);
    check(root, changes);
    staging_lock staging(root, staging_lock::use::make);
    const journal j = journal_of(root, changes);
    stage(root, staging, changes, j);
    try {
        apply(root, staging, changes, j);
    } catch (const fault& f) {
        const taken_back back = take_back(root, staging, j);
        if (back.failed.empty() && back.edited.empty()) throw;
        staging.keep();
        folder.keep();
        throw fault(
            errc::bad_config,
            fmt::format("{}; and what was written before could not be taken back: {}; {} has the files "
                        "as they were",
                        f.why().message, fmt::join(back.failed.empty() ? back.edited : back.failed, ", "),
                        (root / staging_name).string()));
    }
    folder.keep();
}

bool was_interrupted(const fs::path& root) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(root / staging_name, ignored));
}

std::string take_back_interrupted(const fs::path& root) {
    if (!was_interrupted(root)) return {};
    const no_signals later;
    staging_lock staging(root, staging_lock::use::existing);
    std::error_code ignored;
    if (!fs::exists(staging.journal(), ignored)) return {};  // before the first change
    staging.keep();
    const auto text = read_file(staging.journal().string());
    if (!text) throw fault(text.error());
    const taken_back back = take_back(root, staging, parse_journal(*text));
    if (!back.failed.empty())
        throw fault(
            errc::bad_config,
            fmt::format("an earlier command was interrupted, and what it wrote cannot be taken back: {}; "
                        "{} has the files as they were",
                        fmt::join(back.failed, ", "), (root / staging_name).string()));
    fs::remove_all(root / staging_name, ignored);
    std::string told = "An earlier command was interrupted";
    if (!back.restored.empty()) told += fmt::format("; taken back: {}", fmt::join(back.restored, ", "));
    if (!back.edited.empty())
        told += fmt::format("; edited since, and left: {}", fmt::join(back.edited, ", "));
    return told + ".";
}

}}}  // namespace setpoint::v0::cli::scaffold
