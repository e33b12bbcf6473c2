#pragma once
// The server's side of SPDY/3.1, as client-go uses it for exec: a machine that accepts the streams that a
// client opens, and frames what is sent on them. No I/O. The headers of streams are not read, since they are
// compressed with a dictionary: client-go opens its streams in a fixed order.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

class spdy_streams {
public:
    static constexpr std::size_t largest_control = 64 * 1024, most_streams = 16;

    // Takes bytes of the client, and returns what to send for them: replies to streams and to pings. What the
    // client sends on streams is dropped.
    std::string put(std::string_view bytes);
    // In the order in which they were opened.
    const std::vector<std::uint32_t>& opened() const { return opened_; }
    // The client wants no more, or does not speak SPDY.
    bool has_ended() const { return has_ended_; }

    static std::string data(std::uint32_t stream, std::string_view text);
    // The end of what is sent on the stream.
    static std::string end(std::uint32_t stream);

private:
    std::string control(std::string_view frame);

    std::string head_;
    std::uint64_t to_drop_ = 0;  // of a frame with data
    std::vector<std::uint32_t> opened_;
    bool has_ended_ = false, has_replied_ = false;
};

}}}  // namespace setpoint::v0::story
