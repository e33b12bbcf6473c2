#pragma once
// Prepared bytes: one object in JSON or protobuf, in which a few places differ from object to object.
// Thousands are made by copying these bytes and writing over these places, all of fixed length.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace replay {

// What stands in a prototype where the objects differ.
inline constexpr std::string_view number_mark =
    "nnnnnn";  // in names, and valid there; a number with leading zeros
inline constexpr std::string_view uid_mark = "UUUUUUUUUUUU";       // the end of UIDs
inline constexpr std::string_view version_mark = "VVVVVVVVVV";     // resourceVersion
inline constexpr std::string_view hash_mark = "HHHHHHHHHHHHHHHH";  // of what the operator applied
inline constexpr char filler_mark = '~';  // random letters; at least two, since a single one may be a length

inline constexpr std::uint64_t first_version = 1'000'000'000;  // so that all versions are of one length

class prototype {
public:
    prototype() = default;
    explicit prototype(std::string text);
    // hash: 16 characters, or empty when there is no mark for it.
    std::string make(std::uint64_t number, std::uint64_t version, std::string_view hash,
                     std::uint64_t seed) const;

private:
    enum class what : std::uint8_t { number, uid, version, hash, filler };
    struct place {
        what is;
        std::size_t at, length;
    };
    std::string text_;
    std::vector<place> places_;
};

}}}  // namespace setpoint::v0::replay
