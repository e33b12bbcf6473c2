#include "cli/scaffold/yaml_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

// Where the comment of a line begins: at a '#' outside of quotes, after a space.
std::size_t comment_at(std::string_view line) {
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        const bool begins = i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t';
        if (quote != 0) {
            if (c == '\\' && quote == '"') ++i;
            if (c == quote) quote = 0;
        } else if (c == '#' && begins) {
            return i;
        } else if ((c == '"' || c == '\'') && (begins || line[i - 1] == '[' || line[i - 1] == '{')) {
            quote = c;
        }
    }
    return line.size();
}

std::string_view without_end(std::string_view s) {
    while (s.ends_with(' ') || s.ends_with('\t') || s.ends_with('\r')) s.remove_suffix(1);
    return s;
}

// The key of "key: value" or "key:", without quotes; nothing for other lines.
std::string_view key_in(std::string_view content) {
    if (content.empty() || std::string_view("[{&*!|>%@?").find(content.front()) != std::string_view::npos)
        return {};
    std::size_t end = 0;
    if (const char quote = content.front(); quote == '"' || quote == '\'') {
        end = content.find(quote, 1);
        if (end == std::string_view::npos || !content.substr(end + 1).starts_with(':')) return {};
        return content.substr(1, end - 1);
    }
    end = content.find(": ");
    if (end == std::string_view::npos && content.ends_with(':')) end = content.size() - 1;
    return end == std::string_view::npos ? std::string_view() : content.substr(0, end);
}

class line_reader_of_yaml {
public:
    yaml_line read(std::string_view text) {
        yaml_line line{text, {}, {}, text.find_first_not_of(' ')};
        if (line.indent == std::string_view::npos) line.indent = 0;
        std::string_view content = without_end(text.substr(line.indent));
        const bool is_block = in_block_ && (content.empty() || line.indent > block_);
        in_block_ = is_block;
        if (is_block || content == "---") return line;
        const std::size_t comment = comment_at(content);
        if (content.empty() || comment == 0) {
            line.comment = content.empty() ? text : content;
            return line;
        }
        line.comment = content.substr(comment);
        content = without_end(content.substr(0, comment));
        begin_values(line, content);
        if (line.paths.empty()) line.comment = {};
        return line;
    }

private:
    struct level {
        std::size_t indent;
        bool is_item;
        std::string path;
    };

    void begin_values(yaml_line& line, std::string_view content) {
        std::size_t indent = line.indent;
        while (content.starts_with("- ") || content == "-") {
            // An item may have the indentation of the key of its list.
            while (!levels_.empty() && (levels_.back().indent > indent ||
                                        (levels_.back().indent == indent && levels_.back().is_item)))
                levels_.pop_back();
            const std::string parent = levels_.empty() ? "" : levels_.back().path;
            push(line, {indent, true, yaml_path(parent, next_[parent]++)});
            const std::size_t begin = std::min(content.find_first_not_of(' ', 1), content.size());
            content.remove_prefix(begin);
            indent += begin;
        }
        const std::string_view key = key_in(content);
        if (key.empty()) return;
        while (!levels_.empty() && levels_.back().indent >= indent) levels_.pop_back();
        push(line, {indent, false, yaml_path(levels_.empty() ? "" : levels_.back().path, key)});
        in_block_ = content.ends_with('|') || content.ends_with('>') || content.ends_with("|-") ||
                    content.ends_with(">-") || content.ends_with("|+") || content.ends_with(">+");
        block_ = indent;
    }
    void push(yaml_line& line, level l) {
        line.paths.push_back(l.path);
        levels_.push_back(std::move(l));
    }

    std::vector<level> levels_;
    std::map<std::string, std::size_t> next_;  // of the items of a list
    bool in_block_ = false;
    std::size_t block_ = 0;
};

}  // namespace

std::string yaml_path(std::string_view parent, std::string_view key) {
    return fmt::format("{}\x1fk{}", parent, key);
}
std::string yaml_path(std::string_view parent, std::size_t index) {
    return fmt::format("{}\x1fi{}", parent, index);
}

std::vector<yaml_line> yaml_lines_of(std::string_view text) {
    std::vector<yaml_line> lines;
    line_reader_of_yaml reader;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(reader.read(without_end(text.substr(0, end))));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

}}}  // namespace setpoint::v0::cli::scaffold
