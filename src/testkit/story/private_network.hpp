#pragma once
// A network for the processes of one run: every address leads to its loopback, so that what the operator
// connects to is answered by us or refused, and leaves the machine in no case. It is a network namespace of
// Linux, which needs CAP_SYS_ADMIN or user namespaces.

#include "setpoint/core/error.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// It exists until the last process and socket in it has ended.
class private_network {
public:
    // Errors: failed, with the call that the kernel refused.
    static result<std::unique_ptr<private_network>> make();
    private_network(const private_network&) = delete;
    private_network& operator=(const private_network&) = delete;
    ~private_network();

    // A socket in it, which is the caller's: listening on a TCP port, or bound to a UDP port. On all
    // addresses, or on 127.0.0.1 only; port 0: any free one. Errors: failed.
    enum class at : std::uint8_t { all_addresses, loopback };
    result<int> listen(at where, std::uint16_t port) const;
    result<int> bind_udp(std::uint16_t port) const;
    // A TCP socket in it, neither bound nor connected.
    result<int> open_tcp() const;

    // For child_options::namespaces. Valid as long as this object.
    const std::vector<int>& namespaces() const { return descriptors_; }

private:
    private_network() = default;
    // `port`: none leaves it unbound.
    result<int> open(int type, at where, std::optional<std::uint16_t> port) const;

    std::vector<int> descriptors_;  // of the user namespace, if there is one, and the network namespace
};

}}}  // namespace setpoint::v0::story
