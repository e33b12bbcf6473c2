#pragma once
// Frames of a WebSocket, as a server writes and reads them (RFC 6455, 5). No I/O. Discards
// everything from the client except pings and its close, as a real API server does, including
// reserved bits and unknown opcodes.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace http {

enum class websocket_code : std::uint16_t { normal = 1000, protocol_error = 1002 };  // RFC 6455, 7.4.1

void append_message(std::string& out, std::string_view text);  // complete, in one text frame
// Appends each line of `lines`, including its line end, as a message.
void append_messages(std::string& out, std::string_view lines);
// Appends each frame, which follows its length in four bytes (big-endian), as a binary message. `frames`:
// complete ones.
void append_framed_messages(std::string& out, std::string_view frames);
// `payload` has at most 125 bytes.
void append_pong(std::string& out, std::string_view payload);
void append_close(std::string& out, websocket_code code);

// Parses what a client sends. Buffers at most the head of a frame and the payload of a ping.
class websocket_reader {
public:
    static constexpr std::size_t max_control = 125;                    // of a ping; the rest is dropped
    static constexpr std::uint64_t max_message = 32ULL * 1024 * 1024;  // as golang.org/x/net/websocket

    enum class what : std::uint8_t {
        need_more,
        ping,      // see payload()
        close,     // the client closed, or sent a frame over max_message
        violation  // an unmasked frame: close with protocol_error
    };
    struct found {
        what is;
        std::size_t used;  // consumed bytes: all of them when it needs more
    };
    // Unusable after `close` and `violation`.
    found put(std::string_view in);
    // The payload of the last ping, until the next put().
    std::string_view payload() const { return {control_.data(), control_size_}; }

private:
    bool take_head(std::string_view& in);
    what begin();
    void take_payload(std::string_view& in);

    std::array<unsigned char, 14> head_{};
    std::size_t head_size_ = 0;
    bool in_payload_ = false;
    std::uint64_t left_ = 0, position_ = 0;  // of the payload
    std::array<char, max_control> control_{};
    std::size_t control_size_ = 0;
};

}}}  // namespace setpoint::v0::http
