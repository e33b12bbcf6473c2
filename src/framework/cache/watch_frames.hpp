#pragma once
// Splits the bytes of a watch into frames: one JSON object per line,
// {"type":"ADDED","object":{...}}.
// https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes

#include "setpoint/core/error.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

enum class watch_event : std::uint8_t { added, modified, deleted, bookmark, error };
// Returns "ADDED", ..., as the server spells them.
std::string_view to_string(watch_event e) noexcept;

struct watch_frame {
    watch_event type;
    std::string_view object;  // JSON, not validated
};

// Accepts pieces of any size. Frames that lie within one piece are not copied. No socket, no timer.
class watch_frames {
public:
    // The server's own limit for an object is 1.5 MiB by default and 3 MiB at most.
    static constexpr std::size_t default_limit = 16 * 1024 * 1024;
    explicit watch_frames(std::size_t limit = default_limit) : limit_(limit) {}

    // Feeds the next bytes; they must stay valid until next() has returned nothing. Precondition:
    // next() has returned nothing since the last feed().
    void feed(std::string_view piece) noexcept { piece_ = piece; }
    // Returns the next complete frame, valid until the next call; nothing if more bytes are needed.
    // Errors, after which the stream cannot be read further: bad_data for an invalid frame,
    // too_large for a frame over the limit. Both give the frame's number.
    result<std::optional<watch_frame>> next();
    // Whether the stream is inside a frame. If it ends there, it was cut short.
    bool inside_frame() const noexcept {
        return !line_done_ && line_.find_first_not_of(" \t\r\n") != std::string::npos;
    }
    // The number of frames read so far.
    std::uint64_t count() const noexcept { return count_; }

private:
    result<std::optional<std::string_view>> next_line();
    error fault_in_frame(errc code, std::string_view what, std::string_view line) const;

    std::size_t limit_;
    std::string_view piece_;
    std::string line_;  // the beginning of a frame that continues in the next piece
    bool line_done_ = false;
    std::uint64_t count_ = 0;
};

}}  // namespace setpoint::v0
