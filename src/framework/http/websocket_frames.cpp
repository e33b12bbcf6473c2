#include "framework/http/websocket_frames.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

enum opcode : unsigned char {
    text_frame = 1,
    binary_frame = 2,
    close_frame = 8,
    ping_frame = 9,
    pong_frame = 10
};

constexpr unsigned char is_last = 0x80, is_masked = 0x80, size_bits = 0x7f, opcode_bits = 0x0f;
constexpr unsigned char size_in_2 = 126, size_in_8 = 127;
constexpr std::size_t mask_size = 4;

void append_frame(std::string& out, opcode kind, std::string_view payload) {
    constexpr std::size_t most_head = 10;
    out.reserve(out.size() + most_head + payload.size());
    out += static_cast<char>(is_last | kind);
    const std::uint64_t size = payload.size();
    const int bytes = size < size_in_2 ? 0 : size <= 0xffff ? 2 : 8;
    out += static_cast<char>(bytes == 0 ? size : bytes == 2 ? size_in_2 : size_in_8);
    for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(size >> (8 * i) & 0xff);
    out += payload;
}

}  // namespace

void append_message(std::string& out, std::string_view text) {
    append_frame(out, text_frame, text);
}

void append_messages(std::string& out, std::string_view lines) {
    while (!lines.empty()) {
        const std::size_t end = lines.find('\n');
        const std::size_t size = end == std::string_view::npos ? lines.size() : end + 1;
        append_message(out, lines.substr(0, size));
        lines.remove_prefix(size);
    }
}

void append_framed_messages(std::string& out, std::string_view frames) {
    constexpr std::size_t head = 4;
    while (frames.size() >= head) {
        std::size_t size = 0;
        for (const char c : frames.substr(0, head)) size = size << 8 | static_cast<unsigned char>(c);
        frames.remove_prefix(head);
        append_frame(out, binary_frame, frames.substr(0, size));
        frames.remove_prefix(std::min(size, frames.size()));
    }
}

void append_pong(std::string& out, std::string_view payload) {
    append_frame(out, pong_frame, payload);
}

void append_close(std::string& out, websocket_code code) {
    const auto n = static_cast<std::uint16_t>(code);
    const std::array<char, 2> payload{static_cast<char>(n >> 8), static_cast<char>(n & 0xff)};
    append_frame(out, close_frame, {payload.data(), payload.size()});
}

websocket_reader::found websocket_reader::put(std::string_view in) {
    const std::size_t given = in.size();
    // A frame without a payload ends with its head, and so may the input.
    while (in_payload_ || !in.empty()) {
        if (!in_payload_) {
            if (!take_head(in)) break;
            if (const what first = begin(); first != what::need_more) return {first, given - in.size()};
        }
        take_payload(in);
        if (left_ > 0) break;
        in_payload_ = false;
        const bool ping = (head_[0] & opcode_bits) == ping_frame;
        head_size_ = 0;
        if (ping) return {what::ping, given - in.size()};
    }
    return {what::need_more, given};
}

// Returns true when the head is complete.
bool websocket_reader::take_head(std::string_view& in) {
    const auto wanted = [&]() -> std::size_t {
        if (head_size_ < 2) return 2;
        const unsigned char size = head_[1] & size_bits;
        const std::size_t of_size = size == size_in_2 ? 2 : size == size_in_8 ? 8 : 0;
        return 2 + of_size + ((head_[1] & is_masked) != 0 ? mask_size : 0);
    };
    while (head_size_ < wanted()) {
        if (in.empty()) return false;
        head_[head_size_++] = static_cast<unsigned char>(in.front());
        in.remove_prefix(1);
    }
    return true;
}

websocket_reader::what websocket_reader::begin() {
    const bool masked = (head_[1] & is_masked) != 0;
    if (!masked) return what::violation;
    const unsigned char kind = head_[0] & opcode_bits, size = head_[1] & size_bits;
    if (kind == close_frame) return what::close;
    left_ = size < size_in_2 ? size : 0;
    for (std::size_t i = 2; i + mask_size < head_size_; ++i) left_ = left_ << 8 | head_[i];
    left_ &= ~(std::uint64_t{1} << 63);  // which must be zero
    const bool control = kind == ping_frame || kind == pong_frame;
    if (!control && left_ > max_message) return what::close;
    in_payload_ = true;
    position_ = 0;
    control_size_ = 0;
    return what::need_more;
}

void websocket_reader::take_payload(std::string_view& in) {
    const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(left_, in.size()));
    const unsigned char* const mask = head_.data() + head_size_ - mask_size;
    const bool ping = (head_[0] & opcode_bits) == ping_frame;
    for (std::size_t i = 0; ping && i < size && control_size_ < max_control; ++i, ++position_)
        control_[control_size_++] =
            static_cast<char>(static_cast<unsigned char>(in[i]) ^ mask[position_ % mask_size]);
    in.remove_prefix(size);
    left_ -= size;
}

}}}  // namespace setpoint::v0::http
