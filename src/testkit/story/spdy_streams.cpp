#include "testkit/story/spdy_streams.hpp"

#include <algorithm>
#include <utility>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr std::size_t head_size = 8, largest_data = 16 * 1024;
constexpr unsigned char is_control = 0x80, is_last = 0x01;
enum control_type : std::uint16_t { syn_stream = 1, syn_reply = 2, ping = 6, goaway = 7 };

std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
    std::uint32_t n = 0;
    for (std::size_t i = 0; i < size; ++i) n = n << 8 | static_cast<unsigned char>(bytes[at + i]);
    return n;
}

void append_number(std::string& to, std::uint32_t n, int size) {
    for (int i = size - 1; i >= 0; --i) to += static_cast<char>(n >> (8 * i) & 0xff);
}

std::string control_frame(control_type type, std::string_view payload) {
    std::string out{static_cast<char>(is_control), 3};
    append_number(out, type, 2);
    append_number(out, static_cast<std::uint32_t>(payload.size()), 4);  // no flags
    return out.append(payload);
}

std::string data_frame(std::uint32_t stream, std::string_view text, unsigned char flags) {
    std::string out;
    append_number(out, stream, 4);
    out += static_cast<char>(flags);
    append_number(out, static_cast<std::uint32_t>(text.size()), 3);
    return out.append(text);
}

// No headers, as a zlib stream over all replies of a connection: a stored block with the number 0, and an
// empty block, after which a reader has everything (RFC 1951, 3.2.4).
std::string no_headers(bool is_first) {
    using namespace std::string_view_literals;
    return std::string(is_first ? "\x78\x01"sv : ""sv)
        .append("\x00\x04\x00\xfb\xff\x00\x00\x00\x00"sv)
        .append("\x00\x00\x00\xff\xff"sv);
}

}  // namespace

std::string spdy_streams::put(std::string_view bytes) {
    std::string replies;
    while (!bytes.empty() && !has_ended_) {
        if (to_drop_ > 0) {
            const std::size_t n = static_cast<std::size_t>(std::min<std::uint64_t>(to_drop_, bytes.size()));
            bytes.remove_prefix(n);
            to_drop_ -= n;
            continue;
        }
        std::size_t wanted = head_size;
        if (head_.size() >= head_size) wanted += number_at(head_, 5, 3);
        const std::size_t n = std::min(wanted - head_.size(), bytes.size());
        head_ += bytes.substr(0, n);
        bytes.remove_prefix(n);
        if (head_.size() < head_size) break;
        const std::size_t size = number_at(head_, 5, 3);
        if ((static_cast<unsigned char>(head_[0]) & is_control) == 0) {
            to_drop_ = size;
            head_.clear();
        } else if (size > largest_control) {
            has_ended_ = true;
        } else if (head_.size() == head_size + size) {
            replies += control(head_);
            head_.clear();
        }
    }
    return replies;
}

std::string spdy_streams::control(std::string_view frame) {
    const std::string_view payload = frame.substr(head_size);
    switch (number_at(frame, 2, 2)) {
        case syn_stream: {
            if (payload.size() < 10 || opened_.size() == most_streams) break;
            constexpr std::uint32_t id_bits = 0x7fffffff;
            const std::uint32_t id = number_at(payload, 0, 4) & id_bits;
            opened_.push_back(id);
            std::string reply;
            append_number(reply, id, 4);
            reply += no_headers(!std::exchange(has_replied_, true));
            return control_frame(syn_reply, reply);
        }
        case ping:
            return control_frame(ping, payload);
        case goaway:
            break;
        default:
            return {};
    }
    has_ended_ = true;
    return {};
}

std::string spdy_streams::data(std::uint32_t stream, std::string_view text) {
    std::string out;
    for (; !text.empty(); text.remove_prefix(std::min(text.size(), largest_data)))
        out += data_frame(stream, text.substr(0, largest_data), 0);
    return out;
}

std::string spdy_streams::end(std::uint32_t stream) {
    return data_frame(stream, {}, is_last);
}

}}}  // namespace setpoint::v0::story
