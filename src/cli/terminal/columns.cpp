#include "cli/terminal/columns.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli {

std::size_t width_of(std::string_view s) {
    return static_cast<std::size_t>(std::count_if(
        s.begin(), s.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::vector<std::string> aligned(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& r : rows) {
        widths.resize(std::max(widths.size(), r.size()));
        for (std::size_t i = 0; i < r.size(); ++i) widths[i] = std::max(widths[i], width_of(r[i]));
    }
    std::vector<std::string> lines;
    for (const auto& r : rows) {
        std::string line;
        for (std::size_t i = 0; i < r.size(); ++i) {
            line += r[i];
            if (i + 1 < r.size()) line.append(widths[i] - width_of(r[i]) + 3, ' ');
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

}}}  // namespace setpoint::v0::cli
