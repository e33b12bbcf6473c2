#include "framework/core/launch.hpp"

#include <cerrno>
#include <fcntl.h>
#include <initializer_list>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#else
#include <spawn.h>
#endif

namespace setpoint { inline namespace v0 {

#ifdef __linux__

namespace {

// In the new process, which shares our memory until exec: only calls of the kernel. Returns an errno.
int enter(const launch& a, pid_t parent) {
    for (std::size_t i = 0; i < a.namespace_count; ++i)
        if (::setns(a.namespaces[i], 0) != 0) return errno;
    if (a.dies_with_us) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent) return ECANCELED;  // we ended before that
    }
    if (a.own_session)
        ::setsid();
    else
        ::setpgid(0, 0);
    struct sigaction standard{};
    standard.sa_handler = SIG_DFL;
    for (int s = 1; s < NSIG; ++s) ::sigaction(s, &standard, nullptr);
    if (a.folder && ::chdir(a.folder) != 0) return errno;
    if (::dup2(a.input, STDIN_FILENO) < 0 || ::dup2(a.output, STDOUT_FILENO) < 0) return errno;
    if (a.with_error_output && ::dup2(a.output, STDERR_FILENO) < 0) return errno;
    ::sigprocmask(SIG_SETMASK, &a.mask, nullptr);
    ::execvpe(a.program, a.argv, a.envp);
    return errno;
}

}  // namespace

bool open_pipe(int (&ends)[2]) {
    return ::pipe2(ends, O_CLOEXEC) == 0;
}

// vfork() rather than fork(), which would copy the page tables of a large process, and rather than
// posix_spawn(), which cannot set the signal of the parent's end. All signals are blocked meanwhile, so that
// no handler of ours runs in the new process.
[[gnu::noinline]] pid_t launch_process(const launch& a, int& failed) {
    volatile int reason = 0;
    const pid_t parent = ::getpid();
    const pid_t pid = ::vfork();  // NOLINT(bugprone-unsafe-functions): posix_spawn() has no such signal
    if (pid == 0) {
        reason = enter(a, parent);
        ::_exit(127);
    }
    failed = pid < 0 ? errno : reason;
    return pid;
}

#else

bool open_pipe(int (&ends)[2]) {
    if (::pipe(ends) != 0) return false;
    for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
    return true;
}

// macOS: vfork() is deprecated, and no signal follows the parent's end.
pid_t launch_process(const launch& a, int& failed) {
    if (a.namespace_count != 0) {
        failed = ENOTSUP;
        return -1;
    }
    posix_spawnattr_t how{};
    posix_spawn_file_actions_t then{};
    ::posix_spawnattr_init(&how);
    ::posix_spawn_file_actions_init(&then);
    sigset_t standard;
    sigfillset(&standard);
    for (const int s : {SIGKILL, SIGSTOP}) sigdelset(&standard, s);  // it refuses these
    ::posix_spawnattr_setsigdefault(&how, &standard);
    ::posix_spawnattr_setsigmask(&how, &a.mask);
    ::posix_spawnattr_setpgroup(&how, 0);
    const int group = a.own_session ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP;
    ::posix_spawnattr_setflags(&how,
                               static_cast<short>(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group));
    if (a.folder) ::posix_spawn_file_actions_addchdir_np(&then, a.folder);
    ::posix_spawn_file_actions_adddup2(&then, a.input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&then, a.output, STDOUT_FILENO);
    if (a.with_error_output) ::posix_spawn_file_actions_adddup2(&then, a.output, STDERR_FILENO);
    pid_t pid = -1;
    failed = ::posix_spawnp(&pid, a.program, &then, &how, a.argv, a.envp);
    ::posix_spawn_file_actions_destroy(&then);
    ::posix_spawnattr_destroy(&how);
    return failed == 0 ? pid : -1;
}

#endif

}}  // namespace setpoint::v0
