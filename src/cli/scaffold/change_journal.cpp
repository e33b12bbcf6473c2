#include "cli/scaffold/change_journal.hpp"

#include "cli/file.hpp"
#include "cli/json_members.hpp"
#include "cli/scaffold/folder_reader.hpp"
#include "cli/scaffold/sha256.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

namespace fs = std::filesystem;

constexpr std::array words = std::to_array<std::string_view>({"create", "replace", "remove"});

bool is_same_file(const fs::path& a, const fs::path& b) {
    struct stat one{}, other{};
    return ::lstat(a.c_str(), &one) == 0 && ::lstat(b.c_str(), &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

bool is_there(const fs::path& file) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(file, ignored));
}

bool has_text(const fs::path& file, const std::string& hash) {
    const auto text = read_file(file.string());
    return text && sha256(*text) == hash;
}

// Undoes one change after the other.
class undoing {
public:
    undoing(const fs::path& root, const staging_lock& staging) : root_(root), staging_(staging) {}

    void undo(std::size_t i, const journal_entry& e) {
        const fs::path file = file_in(root_, e.path), old = staging_.old_file(i);
        if (e.what == file_change::kind::create) {
            // Once it is in place, its name in the staging folder is gone, or both are one file.
            const bool done = is_there(file) &&
                              (!is_there(staging_.new_file(i)) || is_same_file(file, staging_.new_file(i)));
            if (!done) return;
            if (!has_text(file, e.hash)) return result_.edited.push_back(e.path);
            std::error_code why;
            fs::remove(file, why);
            return note(e.path, why);
        }
        if (!is_there(old) || is_same_file(file, old)) return;
        if (is_there(file) && !has_text(file, e.hash)) return result_.edited.push_back(e.path);
        std::error_code why;
        fs::rename(old, file, why);
        note(e.path, why);
    }
    void remove_folder(const std::string& folder) { ::rmdir(file_in(root_, folder).c_str()); }
    taken_back result() { return std::move(result_); }

private:
    void note(const std::string& path, const std::error_code& why) {
        if (why)
            result_.failed.push_back(fmt::format("{} ({})", path, why.message()));
        else
            result_.restored.push_back(path);
    }

    const fs::path& root_;
    const staging_lock& staging_;
    taken_back result_;
};

}  // namespace

staging_lock::staging_lock(const fs::path& root, use u) : path_(root / staging_name) {
    if (u == use::make && ::mkdir(path_.c_str(), 0700) != 0)
        throw fault(errc::bad_config, fmt::format("cannot create {}: {}", path_.string(),
                                                  std::generic_category().message(errno)));
    folder_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder_ >= 0 && ::flock(folder_, LOCK_EX | LOCK_NB) == 0) return;
    const int why = errno;
    if (folder_ >= 0) ::close(folder_);
    throw fault(
        errc::bad_config,
        why == EWOULDBLOCK
            ? fmt::format("another command is changing {} at this time: run this one again", root.string())
            : fmt::format("cannot open {}: {}", path_.string(), std::generic_category().message(why)));
}

staging_lock::~staging_lock() {
    std::error_code ignored;
    if (!kept_) fs::remove_all(path_, ignored);
    ::close(folder_);
}

fs::path staging_lock::new_file(std::size_t i) const {
    return path_ / fmt::format("new-{}", i);
}
fs::path staging_lock::old_file(std::size_t i) const {
    return path_ / fmt::format("old-{}", i);
}

std::string to_text(const journal& j) {
    bj::array changes, folders;
    for (const journal_entry& e : j.changes)
        changes.push_back(
            {{"what", chars(words[static_cast<std::size_t>(e.what)])}, {"path", e.path}, {"sha256", e.hash}});
    for (const std::string& f : j.folders) folders.emplace_back(f);
    return bj::serialize(bj::object{{"changes", std::move(changes)}, {"folders", std::move(folders)}});
}

journal parse_journal(const std::string& text) {
    const auto invalid = [] {
        return fault(errc::bad_config,
                     fmt::format("{}/journal is damaged: look at the files there, move what "
                                 "you need to its place, and remove the folder",
                                 staging_name));
    };
    boost::system::error_code failed;
    const bj::value v = bj::parse(text, failed);
    const bj::array* const changes = v.is_object() ? array_in(v.get_object(), "changes") : nullptr;
    const bj::array* const folders = v.is_object() ? array_in(v.get_object(), "folders") : nullptr;
    if (failed || !changes || !folders) throw invalid();
    journal j;
    for (const bj::value& c : *changes) {
        if (!c.is_object()) throw invalid();
        const auto what = std::ranges::find(words, text_in(c.get_object(), "what"));
        journal_entry e{file_change::kind::create, std::string(text_in(c.get_object(), "path")),
                        std::string(text_in(c.get_object(), "sha256"))};
        if (what == words.end() || (e.path != project_file_name && !is_project_path(e.path))) throw invalid();
        e.what = static_cast<file_change::kind>(what - words.begin());
        j.changes.push_back(std::move(e));
    }
    for (const bj::value& f : *folders) {
        if (!f.is_string() || !is_project_path(view(f.get_string()))) throw invalid();
        j.folders.emplace_back(view(f.get_string()));
    }
    return j;
}

taken_back take_back(const fs::path& root, const staging_lock& staging, const journal& j) {
    undoing u(root, staging);
    for (std::size_t i = j.changes.size(); i > 0; --i) u.undo(i - 1, j.changes[i - 1]);
    for (auto f = j.folders.rbegin(); f != j.folders.rend(); ++f) u.remove_folder(*f);
    return u.result();
}

}}}  // namespace setpoint::v0::cli::scaffold
