#include "stage.hpp"

namespace demo {

namespace {
constexpr std::string_view bold = "1", dim = "2", green = "32", red = "31";

// A message of the server may have several lines.
std::string indented(std::string_view text) {
    std::string out;
    for (const char c : text) {
        out += c;
        if (c == '\n') out += "    ";
    }
    return out;
}
}  // namespace

std::string stage::colour(std::string_view code, std::string_view text) const {
    if (!terminal_) return std::string(text);
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

void stage::clear() {
    if (drawn_ > 0) out_ << "\x1b[" << drawn_ << "A\x1b[J";
    drawn_ = 0;
    out_.flush();
}

void stage::line(const std::string& text) {
    clear();
    out_ << text << '\n';
    refresh();
}

void stage::refresh() {
    if (!terminal_) {
        out_.flush();
        return;
    }
    std::string below = "\n";
    std::size_t lines = 1;
    if (!waiting_.empty()) {
        below += "  " + colour(dim, "… " + waiting_) + "\n";
        ++lines;
    }
    for (const std::string& row : table_()) {
        below += "  " + row + "\n";
        ++lines;
    }
    clear();
    out_ << below;
    out_.flush();
    drawn_ = lines;
}

void stage::title(std::string_view text) {
    line("\n" + colour(bold, text));
}

void stage::verified(std::string_view what) {
    ++steps_;
    waiting_.clear();
    line("  " + colour(green, "✓") + " " + indented(what));
}

void stage::failed(std::string_view what) {
    waiting_.clear();
    line("  " + colour(red, "✗ " + indented(what)));
}

void stage::say(std::string_view text) {
    line("  " + colour(dim, std::string("│ ") + std::string(text)));
}

void stage::show_table() {
    if (terminal_) return;  // it is there already
    for (const std::string& row : table_()) line("  " + row);
}

void stage::waiting(std::string_view what) {
    waiting_ = what;
    if (terminal_) refresh();
}

}  // namespace demo
