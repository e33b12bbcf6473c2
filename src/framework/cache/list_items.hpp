#pragma once
// Splits a list response into the texts of its items, so that each can be read more than once. No
// socket, no timer; it does not parse the items.

#include "framework/cache/watch_frames.hpp"

namespace setpoint { inline namespace v0 {

class list_items {
public:
    explicit list_items(std::size_t limit = watch_frames::default_limit) : limit_(limit) {}

    // Feeds the next bytes of the response; they must stay valid until next() has returned "".
    // Precondition: next() has returned "" since the last feed().
    void feed(std::string_view piece) noexcept { piece_ = piece; }
    // Returns the next complete item, valid until the next call; "" if more bytes are needed.
    // Errors, after which the response cannot be read further: bad_data if the items contain
    // something other than an object or list, too_large if an item, or everything else, exceeds the
    // limit.
    result<std::string_view> next();
    // The response so far, without its items.
    const std::string& envelope() const noexcept { return envelope_; }

private:
    void step_in_string(char c);
    result<> step(char c);

    std::size_t limit_;
    std::string_view piece_;
    std::string item_, envelope_;
    std::string key_;        // the last string directly inside the list
    std::size_t depth_ = 0;  // open objects and lists
    bool in_items_ = false, item_complete_ = false, in_string_ = false, escaped_ = false;
};

}}  // namespace setpoint::v0
