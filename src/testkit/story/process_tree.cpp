#include "testkit/story/process_tree.hpp"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sstream>
#include <sys/prctl.h>
#else
#include <sys/sysctl.h>
#endif

namespace setpoint { inline namespace v0 { namespace story {

namespace {

struct process_state {
    char state = 'Z';
    pid_t parent = 0, session = 0;
};

#ifdef __linux__

// Not by a stream: one throws when the process ends while its file is read (ESRCH).
std::string text_of_proc_file(const std::string& path) {
    std::string text;
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return text;
    char piece[256];
    for (ssize_t n; (n = ::read(fd, piece, sizeof piece)) > 0;)
        text.append(piece, static_cast<std::size_t>(n));
    ::close(fd);
    return text;
}

std::string proc_file(pid_t pid, const char* name) {
    return text_of_proc_file("/proc/" + std::to_string(pid) + "/" + name);
}

// "PID (NAME) STATE PARENT GROUP SESSION ..."; the name may have parentheses and spaces.
process_state state_of(pid_t pid) {
    process_state s;
    const std::string stat = proc_file(pid, "stat");
    const std::size_t end = stat.rfind(')');
    if (end == std::string::npos || end + 2 >= stat.size()) return s;
    int parent = 0, group = 0, session = 0;
    if (std::sscanf(stat.c_str() + end + 1, " %c %d %d %d", &s.state, &parent, &group, &session) != 4)
        return s;
    s.parent = parent;
    s.session = session;
    return s;
}

bool has_mark(pid_t pid, const std::string& mark) {
    const std::string environment = proc_file(pid, "environ");
    const std::string end = mark + '\0';
    return environment.starts_with(end) || environment.find('\0' + end) != std::string::npos;
}

// A process may be the child of any thread.
std::vector<pid_t> children_of(pid_t parent) {
    std::vector<pid_t> all;
    std::error_code ec;
    const std::string threads = "/proc/" + std::to_string(parent) + "/task";
    for (std::filesystem::directory_iterator at(threads, ec), end; !ec && at != end; at.increment(ec)) {
        std::istringstream in(text_of_proc_file((at->path() / "children").string()));
        for (pid_t pid = 0; in >> pid;) all.push_back(pid);
    }
    return all;
}

}  // namespace

std::vector<pid_t> processes_of(pid_t session, const std::string& mark) {
    // All of them descend from us: we adopt what others leave behind.
    std::vector<pid_t> all, left{::getpid()};
    while (!left.empty()) {
        const pid_t parent = left.back();
        left.pop_back();
        for (const pid_t pid : children_of(parent)) {
            left.push_back(pid);
            const process_state s = state_of(pid);
            if (s.state == 'Z' || s.state == 'X') continue;
            if ((session > 0 && s.session == session) || has_mark(pid, mark)) all.push_back(pid);
        }
    }
    return all;
}

void adopt_orphans() {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

#else

std::vector<kinfo_proc> processes_by(int how, int number) {
    int name[] = {CTL_KERN, KERN_PROC, how, number};
    std::size_t size = 0;
    std::vector<kinfo_proc> found;
    if (::sysctl(name, 4, nullptr, &size, nullptr, 0) != 0) return found;
    found.resize(size / sizeof(kinfo_proc) + 16);  // for those that start meanwhile
    size = found.size() * sizeof(kinfo_proc);
    found.resize(::sysctl(name, 4, found.data(), &size, nullptr, 0) == 0 ? size / sizeof(kinfo_proc) : 0);
    return found;
}

process_state state_of(const kinfo_proc& p) {
    const pid_t pid = p.kp_proc.p_pid;
    return {p.kp_proc.p_stat == SZOMB ? 'Z' : 'R', p.kp_eproc.e_ppid, ::getsid(pid)};
}

process_state state_of(pid_t pid) {
    const std::vector<kinfo_proc> found = processes_by(KERN_PROC_PID, pid);
    return found.empty() ? process_state() : state_of(found.front());
}

// The kernel returns the arguments and the environment, each text with a zero at its end.
bool has_mark(pid_t pid, const std::string& mark) {
    int name[] = {CTL_KERN, KERN_PROCARGS2, pid};
    std::size_t size = 0;
    if (::sysctl(name, 3, nullptr, &size, nullptr, 0) != 0) return false;
    std::string text(size, '\0');
    if (::sysctl(name, 3, text.data(), &size, nullptr, 0) != 0) return false;
    text.resize(size);
    return text.find('\0' + mark + '\0') != std::string::npos;
}

}  // namespace

// Orphans belong to launchd there, so all processes of this user are looked at.
std::vector<pid_t> processes_of(pid_t session, const std::string& mark) {
    std::vector<pid_t> all;
    for (const kinfo_proc& p : processes_by(KERN_PROC_UID, static_cast<int>(::geteuid()))) {
        const pid_t pid = p.kp_proc.p_pid;
        const process_state s = state_of(p);
        if (pid == ::getpid() || s.state == 'Z') continue;
        if ((session > 0 && s.session == session) || has_mark(pid, mark)) all.push_back(pid);
    }
    return all;
}

void adopt_orphans() {}

#endif

void kill_processes(pid_t session, const std::string& mark) {
    // One that forks while it is being killed leaves a child for the next round.
    constexpr int rounds = 20;
    for (int i = 0; i < rounds; ++i) {
        const std::vector<pid_t> all = processes_of(session, mark);
        if (all.empty()) return;
        for (const pid_t pid : all) ::kill(pid, SIGKILL);
        for (const pid_t pid : all)
            if (pid != session && state_of(pid).parent == ::getpid()) ::waitpid(pid, nullptr, 0);
    }
}

}}}  // namespace setpoint::v0::story
