#pragma once
// For tests that compare the code on a page with the sources that it comes from.

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace pages {

// Throws when there is no such file, or nothing in it.
inline std::string read(const std::string& path) {
    std::ifstream in(SETPOINT_SOURCE_DIR "/" + path);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (text.empty()) throw std::runtime_error(path + " is missing or empty");
    return text;
}

// From the line `heading` to the end. Throws when there is no such line.
inline std::string from_heading(const std::string& page, const std::string& heading) {
    const std::size_t at = page.find("\n" + heading + "\n");
    if (at == std::string::npos) throw std::runtime_error("the page has no heading \"" + heading + '"');
    return page.substr(at + 1);
}

inline std::string without_first_line(const std::string& text) {
    return text.substr(text.find('\n') + 1);
}

// The fenced blocks of C++. Throws when there are none, or one has no end.
inline std::vector<std::string> blocks(const std::string& page) {
    const std::string fence = "\n```cpp\n";
    std::vector<std::string> all;
    for (std::size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at)) {
        at += fence.size();
        const std::size_t end = page.find("```", at);
        if (end == std::string::npos) throw std::runtime_error("a block of the page has no end");
        all.push_back(page.substr(at, end - at));
    }
    if (all.empty()) throw std::runtime_error("the page has no block of C++");
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
