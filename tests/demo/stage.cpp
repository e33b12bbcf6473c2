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

std::vector<std::string> stage::below() const {
    std::vector<std::string> lines{""};
    if (!waiting_.empty()) lines.push_back("  " + text_.colour(dim, "… " + waiting_));
    for (const std::string& row : table_()) lines.push_back("  " + row);
    return lines;
}

void stage::title(std::string_view text) {
    text_.line("\n" + text_.colour(bold, text));
}

void stage::verified(std::string_view what) {
    ++steps_;
    waiting_.clear();
    text_.line("  " + text_.colour(green, "✓") + " " + indented(what));
}

void stage::failed(std::string_view what) {
    waiting_.clear();
    text_.line("  " + text_.colour(red, "✗ " + indented(what)));
}

void stage::say(std::string_view text) {
    text_.line("  " + text_.colour(dim, std::string("│ ") + std::string(text)));
}

void stage::show_table() {
    if (text_.is_terminal()) return;  // it is there already
    for (const std::string& row : table_()) text_.line("  " + row);
}

void stage::waiting(std::string_view what) {
    waiting_ = what;
    if (text_.is_terminal()) refresh();
}

}  // namespace demo
