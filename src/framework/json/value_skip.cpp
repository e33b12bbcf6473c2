#include "framework/json/value_skip.hpp"

#include <algorithm>
#include <bit>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace setpoint { inline namespace v0 { namespace json {
namespace {

// For a block of 64 bytes: bit i is byte i.
struct marks {
    std::uint64_t quotes = 0, backslashes = 0, opening = 0, closing = 0;
};

#ifdef __SSE2__
marks marks_of(const char* bytes) noexcept {
    const auto where = [](__m128i v, char c) {
        return static_cast<std::uint64_t>(
            static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8(c)))));
    };
    marks m;
    for (int i = 0; i < 4; ++i) {
        const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes) + i);
        // '[' and '{', ']' and '}' differ only in this bit.
        const __m128i brackets = _mm_or_si128(v, _mm_set1_epi8(0x20));
        m.quotes |= where(v, '"') << (16 * i);
        m.backslashes |= where(v, '\\') << (16 * i);
        m.opening |= where(brackets, '{') << (16 * i);
        m.closing |= where(brackets, '}') << (16 * i);
    }
    return m;
}
#else
marks marks_of(const char* bytes) noexcept {
    marks m;
    for (int i = 0; i < 64; ++i) {
        const std::uint64_t bit = std::uint64_t{1} << i;
        const char c = bytes[i];
        if (c == '"') m.quotes |= bit;
        if (c == '\\') m.backslashes |= bit;
        if (c == '{' || c == '[') m.opening |= bit;
        if (c == '}' || c == ']') m.closing |= bit;
    }
    return m;
}
#endif

// The bytes that are escaped by a backslash before them. `escaped`: whether the first byte is;
// returns whether that of the next block is.
std::uint64_t escaped_by(std::uint64_t backslashes, bool& escaped) noexcept {
    std::uint64_t result = escaped ? 1 : 0;
    escaped = false;
    for (std::uint64_t left = backslashes & ~result; left != 0;) {
        const int at = std::countr_zero(left);
        if (at == 63) {
            escaped = true;
            break;
        }
        const std::uint64_t next = std::uint64_t{2} << at;
        result |= next;
        left &= ~(next | (next >> 1));
    }
    return result;
}

// Bit i: whether an odd number of bits up to i is set.
std::uint64_t parity(std::uint64_t bits) noexcept {
    for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
    return bits;
}

}  // namespace

void value_skip::step(char c) noexcept {
    if (in_string_) {
        if (escaped_)
            escaped_ = false;
        else if (c == '\\')
            escaped_ = true;
        else if (c == '"')
            in_string_ = false;
        return;
    }
    if (c == '"')
        in_string_ = true;
    else if (c == '{' || c == '[')
        ++open_;
    else if (c == '}' || c == ']')
        active_ = --open_ > 0;
}

std::size_t value_skip::take_block(const char* bytes) noexcept {
    const marks m = marks_of(bytes);
    bool escaped = escaped_;
    const std::uint64_t quotes = m.quotes & ~escaped_by(m.backslashes, escaped);
    const std::uint64_t inside = parity(quotes) ^ (in_string_ ? ~std::uint64_t{0} : 0);
    // Invalid JSON; it escapes nothing.
    if ((m.backslashes & ~inside) != 0) return 0;
    std::uint64_t opening = m.opening & ~inside, closing = m.closing & ~inside;
    // managedFields consists largely of empty objects, and none of them ends what is open.
    const std::uint64_t empty = opening << 1 & closing;
    closing &= ~empty;
    opening &= ~(empty >> 1);
    const auto closed = static_cast<std::size_t>(std::popcount(closing));
    if (closed >= open_) {
        for (std::uint64_t left = opening | closing; left != 0; left &= left - 1) {
            const int at = std::countr_zero(left);
            if ((opening >> at & 1) != 0) {
                ++open_;
            } else if (--open_ == 0) {
                active_ = in_string_ = escaped_ = false;
                return static_cast<std::size_t>(at) + 1;
            }
        }
    } else {
        open_ += static_cast<std::size_t>(std::popcount(opening)) - closed;
    }
    in_string_ = inside >> 63 != 0;
    escaped_ = escaped;
    return block;
}

std::size_t value_skip::take(std::string_view piece) noexcept {
    std::size_t i = 0;
    if (active_ && open_ == 0 && !piece.empty()) step(piece[i++]);
    while (active_ && i < piece.size()) {
        const std::size_t taken = piece.size() - i >= block ? take_block(piece.data() + i) : 0;
        i += taken;
        if (taken != 0) continue;
        for (const std::size_t end = std::min(piece.size(), i + block); active_ && i < end; ++i)
            step(piece[i]);
    }
    return i;
}

}}}  // namespace setpoint::v0::json
