#pragma once
// Passes over JSON without understanding it, piece by piece: up to the end of the objects and lists that are
// open, however deep what is in them. Brackets are counted outside of strings; nothing else is checked.

#include <cstddef>
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
    std::size_t take(std::string_view piece) noexcept {
        for (std::size_t i = 0; i < piece.size(); ++i) {
            step(piece[i]);
            if (!active_) return i + 1;
        }
        return piece.size();
    }

private:
    void step(char c) noexcept {
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

    std::size_t open_ = 0;
    bool active_ = false, in_string_ = false, escaped_ = false;
};

}  // namespace setpoint::json
