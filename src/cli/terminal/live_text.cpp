#include "cli/terminal/live_text.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace cli {

live_text::live_text(std::ostream& out, bool terminal, std::function<std::vector<std::string>()> below,
                     std::function<std::size_t()> width, std::function<std::size_t()> height)
    : out_(out),
      terminal_(terminal),
      below_(std::move(below)),
      width_(std::move(width)),
      height_(std::move(height)) {}

std::string live_text::colour(std::string_view code, std::string_view text) const {
    if (!terminal_) return std::string(text);
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

void live_text::clear() {
    // To the first column, too: the terminal may have echoed "^C".
    if (drawn_ > 0) out_ << "\x1b[" << drawn_ << "F\x1b[J";
    drawn_ = 0;
    out_.flush();
}

void live_text::line(std::string_view text) {
    clear();
    out_ << text << '\n';
    refresh();
}

void live_text::refresh() {
    if (!terminal_) {
        out_.flush();
        return;
    }
    const std::size_t width = width_ ? width_() : 0, height = height_ ? height_() : 0;
    if (height_ && drawn_ > 0 && (width != last_width_ || height != last_height_)) {
        out_ << "\x1b[H\x1b[2J";
        drawn_ = 0;
    }
    last_width_ = width;
    last_height_ = height;
    std::string all;
    std::size_t lines = 0;
    for (const std::string& row : below_()) {
        all += width == 0 ? row : fitted(row, width);
        all += '\n';
        ++lines;
    }
    clear();
    out_ << all;
    out_.flush();
    drawn_ = lines;
}

std::string fitted(std::string_view line, std::size_t width) {
    std::string out;
    std::size_t columns = 0;
    bool cut = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\x1b') {  // up to its letter; kept behind the cut too, where it ends a colour
            const std::size_t end = line.find_first_of("ABCDEFGHJKSTfmnsu", i);
            const std::size_t length = end == line.npos ? line.size() - i : end - i + 1;
            out += line.substr(i, length);
            i += length - 1;
            continue;
        }
        const bool begins_character = (static_cast<unsigned char>(line[i]) & 0xc0) != 0x80;
        if (begins_character) cut = columns++ >= width;
        if (!cut) out += line[i];
    }
    return out;
}

std::size_t terminal_width() {
    winsize size{};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::size_t terminal_height() {
    winsize size{};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

}}}  // namespace setpoint::v0::cli
