#pragma once
// The wire format of protocol buffers, with the rules and the errors of the code that
// go-to-protobuf generates.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::protobuf_wire {

enum type : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2, group_begin = 3, group_end = 4, fixed32 = 5 };

constexpr std::uint64_t key_of(std::uint32_t number, type t) {
    return std::uint64_t(number) << 3 | t;
}

// --- writing, into a buffer that is large enough; the functions return its next byte ---

constexpr std::size_t size_of(std::uint64_t n) {
    constexpr int bits = 7;
    return static_cast<std::size_t>((std::bit_width(n | 1) + bits - 1) / bits);
}
inline char* put(char* to, std::uint64_t n) {
    constexpr std::uint64_t low = 0x7f, more = 0x80;
    for (; n > low; n >>= 7) *to++ = static_cast<char>((n & low) | more);
    *to++ = static_cast<char>(n);
    return to;
}
inline char* put(char* to, std::string_view text) {
    if (!text.empty()) std::memcpy(to, text.data(), text.size());
    return to + text.size();
}
inline void append(std::string& to, std::uint64_t n) {
    char room[10];
    to.append(room, put(room, n));
}

// --- reading ---

// The fields of one message. After a function has returned false, `why` is the error, or "" at the
// end. `bytes` and `why` must outlive it.
class reader {
public:
    reader(std::string_view message, std::string& why) : rest_(message), size_(message.size()), why_(why) {}

    // Reads the key of the next field: sets `number` and `wire`. `name`: of the message, for errors.
    bool next(std::string_view name);
    // Reads a key without checking it, as in the entries of maps.
    bool next_of_entry();
    bool read(std::uint64_t& n);
    bool read(std::string_view& text);
    bool read_fixed64(std::uint64_t& n);
    // Skips the value, with the rest of a group.
    bool skip();

    bool at_end() const { return rest_.empty(); }
    std::size_t left() const { return rest_.size(); }

    std::uint32_t number = 0;
    type wire = varint;

private:
    bool fail(std::string why) {
        why_ = std::move(why);
        return false;
    }
    bool drop(std::size_t n);

    std::string_view rest_;
    std::size_t size_;
    std::string& why_;
};

}}}  // namespace setpoint::v0::apiserver::protobuf_wire
