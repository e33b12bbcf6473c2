#include "setpoint/cel/issue.hpp"

#include "cel/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace setpoint { inline namespace v0 { namespace cel {

source_text::source_text(std::string_view text) : text_(text), line_starts_{0} {
    starts_.reserve(text_.size() + 1);
    for (std::size_t at = 0; at < text_.size();) {
        starts_.push_back(static_cast<std::uint32_t>(at));
        if (text_[at] == '\n') line_starts_.push_back(static_cast<std::int32_t>(starts_.size()));
        at += decode_utf8(text_, at).bytes;
    }
    starts_.push_back(static_cast<std::uint32_t>(text_.size()));
}

char32_t source_text::at(std::int32_t offset) const {
    return decode_utf8(text_, starts_[offset]).code;
}

std::string_view source_text::slice(std::int32_t from, std::int32_t to) const {
    to = std::min(to, size());
    return std::string_view(text_).substr(starts_[from], starts_[to] - starts_[from]);
}

position source_text::position_at(std::int32_t offset) const {
    const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    return {static_cast<std::int32_t>(next - line_starts_.begin()), offset - *(next - 1)};
}

std::string_view source_text::line(std::int32_t number) const {
    if (number < 1 || number > static_cast<std::int32_t>(line_starts_.size())) return {};
    const std::int32_t from = line_starts_[number - 1];
    const bool last = number == static_cast<std::int32_t>(line_starts_.size());
    return slice(from, last ? size() : line_starts_[number] - 1);
}

void issues::add(position where, std::string message, int id) {
    constexpr std::size_t limit = 100;
    if (++count_ <= limit) found_.push_back({where, std::move(message), id});
}

namespace {

constexpr std::size_t longest_snippet = 16384;

std::string mark_below(std::string_view line, std::int32_t column) {
    std::string mark;
    std::size_t at = 0;
    for (std::int32_t i = 0; i < column && at < line.size(); ++i) {
        const std::size_t bytes = decode_utf8(line, at).bytes;
        mark += bytes > 1 ? "\uff0e" : ".";
        at += bytes;
    }
    const bool wide = at < line.size() && decode_utf8(line, at).bytes > 1;
    return mark + (wide ? "\uff3e" : "^");
}

std::string issue_text(const issue& shown, const source_text& source) {
    std::string text =
        fmt::format("ERROR: <input>:{}:{}: {}", shown.where.line, shown.where.column + 1, shown.message);
    if (shown.where.line < 1 || source.size() == 0) return text;
    std::string line(source.line(shown.where.line));
    if (line.size() > longest_snippet) return text;
    std::replace(line.begin(), line.end(), '\t', ' ');
    return text + "\n | " + line + "\n | " + mark_below(line, shown.where.column);
}

}  // namespace

std::string issues::text(const source_text& source) const {
    std::vector<const issue*> sorted;
    sorted.reserve(found_.size());
    for (const issue& found : found_) sorted.push_back(&found);
    // Errors at one position keep their order, which is that of their addresses.
    std::sort(sorted.begin(), sorted.end(), [](const issue* a, const issue* b) {
        return std::tuple(a->where.line, a->where.column, a) < std::tuple(b->where.line, b->where.column, b);
    });
    std::string text;
    for (const issue* found : sorted) text += (text.empty() ? "" : "\n") + issue_text(*found, source);
    if (count_ > found_.size())
        text += fmt::format("\n{} more errors were truncated", count_ - found_.size());
    return text;
}

}}}  // namespace setpoint::v0::cel
