#pragma once
// Lines that stay, and on a terminal below them some that are drawn again whenever something changes.

#include <cstddef>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

class live_text {
public:
    // `below`: the lines at the bottom, as they are now; they may have escape sequences. Only a terminal
    // shows them. `width`: the terminal's, in columns; 0: unlimited. Longer lines at the bottom are cut.
    // `height`: for a program that adds no line(): the whole screen is cleared when the size has changed,
    // since the place of the lines is unknown then.
    live_text(std::ostream& out, bool terminal, std::function<std::vector<std::string>()> below,
              std::function<std::size_t()> width = {}, std::function<std::size_t()> height = {});
    // Removes the lines at the bottom.
    ~live_text() { clear(); }
    live_text(const live_text&) = delete;
    live_text& operator=(const live_text&) = delete;

    bool is_terminal() const { return terminal_; }
    // Adds a line that stays, or several.
    void line(std::string_view text);
    // Draws the lines at the bottom again.
    void refresh();
    // Returns the text with the escape sequences of a colour ("1" bold, "32" green), for a terminal.
    std::string colour(std::string_view code, std::string_view text) const;

private:
    void clear();

    std::ostream& out_;
    bool terminal_;
    std::function<std::vector<std::string>()> below_;
    std::function<std::size_t()> width_, height_;
    std::size_t drawn_ = 0, last_width_ = 0, last_height_ = 0;
};

// Returns as much of a line as fits in `width` columns; escape sequences take none. Pure.
std::string fitted(std::string_view line, std::size_t width);
// The width of the terminal that standard output is; 0 if it is none.
std::size_t terminal_width();
// Its height in lines.
std::size_t terminal_height();

}}}  // namespace setpoint::v0::cli
