#pragma once
// Passes over JSON without understanding it, piece by piece: up to the end of the objects and lists that are
// open, however deep what is in them. Brackets are counted outside of strings; nothing else is checked.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace setpoint::json {

class value_skip {
public:
    // `open`: how many objects and lists are open already; 0: the next byte opens the first.
    void start(std::size_t open) noexcept {
        open_ = open;
        active_ = true;
        in_string_ = escaped_ = false;
    }
    bool active() const noexcept { return active_; }
    void stop() noexcept { active_ = false; }
    // How many bytes of the piece belong to it; with the last one it is no longer active.
    std::size_t take(std::string_view piece) noexcept;

private:
    static constexpr std::size_t block = 64;

    void step(char c) noexcept;
    // How many bytes of a block belong to it; 0: it has to be looked at byte by byte.
    std::size_t take_block(const char* bytes) noexcept;

    std::size_t open_ = 0;
    bool active_ = false, in_string_ = false, escaped_ = false;
};

}  // namespace setpoint::json
