#include "testkit/sim/interruption.hpp"

#include <cerrno>
#include <sys/signalfd.h>
#include <system_error>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

[[noreturn]] void fail_with_errno(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

interruption::interruption() {
    sigset_t noted;
    sigemptyset(&noted);
    bool any = false;
    for (const int s : {SIGINT, SIGTERM}) {
        struct sigaction now{};
        // A job in the background of a script ignores SIGINT.
        if (::sigaction(s, nullptr, &now) != 0) fail_with_errno("sigaction");
        if (now.sa_handler == SIG_IGN) continue;
        sigaddset(&noted, s);
        any = true;
    }
    if (!any) return;
    descriptor_ = ::signalfd(-1, &noted, SFD_NONBLOCK | SFD_CLOEXEC);
    if (descriptor_ < 0) fail_with_errno("signalfd");
    if (::sigprocmask(SIG_BLOCK, &noted, &before_) != 0) fail_with_errno("sigprocmask");
}

interruption::~interruption() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

std::size_t interruption::count() {
    signalfd_siginfo one{};
    while (descriptor_ >= 0 && ::read(descriptor_, &one, sizeof one) == sizeof one) {
        ++count_;
        if (signal_ == 0) signal_ = static_cast<int>(one.ssi_signo);
    }
    return count_;
}

}}}  // namespace setpoint::v0::sim
