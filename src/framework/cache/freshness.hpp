#pragma once
// How old the content of a cache is, by the API server's clock. No I/O.

#include "setpoint/core/clock.hpp"

#include <optional>
#include <string_view>

namespace setpoint { inline namespace v0 {

// Parses the preferred form of RFC 9110, 5.6.7: "Sun, 06 Nov 1994 08:49:37 GMT". Returns nothing for another
// text; servers must not send the obsolete forms.
std::optional<wall_time> parse_http_date(std::string_view text);

// The server's clock is known from the Date of its responses, and continues with ours in between: so neither
// a wrong clock of this host nor one that was set meanwhile changes the age.
class freshness {
public:
    // The age counts from `now` until something is confirmed.
    explicit freshness(time_point now) : read_(now) {}
    // A response has begun, with this Date ("": none). A difference of less than two seconds is that of
    // whole seconds and of the way.
    void answered(std::string_view date, time_point now);
    // The content is what the server had: a list was taken in, or an event or a bookmark has arrived.
    void confirmed(time_point now) { confirmed_ = at(now); }
    // Not negative.
    duration age(time_point now) const;

private:
    wall_time at(time_point now) const { return date_ + (now - read_); }

    bool is_known_ = false;
    wall_time date_{};  // of the server at read_
    time_point read_;
    wall_time confirmed_{};
};

}}  // namespace setpoint::v0
