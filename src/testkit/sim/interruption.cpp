#include "testkit/sim/interruption.hpp"

#include <cerrno>
#include <system_error>
#include <unistd.h>

#ifdef __linux__
#include <sys/signalfd.h>
#else
#include <sys/event.h>
#endif

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

[[noreturn]] void fail_with_errno(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

#ifdef __linux__

int open_descriptor(const sigset_t& noted) {
    return ::signalfd(-1, &noted, SFD_NONBLOCK | SFD_CLOEXEC);
}

// Takes a signal that has arrived; 0 if none has.
int take(int descriptor, const sigset_t&) {
    signalfd_siginfo one{};
    return ::read(descriptor, &one, sizeof one) == sizeof one ? static_cast<int>(one.ssi_signo) : 0;
}

#else

// A kqueue sees signals that are blocked, but takes them from nobody: they stay pending.
int open_descriptor(const sigset_t& noted) {
    const int fd = ::kqueue();  // no child process inherits it
    for (const int s : {SIGINT, SIGTERM}) {
        if (fd < 0 || !sigismember(&noted, s)) continue;
        struct kevent add{};
        EV_SET(&add, s, EVFILT_SIGNAL, EV_ADD, 0, 0, nullptr);
        if (::kevent(fd, &add, 1, nullptr, 0, nullptr) != 0) fail_with_errno("kevent");
    }
    return fd;
}

int take(int descriptor, const sigset_t& noted) {
    struct kevent seen[2];
    const timespec at_once{};
    (void)::kevent(descriptor, nullptr, 0, seen, 2, &at_once);  // from now on it is not readable
    sigset_t pending;
    sigemptyset(&pending);
    ::sigpending(&pending);
    for (const int s : {SIGINT, SIGTERM}) {
        sigset_t only;
        sigemptyset(&only);
        sigaddset(&only, s);
        int taken = 0;
        if (sigismember(&noted, s) && sigismember(&pending, s) && ::sigwait(&only, &taken) == 0) return taken;
    }
    return 0;
}

#endif

}  // namespace

interruption::interruption() {
    sigemptyset(&noted_);
    bool any = false;
    for (const int s : {SIGINT, SIGTERM}) {
        struct sigaction now{};
        // A job in the background of a script ignores SIGINT.
        if (::sigaction(s, nullptr, &now) != 0) fail_with_errno("sigaction");
        if (now.sa_handler == SIG_IGN) continue;
        sigaddset(&noted_, s);
        any = true;
    }
    if (!any) return;
    descriptor_ = open_descriptor(noted_);
    if (descriptor_ < 0) fail_with_errno("a descriptor of signals");
    if (::sigprocmask(SIG_BLOCK, &noted_, &before_) != 0) fail_with_errno("sigprocmask");
}

interruption::~interruption() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

std::size_t interruption::count() {
    for (int number = 1; descriptor_ >= 0 && number != 0;) {
        number = take(descriptor_, noted_);
        if (number != 0) ++count_;
        if (signal_ == 0) signal_ = number;
    }
    return count_;
}

}}}  // namespace setpoint::v0::sim
