#include "cli/control/control_streams.hpp"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace cli { namespace control {

namespace {

constexpr std::size_t piece = 65'536;

// epoll refuses regular files and devices such as /dev/null.
bool can_be_waited_for(int fd) {
    struct stat is{};
    if (::fstat(fd, &is) != 0) return false;
    return S_ISFIFO(is.st_mode) || S_ISSOCK(is.st_mode) || ::isatty(fd) == 1;
}

bool would_block() {
    return errno == EAGAIN || errno == EWOULDBLOCK;
}

}  // namespace

open_stream::open_stream(loop& l, int fd) : loop_(l), fd_(fd) {
    if (!can_be_waited_for(fd)) return;
    flags_ = ::fcntl(fd, F_GETFL);
    if (flags_ < 0 || ::fcntl(fd, F_SETFL, flags_ | O_NONBLOCK) != 0) return;
    const int own = ::fcntl(fd, F_DUPFD_CLOEXEC, 3);
    if (own >= 0) waits_.emplace(l.io(), own);
}

open_stream::~open_stream() {
    waits_.reset();
    if (flags_ >= 0) ::fcntl(fd_, F_SETFL, flags_);
}

awaitable<void> open_stream::wait(asio::posix::descriptor_base::wait_type what) {
    if (!waits_) co_return co_await loop_.yield();
    const waiter_id id = loop_.reserve();
    waits_->async_wait(what, [&l = loop_, id](boost::system::error_code) { l.ready(id); });
    co_await loop_.wait(id);
}

awaitable<std::string_view> open_stream::read() {
    buffer_.resize(piece);
    for (;;) {
        const ssize_t n = ::read(fd_, buffer_.data(), buffer_.size());
        if (n >= 0) co_return std::string_view(buffer_.data(), static_cast<std::size_t>(n));
        if (errno == EINTR) continue;
        if (!would_block()) co_return std::string_view();
        co_await wait(asio::posix::descriptor_base::wait_read);
    }
}

awaitable<bool> open_stream::write(std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(fd_, text.data(), text.size());
        if (n >= 0) {
            text.remove_prefix(static_cast<std::size_t>(n));
            continue;
        }
        if (errno == EINTR) continue;
        if (!would_block()) co_return false;
        co_await wait(asio::posix::descriptor_base::wait_write);
    }
    co_return true;
}

bool open_stream::is_abandoned() const {
    pollfd p{fd_, 0, 0};
    return ::poll(&p, 1, 0) == 1 && (p.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
}

}}}}  // namespace setpoint::v0::cli::control
