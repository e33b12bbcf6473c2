#pragma once
// For tests that compare the code on a page with the sources that it comes from.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
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

// The fenced blocks of a language. Throws when one has no end.
inline std::vector<std::string> blocks_if_any(const std::string& page, const std::string& language = "cpp") {
    const std::string fence = "\n```" + language + "\n";
    std::vector<std::string> all;
    for (std::size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at)) {
        at += fence.size();
        const std::size_t end = page.find("```", at);
        if (end == std::string::npos) throw std::runtime_error("a block of the page has no end");
        all.push_back(page.substr(at, end - at));
    }
    return all;
}

// Throws when there are none, too.
inline std::vector<std::string> blocks(const std::string& page) {
    std::vector<std::string> all = blocks_if_any(page);
    if (all.empty()) throw std::runtime_error("the page has no block of C++");
    return all;
}

// What a command prints, as the page shows it in a block that begins with "$ " and the command. Throws when
// there is no such block.
inline std::string printed_by(const std::string& page, const std::string& command) {
    const std::string begin = "\n```console\n$ " + command + "\n";
    const std::size_t at = page.find(begin);
    if (at == std::string::npos) throw std::runtime_error("the page has no block of \"" + command + '"');
    const std::string block = page.substr(at + begin.size());
    const std::size_t end = block.find("```");
    if (end == std::string::npos) throw std::runtime_error("a block of the page has no end");
    return block.substr(0, end);
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

// The files in a folder and in those below it that have one of these extensions, in order. Throws when there
// are none.
inline std::vector<std::string> files_in(const std::string& folder,
                                         const std::vector<std::string>& extensions) {
    const std::filesystem::path root(SETPOINT_SOURCE_DIR);
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder))
        if (entry.is_regular_file() && std::ranges::count(extensions, entry.path().extension().string()) != 0)
            found.push_back(entry.path().lexically_relative(root).string());
    if (found.empty()) throw std::runtime_error(folder + " has none of these files");
    std::ranges::sort(found);
    return found;
}

// C++ with one space between words, between two spaces, and with includes in angle brackets.
inline std::string normalised(const std::string& code) {
    std::istringstream words(code);
    std::string text = " ", before;
    for (std::string word; words >> word; before = std::exchange(word, {})) {
        if (before == "#include" && word.starts_with("\"setpoint/")) {
            word.front() = '<';
            word.back() = '>';
        }
        text += word + ' ';
    }
    return text;
}

// The sources after a patch, as far as it has them.
inline std::string after_patch(const std::string& patch) {
    std::string text;
    std::istringstream in(patch);
    for (std::string line; std::getline(in, line);) {
        const bool of_source = line.starts_with('+') || line.starts_with(' ');
        if (of_source && !line.starts_with("+++ ")) text += line.substr(1) + '\n';
    }
    return text;
}

}  // namespace pages
