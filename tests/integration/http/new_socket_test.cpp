#include "framework/http/new_socket.hpp"

#include <boost/test/unit_test.hpp>

#include <cerrno>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(new_socket_test)

namespace {

class descriptor {
public:
    explicit descriptor(int fd) : fd_(fd) { BOOST_REQUIRE(fd >= 0); }
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    ~descriptor() { ::close(fd_); }
    operator int() const { return fd_; }

private:
    int fd_;
};

void check_flags(int fd) {
    BOOST_TEST((::fcntl(fd, F_GETFL) & O_NONBLOCK) != 0);
    BOOST_TEST((::fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0);
}

int option(int fd, int level, int name) {
    int value = -1;
    socklen_t size = sizeof value;
    BOOST_TEST(::getsockopt(fd, level, name, &value, &size) == 0);
    return value;
}

}  // namespace

BOOST_AUTO_TEST_CASE(both_ends_neither_block_nor_are_inherited) {
    const descriptor listening(http::new_tcp_socket(AF_INET));
    check_flags(listening);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    auto* const address = reinterpret_cast<sockaddr*>(&at);
    BOOST_REQUIRE(::bind(listening, address, size) == 0);
    BOOST_REQUIRE(::listen(listening, 1) == 0);
    BOOST_REQUIRE(::getsockname(listening, address, &size) == 0);
    BOOST_TEST(http::accept_tcp_socket(listening, nullptr, nullptr) == -1);
    BOOST_TEST((errno == EAGAIN || errno == EWOULDBLOCK));

    const descriptor client(::socket(AF_INET, SOCK_STREAM, 0));  // blocks until it is connected
    BOOST_REQUIRE(::connect(client, address, size) == 0);
    sockaddr_in peer{};
    size = sizeof peer;
    const descriptor accepted(http::accept_tcp_socket(listening, reinterpret_cast<sockaddr*>(&peer), &size));
    check_flags(accepted);
    BOOST_TEST(ntohl(peer.sin_addr.s_addr) == INADDR_LOOPBACK);
}

BOOST_AUTO_TEST_CASE(options_detect_a_dead_peer) {
    const descriptor one(http::new_tcp_socket(AF_INET));
    http::set_options(one);
    BOOST_TEST(option(one, IPPROTO_TCP, TCP_NODELAY) != 0);
    BOOST_TEST(option(one, SOL_SOCKET, SO_KEEPALIVE) != 0);
    BOOST_TEST(option(one, IPPROTO_TCP, TCP_KEEPINTVL) == 5);
    BOOST_TEST(option(one, IPPROTO_TCP, TCP_KEEPCNT) == 3);
}

BOOST_AUTO_TEST_SUITE_END()
