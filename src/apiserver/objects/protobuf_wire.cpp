#include "apiserver/objects/protobuf_wire.hpp"

#include <fmt/format.h>

#include <limits>

namespace setpoint { inline namespace v0 { namespace apiserver::protobuf_wire {

namespace {

constexpr const char *ends_early = "unexpected EOF",
                     *negative_length = "proto: negative length found during unmarshaling";

}  // namespace

bool reader::read(std::uint64_t& n) {
    constexpr unsigned char low = 0x7f;
    constexpr unsigned bits = 64;
    n = 0;
    for (unsigned shift = 0;; shift += 7) {
        if (shift >= bits) return fail("proto: integer overflow");
        if (rest_.empty()) return fail(ends_early);
        const auto byte = static_cast<unsigned char>(rest_.front());
        rest_.remove_prefix(1);
        n |= static_cast<std::uint64_t>(byte & low) << shift;
        if (byte <= low) return true;
    }
}

bool reader::read(std::string_view& text) {
    std::uint64_t size = 0;
    if (!read(size)) return false;
    // Go adds it to the offset, as int64.
    const std::uint64_t most = std::numeric_limits<std::int64_t>::max() - (size_ - rest_.size());
    if (size > most) return fail(negative_length);
    if (size > rest_.size()) return fail(ends_early);
    text = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return true;
}

bool reader::read_fixed64(std::uint64_t& n) {
    if (rest_.size() < sizeof n) return fail(ends_early);
    n = 0;
    for (std::size_t i = 0; i < sizeof n; ++i)
        n |= static_cast<std::uint64_t>(static_cast<unsigned char>(rest_[i])) << (8 * i);
    rest_.remove_prefix(sizeof n);
    return true;
}

bool reader::next_of_entry() {
    if (rest_.empty()) return false;
    std::uint64_t key = 0;
    if (!read(key)) return false;
    number = static_cast<std::uint32_t>(key >> 3);
    wire = static_cast<type>(key & 7);
    return true;
}

bool reader::next(std::string_view name) {
    if (rest_.empty()) return false;
    std::uint64_t key = 0;
    if (!read(key)) return false;
    number = static_cast<std::uint32_t>(key >> 3);
    wire = static_cast<type>(key & 7);
    if (wire == group_end) return fail(fmt::format("proto: {}: wiretype end group for non-group", name));
    const auto as_go = static_cast<std::int32_t>(number);
    if (as_go <= 0) return fail(fmt::format("proto: {}: illegal tag {} (wire type {})", name, as_go, key));
    return true;
}

bool reader::drop(std::size_t n) {
    if (n > rest_.size()) return fail(ends_early);
    rest_.remove_prefix(n);
    return true;
}

bool reader::skip() {
    std::uint64_t n = 0;
    std::string_view text;
    for (std::size_t open = 0;;) {
        bool good = true;
        if (wire == varint) {
            good = read(n);
        } else if (wire == fixed64 || wire == fixed32) {
            good = drop(wire == fixed64 ? 8 : 4);
        } else if (wire == bytes) {
            good = read(text);
        } else if (wire == group_begin) {
            ++open;
        } else if (wire == group_end) {
            if (open == 0) return fail("proto: unexpected end of group");
            --open;
        } else {
            return fail(fmt::format("proto: illegal wireType {}", static_cast<int>(wire)));
        }
        if (!good || open == 0) return good;
        if (rest_.empty()) return fail(ends_early);
        if (!next_of_entry()) return false;
    }
}

}}}  // namespace setpoint::v0::apiserver::protobuf_wire
