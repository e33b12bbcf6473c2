#pragma once
// Text for a terminal: lines of a width, with or without colours.

#include "setpoint/sim/report.hpp"
#include "testkit/sim/printable.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 { namespace sim {

enum class shade : std::uint8_t { none, strong, wrong, fault, less, more, dim };

class shaded_text {
public:
    explicit shaded_text(text_style s) : style_(s) {
        constexpr std::size_t least_columns = 60;
        style_.columns = std::max(style_.columns, least_columns);
    }

    std::size_t columns() const { return style_.columns; }
    text_style style() const { return style_; }

    void put(std::string_view text, shade s = shade::none) {
        constexpr std::string_view codes[] = {"",         "\x1b[1m",  "\x1b[1;31m", "\x1b[33m",
                                              "\x1b[31m", "\x1b[32m", "\x1b[2m"};
        const std::string_view code = codes[static_cast<std::size_t>(s)];
        const bool shaded = style_.colours && !code.empty() && !text.empty();
        out_.append(shaded ? code : "").append(text).append(shaded ? "\x1b[0m" : "");
    }
    void line(std::string_view text, shade s = shade::none) {
        put(text, s);
        out_ += '\n';
    }
    // `first` precedes the first line, and the others are as far from the left.
    void paragraph(std::string_view first, std::string_view text, shade s = shade::none) {
        std::string before(first);
        for (const std::string& piece : wrapped(text, style_.columns - first.size())) {
            put(before);
            line(piece, s);
            before.assign(first.size(), ' ');
        }
    }
    void append(std::string_view text) { out_ += text; }
    std::string take() { return std::move(out_); }

private:
    text_style style_;
    std::string out_;
};

}}}  // namespace setpoint::v0::sim
