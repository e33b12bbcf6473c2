#pragma once
// The properties of typed decoding, for any described type.

#include "harness.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

// The parser tells what is wrong with a literal, a number or an escape, and in which byte, as it comes to it:
// that depends on how it arrives. The place does not.
inline std::string without_syntax(std::string message) {
    constexpr std::string_view begin = "not JSON: ";
    const std::size_t at = message.find(begin);
    if (at == message.npos) return message;
    const std::size_t near = std::min(message.find(", near", at), message.size());
    return message.erase(at + begin.size(), near - at - begin.size());
}

template <class T>
result<T> decode_in_pieces(std::string_view document, cut how) {
    T value;
    json::decoder decoder;
    decoder.start(json::type_of<T>(), &value);
    for (const std::string_view piece : pieces(document, how)) {
        const std::string copy(piece);
        if (const auto ok = decoder.write(copy); !ok) return ok.error();
    }
    if (const auto ok = decoder.finish(); !ok) return ok.error();
    return value;
}

// Whole or in pieces: the same value or the same error, place included. What was read is written, and what
// was written is read as the same.
template <class T>
void check_decoding(std::string_view document) {
    const result<T> whole = json::decode<T>(document);
    const std::string written = whole ? json::encode(*whole) : std::string();
    for (const cut how : {cut::anywhere, cut::bytes}) {
        const result<T> other = decode_in_pieces<T>(document, how);
        expect(whole.has_value() == other.has_value(), "read whole and in pieces alike");
        if (!whole) {
            expect(whole.error().code == other.error().code, "refused alike");
            expect_equal(without_syntax(whole.error().message), without_syntax(other.error().message),
                         "refused for the same reason");
        }
        if (whole) expect_equal(written, json::encode(*other), "the same value in pieces");
    }
    if (!whole) return;
    const result<T> again = json::decode<T>(written);
    expect(again.has_value(), "what is written can be read");
    expect_equal(json::encode(*again), written, "written, read and written: the same text");
    expect(json::same(*whole, *again), "written and read: the same value");
    expect(json::contains(*whole, *again), "and no drift");
}

}}}  // namespace setpoint::v0::fuzz
