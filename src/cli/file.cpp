#include "cli/file.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

error failure(std::string_view doing, const std::string& path, int why) {
    return error(errc::bad_config,
                 fmt::format("cannot {} {}: {}", doing, path,
                             boost::system::error_code(why, boost::system::system_category()).message()));
}

bool write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(fd, text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

}  // namespace

result<> write_file(const std::string& path, std::string_view text, mode_t mode) {
    const std::string beside = fmt::format("{}.{}.new", path, ::getpid());
    ::unlink(beside.c_str());
    const int fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd < 0) return failure("write", path, errno);
    const bool written = write_all(fd, text) && ::fsync(fd) == 0;
    const int why = errno;
    ::close(fd);
    if (written && std::rename(beside.c_str(), path.c_str()) == 0) return {};
    const int because = written ? errno : why;
    ::unlink(beside.c_str());
    return failure("write", path, because);
}

result<std::string> read_file(const std::string& path, std::size_t most) {
    const bool is_input = path == "-";
    const int fd = is_input ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return failure("read", path, errno);
    std::string text;
    std::array<char, 4096> bytes{};
    ssize_t n = 0;
    while (text.size() <= most && (n = ::read(fd, bytes.data(), bytes.size())) != 0) {
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) break;
        text.append(bytes.data(), static_cast<std::size_t>(n));
    }
    const int why = errno;
    if (!is_input) ::close(fd);
    if (n < 0) return failure("read", is_input ? "the standard input" : path, why);
    if (text.size() > most) return failure("read", path, EFBIG);
    return text;
}

std::string read_file_of(std::string_view flag, const std::string& path) {
    if (path.empty()) return {};
    auto text = read_file(path);
    if (!text) throw fault(text.error().within(std::string(flag)));
    return std::move(*text);
}

result<std::string> begin_of_file(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        if (errno == ENOENT) return std::string();
        return failure("read", path, errno);
    }
    std::array<char, 128> bytes{};
    const ssize_t n = ::read(fd, bytes.data(), bytes.size());
    const int why = errno;
    ::close(fd);
    if (n < 0) return failure("read", path, why);
    return std::string(bytes.data(), static_cast<std::size_t>(n));
}

}}}  // namespace setpoint::v0::cli
