#include "testkit/story/private_network.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr std::size_t stack_size = 256 * 1024;

// A failed call, for an error.
struct refused_call {
    const char* name = nullptr;
    int number = 0;
    bool note(const char* call) {
        name = call;
        number = errno;
        return false;
    }
    error as_error() const {
        const std::string why = boost::system::error_code(number, boost::system::system_category()).message();
        return error(errc::failed, fmt::format("{}: {}", name, why));
    }
};

// Runs `body` in a process that shares our memory and descriptors: namespaces are left with it, and the
// sockets that it opens are ours. It may only make calls of the kernel. Returns false if there is no such
// process.
bool run_aside(void (*body)(void*), void* with) {
    struct call {
        void (*body)(void*);
        void* with;
    } c{body, with};
    void* const stack =
        ::mmap(nullptr, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED) return false;
    sigset_t all, before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t pid = ::clone(
        [](void* p) {
            const call& ours = *static_cast<call*>(p);
            ours.body(ours.with);
            ::_exit(0);
            return 0;
        },
        static_cast<char*>(stack) + stack_size, CLONE_VM | CLONE_VFORK | CLONE_FILES | SIGCHLD, &c);
    const int why = errno;
    if (pid > 0) ::waitpid(pid, nullptr, 0);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    ::munmap(stack, stack_size);
    errno = why;
    return pid > 0;
}

bool write_text(const char* file, const char* text) {
    const int fd = ::open(file, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return false;
    const std::size_t size = std::strlen(text);
    const bool is_written = ::write(fd, text, size) == static_cast<ssize_t>(size);
    const int why = errno;
    ::close(fd);
    errno = why;
    return is_written;
}

bool start_loopback() {
    const int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return false;
    ifreq r{};
    std::memcpy(r.ifr_name, "lo", 3);
    r.ifr_flags = IFF_UP | IFF_RUNNING;
    const bool is_up = ::ioctl(fd, SIOCSIFFLAGS, &r) == 0;
    const int why = errno;
    ::close(fd);
    errno = why;
    return is_up;
}

// Does what `ip route add local default dev lo` does: all addresses are ours.
bool route_all_to_loopback() {
    struct {
        nlmsghdr head;
        rtmsg route;
        rtattr attribute;
        std::uint32_t interface;
    } ask{};
    ask.head.nlmsg_len = sizeof ask;
    ask.head.nlmsg_type = RTM_NEWROUTE;
    ask.head.nlmsg_flags = NLM_F_REQUEST | NLM_F_CREATE | NLM_F_ACK;
    ask.route.rtm_family = AF_INET;
    ask.route.rtm_table = RT_TABLE_LOCAL;
    ask.route.rtm_protocol = RTPROT_BOOT;
    ask.route.rtm_scope = RT_SCOPE_HOST;
    ask.route.rtm_type = RTN_LOCAL;
    ask.attribute.rta_type = RTA_OIF;
    ask.attribute.rta_len = RTA_LENGTH(sizeof ask.interface);
    ask.interface = 1;  // lo, in each namespace
    const int fd = ::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (fd < 0) return false;
    alignas(nlmsghdr) std::array<char, 1024> answer{};
    bool is_done =
        ::send(fd, &ask, sizeof ask, 0) == static_cast<ssize_t>(sizeof ask) &&
        ::recv(fd, answer.data(), answer.size(), 0) >= static_cast<ssize_t>(NLMSG_LENGTH(sizeof(nlmsgerr)));
    if (is_done) {
        nlmsgerr result{};
        std::memcpy(&result, answer.data() + NLMSG_HDRLEN, sizeof result);
        errno = -result.error;
        is_done = result.error == 0;
    }
    const int why = errno;
    ::close(fd);
    errno = why;
    return is_done;
}

struct making {
    std::array<char, 64> user_map{}, group_map{};
    int user = -1, network = -1;
    refused_call refused;
};

bool unshare_network(making& m) {
    if (::unshare(CLONE_NEWNET) == 0) return true;
    if (errno != EPERM) return m.refused.note("unshare");
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return m.refused.note("unshare");
    // The same user in it, so that files of processes stay theirs.
    if (!write_text("/proc/self/setgroups", "deny") || !write_text("/proc/self/uid_map", m.user_map.data()) ||
        !write_text("/proc/self/gid_map", m.group_map.data()))
        return m.refused.note("the user map of a namespace");
    m.user = ::open("/proc/self/ns/user", O_RDONLY | O_CLOEXEC);
    return m.user >= 0 || m.refused.note("/proc/self/ns/user");
}

void make_aside(void* p) {
    making& m = *static_cast<making*>(p);
    if (!unshare_network(m)) return;
    if (!start_loopback()) {
        m.refused.note("the interface lo");
    } else if (!route_all_to_loopback()) {
        m.refused.note("a route to lo");
    } else {
        m.network = ::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
        if (m.network < 0) m.refused.note("/proc/self/ns/net");
    }
}

struct opening {
    const std::vector<int>* namespaces;
    int type;
    bool is_bound;
    sockaddr_in address;
    int fd = -1;
    refused_call refused{};
};

void open_aside(void* p) {
    opening& o = *static_cast<opening*>(p);
    for (const int n : *o.namespaces)
        if (::setns(n, 0) != 0) return void(o.refused.note("setns"));
    const int fd = ::socket(AF_INET, o.type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return void(o.refused.note("socket"));
    const int on = 1;
    if (o.type == SOCK_STREAM) ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    // A response to a datagram comes from the address to which it was sent.
    if (o.type == SOCK_DGRAM) ::setsockopt(fd, IPPROTO_IP, IP_PKTINFO, &on, sizeof on);
    const bool is_open =
        !o.is_bound || (::bind(fd, reinterpret_cast<const sockaddr*>(&o.address), sizeof o.address) == 0 &&
                        (o.type != SOCK_STREAM || ::listen(fd, SOMAXCONN) == 0));
    if (is_open) {
        o.fd = fd;
        return;
    }
    o.refused.note("bind");
    ::close(fd);
}

}  // namespace

result<std::unique_ptr<private_network>> private_network::make() {
    making m;
    fmt::format_to_n(m.user_map.data(), m.user_map.size() - 1, "{0} {0} 1", ::geteuid());
    fmt::format_to_n(m.group_map.data(), m.group_map.size() - 1, "{0} {0} 1", ::getegid());
    if (!run_aside(make_aside, &m)) m.refused.note("clone");
    std::unique_ptr<private_network> made(new private_network);
    for (const int fd : {m.user, m.network})
        if (fd >= 0) made->descriptors_.push_back(fd);
    if (m.network < 0) return m.refused.as_error();
    return made;
}

private_network::~private_network() {
    for (const int fd : descriptors_) ::close(fd);
}

result<int> private_network::open(int type, at where, std::optional<std::uint16_t> port) const {
    opening o{&descriptors_, type, port.has_value(), {}};
    o.address.sin_family = AF_INET;
    o.address.sin_port = htons(port.value_or(0));
    o.address.sin_addr.s_addr = htonl(where == at::loopback ? INADDR_LOOPBACK : INADDR_ANY);
    if (!run_aside(open_aside, &o)) o.refused.note("clone");
    if (o.fd < 0 && !port) return o.refused.as_error();
    if (o.fd < 0) return o.refused.as_error().within(fmt::format("port {}", *port));
    return o.fd;
}

result<int> private_network::listen(at where, std::uint16_t port) const {
    return open(SOCK_STREAM, where, port);
}

result<int> private_network::bind_udp(std::uint16_t port) const {
    return open(SOCK_DGRAM, at::all_addresses, port);
}

result<int> private_network::open_tcp() const {
    return open(SOCK_STREAM, at::loopback, std::nullopt);
}

}}}  // namespace setpoint::v0::story
