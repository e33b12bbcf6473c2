#pragma once
// Cuts the answer to a list into the texts of its items, which can then be looked at more than once. No
// socket, no timer; what the items hold is not understood.

#include "framework/cache/watch_frames.hpp"

namespace setpoint {

class list_items {
public:
    explicit list_items(std::size_t limit = watch_frames::default_limit) : limit_(limit) {}

    // The next bytes of the answer; they stay valid until next() has returned "". Precondition: next() has
    // returned "" since the last feed().
    void feed(std::string_view piece) noexcept { piece_ = piece; }
    // The next whole item, valid until the next call; "" when more bytes are needed. Errors: bad_data when
    // the items hold what is neither an object nor a list, too_large for an item, or all the rest, over the
    // limit; the answer cannot be read on then.
    result<std::string_view> next();
    // The answer so far without its items.
    const std::string& envelope() const noexcept { return envelope_; }

private:
    void step_in_string(char c);
    result<> step(char c);

    std::size_t limit_;
    std::string_view piece_;
    std::string item_, envelope_;
    std::string key_;        // the last string that stood directly in the list
    std::size_t depth_ = 0;  // open objects and lists
    bool in_items_ = false, whole_ = false, in_string_ = false, escaped_ = false;
};

}  // namespace setpoint
