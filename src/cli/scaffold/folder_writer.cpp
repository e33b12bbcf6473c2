#include "cli/scaffold/folder_writer.hpp"

#include "cli/file.hpp"

#include <fmt/format.h>

#include <unistd.h>

namespace setpoint::inline v0::cli::scaffold {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(std::string_view doing, const fs::path& file, const std::error_code& why) {
    throw fault(errc::bad_config, fmt::format("cannot {} {}: {}", doing, file.string(), why.message()));
}

// Puts staged files in place; what has been done is undone unless commit() is called.
class transaction {
public:
    explicit transaction(fs::path root)
        : root_(std::move(root)), staging_(root_ / fmt::format(".setpoint-{}", ::getpid())) {}
    transaction(const transaction&) = delete;
    transaction& operator=(const transaction&) = delete;
    ~transaction() {
        std::error_code ignored;
        if (!committed_) take_back();
        fs::remove_all(staging_, ignored);
        for (auto f = folders_.rbegin(); !committed_ && f != folders_.rend(); ++f) fs::remove(*f, ignored);
    }

    void stage(const std::vector<file_change>& changes) {
        make_folder(root_);
        std::error_code failed;
        fs::remove_all(staging_, failed);  // of a process of that id that crashed
        if (!fs::create_directory(staging_, failed)) refuse("create", staging_, failed);
        for (std::size_t i = 0; i < changes.size(); ++i) {
            if (changes[i].what == file_change::kind::remove) continue;
            const auto written = write_file(new_name(i), changes[i].after, changes[i].mode);
            if (!written) throw fault(written.error());
        }
    }
    void put_in_place(const std::vector<file_change>& changes) {
        for (std::size_t i = 0; i < changes.size(); ++i) {
            const fs::path file = root_ / changes[i].path;
            std::error_code failed;
            make_folder(file.parent_path());
            if (changes[i].what != file_change::kind::create) {
                fs::rename(file, old_name(i), failed);
                if (failed) refuse("replace", file, failed);
                done_.push_back({file, old_name(i)});
            }
            if (changes[i].what == file_change::kind::remove) continue;
            if (fs::exists(fs::symlink_status(file, failed)))  // created meanwhile
                refuse("write", file, std::make_error_code(std::errc::file_exists));
            fs::rename(new_name(i), file, failed);
            if (failed) refuse("write", file, failed);
            done_.push_back({file, {}});
        }
    }
    void commit() { committed_ = true; }

private:
    struct step {
        fs::path file, old;  // `old` is empty if the file was created
    };
    fs::path new_name(std::size_t i) const { return staging_ / fmt::format("new-{}", i); }
    fs::path old_name(std::size_t i) const { return staging_ / fmt::format("old-{}", i); }

    void make_folder(const fs::path& folder) {
        std::vector<fs::path> missing;
        for (fs::path f = fs::absolute(folder); !fs::exists(f); f = f.parent_path()) missing.push_back(f);
        for (auto f = missing.rbegin(); f != missing.rend(); ++f) {
            std::error_code failed;
            if (!fs::create_directory(*f, failed)) refuse("create", *f, failed);
            folders_.push_back(*f);
        }
    }
    void take_back() {
        std::error_code ignored;
        for (auto s = done_.rbegin(); s != done_.rend(); ++s) {
            if (s->old.empty())
                fs::remove(s->file, ignored);
            else
                fs::rename(s->old, s->file, ignored);
        }
    }

    fs::path root_, staging_;
    std::vector<step> done_;
    std::vector<fs::path> folders_;
    bool committed_ = false;
};

}  // namespace

read_function reader_of(fs::path root) {
    return [root = std::move(root)](const std::string& path) -> std::optional<std::string> {
        const fs::path file = root / path;
        std::error_code failed;
        if (!fs::exists(file, failed)) return std::nullopt;
        auto text = read_file(file.string());
        if (!text) throw fault(text.error());
        return std::move(*text);
    };
}

void write_changes(const fs::path& root, const std::vector<file_change>& changes) {
    transaction t(root);
    t.stage(changes);
    t.put_in_place(changes);
    t.commit();
}

}  // namespace setpoint::inline v0::cli::scaffold
