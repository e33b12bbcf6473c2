#include "apiserver/store/disk_reserve.hpp"

#include "setpoint/core/random.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr mode_t owner_only = 0600;
constexpr std::uint64_t unit_of_blocks = 512;  // stat(2)
constexpr int most_halvings = 5;

// With noise: some file systems compress what they store.
bool fill(int descriptor, std::uint64_t bytes) {
    random_source random(bytes);
    std::array<std::uint64_t, 8192> noise{};
    for (std::uint64_t at = 0; at < bytes;) {
        for (std::uint64_t& each : noise) each = random.next();
        const ssize_t written =
            ::pwrite(descriptor, noise.data(), std::min<std::uint64_t>(bytes - at, sizeof noise),
                     static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        at += static_cast<std::uint64_t>(written);
    }
    // Some file systems find out only then that there is no space.
    return ::fsync(descriptor) == 0;
}

bool allocate(int descriptor, std::uint64_t bytes) {
#ifdef __linux__
    if (::fallocate(descriptor, 0, 0, static_cast<off_t>(bytes)) == 0) return true;
    if (errno != EOPNOTSUPP && errno != ENOSYS) return false;
#endif
    return fill(descriptor, bytes);
}

}  // namespace

std::uint64_t disk_reserve::kept() const {
    struct stat is{};
    if (::stat(file_.c_str(), &is) != 0) return 0;
    return std::min(bytes_, static_cast<std::uint64_t>(is.st_blocks) * unit_of_blocks);
}

void disk_reserve::keep() {
    const std::uint64_t before = kept();
    if (before == bytes_) return;
    const int descriptor = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, owner_only);
    if (descriptor < 0) return;
    bool done = false;
    for (int halvings = 0; !done && halvings <= most_halvings && bytes_ >> halvings > before; ++halvings) {
        done = allocate(descriptor, bytes_ >> halvings);
        // Part of it may have been allocated. What was there before stays.
        if (!done && ::ftruncate(descriptor, static_cast<off_t>(before)) != 0) break;
    }
    ::close(descriptor);
    if (!done && before == 0) release();
}

void disk_reserve::release() {
    ::unlink(file_.c_str());
}

}}}  // namespace setpoint::v0::apiserver
