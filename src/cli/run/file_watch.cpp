#include "cli/run/file_watch.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#ifdef __linux__
#include <cerrno>
#include <cstring>
#include <sys/inotify.h>
#include <unistd.h>
#endif

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

namespace fs = std::filesystem;

#ifdef __linux__
constexpr duration quiet_time = std::chrono::milliseconds(100);
constexpr std::uint32_t changes_of_files =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ATTRIB;
// Of a file that is written, too, before it is complete; but nothing else tells that only its time of
// modification was set.
constexpr std::uint32_t changes_of_programs = changes_of_files | IN_MODIFY;
#else
constexpr duration between_looks = std::chrono::milliseconds(200);
#endif

}  // namespace

bool is_source(std::string_view file_name) {
    constexpr std::array endings{".cpp", ".cc", ".cxx", ".c",   ".hpp",  ".hh",
                                 ".hxx", ".h",  ".ipp", ".inc", ".cmake"};
    if (file_name.empty() || file_name.front() == '.' || file_name.front() == '#') return false;
    if (file_name == "CMakeLists.txt" || file_name == "CMakePresets.json") return true;
    return std::any_of(endings.begin(), endings.end(), [&](const char* e) { return file_name.ends_with(e); });
}

bool has_sources(std::string_view folder_name) {
    return !folder_name.empty() && folder_name.front() != '.' && folder_name != "build";
}

#ifdef __linux__

file_watch::file_watch(loop& l) : loop_(l), events_(l.io()) {
    const int fd = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (fd < 0)
        throw fault(errc::failed,
                    "cannot watch files: " +
                        boost::system::error_code(errno, boost::system::system_category()).message());
    events_.assign(fd);
}

void file_watch::add(const std::string& folder, bool tree) {
    const std::string path = folder.empty() ? "." : folder;
    const std::uint32_t what = tree ? changes_of_files : changes_of_programs;
    const int id =
        ::inotify_add_watch(events_.native_handle(), path.c_str(), what | IN_ONLYDIR | IN_MASK_ADD);
    if (id < 0) return;
    // A folder has one watch, so it stays a tree.
    watched& w = watched_.try_emplace(id, watched{path, false}).first->second;
    w.tree |= tree;
    if (!tree) return;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(path, failed))
        if (entry.is_directory(failed) && !entry.is_symlink(failed) &&
            has_sources(entry.path().filename().string()))
            add(entry.path().string(), true);
}

awaitable<std::set<std::string>> file_watch::changes() {
    std::set<std::string> changed;
    while (changed.empty()) {
        (void)co_await until_readable(never);
        read(changed);
    }
    for (;;) {
        const bool more = co_await until_readable(saturating_add(loop_.now(), quiet_time));
        if (!more) co_return changed;
        read(changed);
    }
}

awaitable<bool> file_watch::until_readable(time_point due) {
    const waiter_id id = loop_.reserve();
    events_.async_wait(asio::posix::descriptor_base::wait_read,
                       [&l = loop_, id](boost::system::error_code) { l.ready(id); });
    const wake w = co_await loop_.wait(id, due);
    co_return w.cause == wake::by::ready;
}

void file_watch::read(std::set<std::string>& changed) {
    constexpr std::size_t piece = 16 * 1024;
    buffer_.resize(piece);
    for (;;) {
        const ssize_t n = ::read(events_.native_handle(), buffer_.data(), buffer_.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
        if (n <= 0) throw fault(errc::failed, "cannot watch files any longer");
        for (std::size_t at = 0; at < static_cast<std::size_t>(n);) {
            inotify_event e;
            std::memcpy(&e, buffer_.data() + at, sizeof e);
            note(e.wd, e.mask, buffer_.data() + at + sizeof e, e.len, changed);
            at += sizeof e + e.len;
        }
    }
}

void file_watch::note(int id, std::uint32_t what, const char* name, std::size_t length,
                      std::set<std::string>& changed) {
    const auto found = watched_.find(id);
    if (found == watched_.end()) return;
    if ((what & IN_IGNORED) != 0) {  // the folder is gone
        watched_.erase(found);
        return;
    }
    if (length == 0) return;
    const watched w = found->second;
    const std::string path = (fs::path(w.folder) / std::string(name, ::strnlen(name, length))).string();
    if ((what & IN_ISDIR) != 0) {
        if (w.tree && (what & (IN_CREATE | IN_MOVED_TO)) != 0 &&
            has_sources(fs::path(path).filename().string()))
            add(path, true);
        return;
    }
    changed.insert(path);
}

#else

// kqueue reports changes only of files that are open, and macOS allows 256 of them.
file_watch::file_watch(loop& l) : loop_(l) {}

void file_watch::add(const std::string& folder, bool tree) {
    watched_.push_back({folder.empty() ? "." : folder, tree});
    look(watched_.back(), known_);
}

awaitable<std::set<std::string>> file_watch::changes() {
    std::set<std::string> changed;
    for (std::size_t before = 0;; before = changed.size()) {
        co_await loop_.sleep(between_looks);
        compare(changed);
        if (before != 0 && changed.size() == before) co_return changed;
    }
}

void file_watch::look(const watched& at, times& to) {
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(at.folder, failed)) {
        const std::string path = entry.path().string();
        if (entry.is_directory(failed)) {
            if (at.tree && !entry.is_symlink(failed) && has_sources(entry.path().filename().string()))
                look({path, true}, to);
            continue;
        }
        const auto time = entry.last_write_time(failed);
        if (!failed) to[path] = time;
    }
}

void file_watch::compare(std::set<std::string>& changed) {
    times now;
    for (const watched& w : watched_) look(w, now);
    for (const auto& [path, time] : now) {
        const auto before = known_.find(path);
        if (before == known_.end() || before->second != time) changed.insert(path);
    }
    for (const auto& [path, time] : known_)
        if (!now.contains(path)) changed.insert(path);
    known_ = std::move(now);
}

#endif

}}}  // namespace setpoint::v0::cli
