#pragma once
// What the harnesses share. Each file in harness/ has one function of the file's name, which takes any bytes,
// returns when all is well and throws when one of its properties does not hold; entry.cpp.in hands it to
// libFuzzer, replay_test.cpp to the unit tests.

#include "setpoint/core/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace fuzz {

// A property that did not hold. Not caught by what is tested: it has returned before anything is compared.
class violation : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

inline void expect(bool holds, std::string_view property,
                   std::source_location at = std::source_location::current()) {
    if (holds) return;
    throw violation(std::string(at.file_name()) + ":" + std::to_string(at.line()) + ": " +
                    std::string(property));
}

// Both texts, when they should have been the same.
inline void expect_equal(std::string_view a, std::string_view b, std::string_view property,
                         std::source_location at = std::source_location::current()) {
    if (a == b) return;
    expect(false, std::string(property) + "\n  " + std::string(a) + "\n  " + std::string(b), at);
}

// The parts of an input that holds several texts, divided by lines of "%%"; missing ones are empty.
template <std::size_t N>
struct parts {
    std::string_view at[N];
    explicit parts(std::string_view input) {
        constexpr std::string_view line = "\n%%\n";
        for (std::size_t i = 0; i + 1 < N; ++i) {
            const std::size_t end = input.find(line);
            at[i] = input.substr(0, end);
            input = end == input.npos ? std::string_view() : input.substr(end + line.size());
        }
        at[N - 1] = input;
    }
    std::string_view operator[](std::size_t i) const { return at[i]; }
};

// Numbers that follow from an input alone, so that no byte of it is spent on them and seeds are plain texts.
class numbers {
public:
    explicit numbers(std::string_view input) {
        for (const char c : input) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }
    std::size_t below(std::size_t n) {  // n > 0
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return static_cast<std::size_t>((z ^ (z >> 31U)) % n);
    }

private:
    std::uint64_t state_ = 0xcbf29ce484222325U;
};

// The ways in which a stream may arrive.
enum class cut { whole, anywhere, bytes };
inline constexpr cut all_cuts[] = {cut::whole, cut::anywhere, cut::bytes};

inline std::vector<std::string_view> pieces(std::string_view input, cut how) {
    std::vector<std::string_view> out;
    numbers n(input);
    while (!input.empty()) {
        const std::size_t size = how == cut::whole      ? input.size()
                                 : how == cut::anywhere ? 1 + n.below(std::min<std::size_t>(input.size(), 40))
                                                        : 1;
        out.push_back(input.substr(0, size));
        input.remove_prefix(size);
    }
    return out;
}

}}}  // namespace setpoint::v0::fuzz
