#pragma once
// Starts a process, for child_process. Linux and macOS have different ways, with the same outcome.

#include <csignal>
#include <cstddef>
#include <sys/types.h>

namespace setpoint { inline namespace v0 {

// What the new process needs; made before it, since it may not allocate.
struct launch {
    const char* program;  // looked up in PATH unless it has a '/'
    char* const* argv;
    char* const* envp;
    const char* folder;  // null: ours
    int output, input;
    const int* namespaces;  // of `namespace_count` descriptors; Linux only
    std::size_t namespace_count;
    bool with_error_output;
    bool dies_with_us;  // Linux only
    bool own_session;
    sigset_t mask;
};

// Opens a pipe whose ends no other program inherits. Returns false with errno set.
bool open_pipe(int (&ends)[2]);

// Returns its pid once the program has replaced the new process. Otherwise `failed` is the errno, and the
// result may be the pid of a process to wait for. Precondition: all signals are blocked.
pid_t launch_process(const launch& a, int& failed);

}}  // namespace setpoint::v0
