#pragma once
// Skips JSON in pieces without parsing it: to the end of the open objects and lists, at any depth.
// Counts brackets outside strings and checks nothing else.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace json {

class value_skip {
public:
    // `open`: the number of objects and lists already open; 0: the next byte opens the first.
    void start(std::size_t open) noexcept {
        open_ = open;
        active_ = true;
        in_string_ = escaped_ = false;
    }
    bool active() const noexcept { return active_; }
    void stop() noexcept { active_ = false; }
    // Returns how many bytes of the piece belong to it. After the last one it is no longer active.
    std::size_t take(std::string_view piece) noexcept;

private:
    static constexpr std::size_t block = 64;

    void step(char c) noexcept;
    // Returns how many bytes of a block belong to it; 0: the block must be checked byte by byte.
    std::size_t take_block(const char* bytes) noexcept;

    std::size_t open_ = 0;
    bool active_ = false, in_string_ = false, escaped_ = false;
};

}}}  // namespace setpoint::v0::json
