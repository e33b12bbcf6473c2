#include "apiserver/store/folder_lock.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr mode_t folder_mode = 0700, parents_mode = 0777, file_mode = 0600;

std::string reason(int code) {
    return std::generic_category().message(code);
}

// "process 123 (setpoint)".
std::string holder_of(int descriptor) {
    std::array<char, 32> text{};
    const ssize_t length = ::pread(descriptor, text.data(), text.size(), 0);
    long pid = 0;
    if (length <= 0 || std::from_chars(text.data(), text.data() + length, pid).ec != std::errc())
        return "another process";
    std::string name;
    std::getline(std::ifstream(fmt::format("/proc/{}/comm", pid)), name);
    return fmt::format("process {}{}", pid, name.empty() ? "" : " (" + name + ")");
}

result<> synchronize(const std::filesystem::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool done =
        descriptor >= 0 && (::fsync(descriptor) == 0 || errno == EINVAL);  // some file systems cannot
    const int why = errno;
    if (descriptor >= 0) ::close(descriptor);
    if (done) return {};
    return error(errc::bad_config,
                 fmt::format("synchronize the folder {}: {}", folder.string(), reason(why)));
}

// A new folder survives a power loss when its parent is synchronized.
result<> make_folder(const std::filesystem::path& folder, mode_t mode) {
    const std::filesystem::path parent = folder.parent_path();
    bool made = ::mkdir(folder.c_str(), mode) == 0;
    if (!made && errno == ENOENT && !parent.empty()) {
        if (auto above = make_folder(parent, parents_mode); !above) return above;
        made = ::mkdir(folder.c_str(), mode) == 0;
    }
    if (made) return synchronize(parent.empty() ? "." : parent);
    if (errno == EEXIST) return {};
    return error(errc::bad_config,
                 fmt::format("make the folder {}: {}; choose one in a place that can be written",
                             folder.string(), reason(errno)));
}

}  // namespace

result<folder_lock> folder_lock::take(const std::string& folder) {
    const std::filesystem::path path = folder;
    // "data/" is its own parent.
    if (auto made = make_folder(path.has_filename() ? path : path.parent_path(), folder_mode); !made)
        return made.error();
    const std::string file = folder + "/lock";
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, file_mode);
    if (descriptor < 0) return error(errc::bad_config, fmt::format("open {}: {}", file, reason(errno)));
    folder_lock held(descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            return error(errc::bad_config,
                         fmt::format("the folder {} is in use by {}", folder, holder_of(descriptor)));
        return error(errc::bad_config, fmt::format("lock {}: {}", file, reason(errno)));
    }
    // Of a folder of another user the files have modes of their own.
    (void)::chmod(folder.c_str(), folder_mode);
    const std::string text = fmt::format("{}\n", ::getpid());
    // On a full disk the lock holds without the number, which is for messages only.
    if (::ftruncate(descriptor, 0) == 0) (void)!::pwrite(descriptor, text.data(), text.size(), 0);
    return held;
}

folder_lock::~folder_lock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

result<> make_private_file(const std::string& file) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, file_mode);
    if (descriptor < 0) return error(errc::bad_config, fmt::format("open {}: {}", file, reason(errno)));
    const bool closed_to_others = ::fchmod(descriptor, file_mode) == 0;
    const int why = errno;
    ::close(descriptor);
    if (closed_to_others) return {};
    return error(errc::bad_config, fmt::format("take rights of others from {}: {}", file, reason(why)));
}

}}}  // namespace setpoint::v0::apiserver
