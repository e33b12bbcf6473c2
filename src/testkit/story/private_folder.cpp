#include "testkit/story/private_folder.hpp"

#include "setpoint/core/private_folder.hpp"
#include "setpoint/story/explore.hpp"

#include <fcntl.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace setpoint { inline namespace v0 { namespace story {

private_folder::private_folder() {
    result<std::string> made = make_private_folder("setpoint-explore");
    if (!made) throw cannot_explore(made.error().message);
    path_ = std::move(*made);
}

private_folder::~private_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void write_private(const std::string& path, const std::string& text) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const bool written =
        fd >= 0 && ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    if (fd >= 0) ::close(fd);
    if (!written) throw cannot_explore("cannot write " + path);
}

}}}  // namespace setpoint::v0::story
