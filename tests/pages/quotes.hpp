#pragma once
// For tests that compare the code on a page with the sources that it comes from.

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace pages {

// "" when there is no such file.
inline std::string read(const std::string& path) {
    std::ifstream in(SETPOINT_SOURCE_DIR "/" + path);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline std::string without_first_line(const std::string& text) {
    return text.substr(text.find('\n') + 1);
}

// The fenced blocks of C++.
inline std::vector<std::string> blocks(const std::string& page) {
    const std::string fence = "\n```cpp\n";
    std::vector<std::string> all;
    for (std::size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at)) {
        at += fence.size();
        all.push_back(page.substr(at, page.find("```", at) - at));
    }
    return all;
}

// Its lines without the indentation that all of them share.
inline std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    std::size_t shared = std::string::npos;
    for (const std::string& line : lines)
        if (!line.empty()) shared = std::min(shared, line.find_first_not_of(' '));
    for (std::string& line : lines)
        if (!line.empty()) line.erase(0, shared);
    return lines;
}

// Whether the source has these lines, one after the other and indented by the same.
inline bool has_lines(const std::string& source, const std::vector<std::string>& wanted) {
    std::vector<std::string> have;
    std::istringstream in(source);
    for (std::string line; std::getline(in, line);) have.push_back(line);
    const auto same = [&](std::size_t at) {
        const std::string indent(std::min(have[at].size(), have[at].find_first_not_of(' ')), ' ');
        for (std::size_t i = 0; i < wanted.size(); ++i)
            if (have[at + i] != (wanted[i].empty() ? "" : indent + wanted[i])) return false;
        return true;
    };
    for (std::size_t at = 0; at + wanted.size() <= have.size(); ++at)
        if (same(at)) return true;
    return false;
}

// The blocks of a page that are in none of these sources; "" when there are none.
inline std::string not_quoted(const std::string& page, const std::vector<std::string>& sources) {
    std::string missing;
    for (const std::string& block : blocks(page)) {
        const std::vector<std::string> wanted = lines_of(block);
        const bool found = std::ranges::any_of(
            sources, [&](const std::string& source) { return has_lines(read(source), wanted); });
        if (!found) missing += "no source has this:\n" + block;
    }
    return missing;
}

}  // namespace pages
