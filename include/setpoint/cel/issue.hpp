#pragma once
// Errors of the parser and the checker, with their positions in the source.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

// A position in a source: line from 1, column in code points from 0; -1 and -1 if there is none.
// Code points, not bytes: an editor that counts in UTF-16 has to convert.
struct position {
    std::int32_t line = -1;
    std::int32_t column = -1;
    friend bool operator==(const position&, const position&) = default;
};

// The text of an expression, with positions counted in code points.
class source_text {
public:
    // Copies the text. Invalid UTF-8 counts one code point for each byte.
    explicit source_text(std::string_view text);

    // The whole source; like all views here, valid as long as this object.
    [[nodiscard]] std::string_view text() const { return text_; }
    // In code points.
    [[nodiscard]] std::int32_t size() const { return static_cast<std::int32_t>(starts_.size()) - 1; }
    // Precondition: 0 <= offset < size().
    [[nodiscard]] char32_t at(std::int32_t offset) const;
    // The UTF-8 text of code points [from, to).
    // Precondition: 0 <= from <= to and from <= size(); a larger `to` means the end.
    [[nodiscard]] std::string_view slice(std::int32_t from, std::int32_t to) const;
    // O(log lines). Precondition: offset >= 0.
    [[nodiscard]] position position_at(std::int32_t offset) const;
    // The text of a line, from 1, without its end.
    // Empty if there is no such line.
    [[nodiscard]] std::string_view line(std::int32_t number) const;

private:
    std::string text_;
    std::vector<std::uint32_t> starts_;      // of each code point, and the end
    std::vector<std::int32_t> line_starts_;  // in code points
};

// An error of the parser or of the checker.
struct issue {
    position where;
    std::string message;
    int id = 0;  // of the node
};

// The errors of one compilation, at most 100.
class issues {
public:
    // Counted beyond the limit, too, but no longer kept.
    void add(position where, std::string message, int id = 0);
    [[nodiscard]] bool empty() const { return found_.empty(); }
    // All errors, also those beyond the limit.
    [[nodiscard]] std::size_t count() const { return count_; }
    // In the order in which they were found.
    [[nodiscard]] const std::vector<issue>& all() const { return found_; }
    // As cel-go prints them: "ERROR: <input>:1:5: message", the line, and a mark below the column. Sorted by
    // position.
    // Empty if there are none. The line is left out if it is longer than 16 KiB; tabs are shown as
    // blanks, so that the mark is below its column. `source` must be the one that was compiled.
    [[nodiscard]] std::string text(const source_text& source) const;

private:
    std::vector<issue> found_;
    std::size_t count_ = 0;
};

}}}  // namespace setpoint::v0::cel
