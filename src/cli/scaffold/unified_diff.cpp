#include "cli/scaffold/unified_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

constexpr std::ptrdiff_t context_lines = 3;
constexpr int most_changes = 1000;

using lines = std::vector<std::string_view>;

lines split(std::string_view text) {
    lines all;
    while (!text.empty()) {
        const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
        all.push_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return all;
}

struct edit {
    char sign;  // ' ', '-', '+'
    std::string_view line;
};

// E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): the furthest x on each diagonal k
// after d changes; then back along the way.
class comparison {
public:
    comparison(lines a, lines b) : a_(std::move(a)), b_(std::move(b)) {
        const auto [p, q] = std::ranges::mismatch(a_, b_);
        same_before_ = p - a_.begin();
        const auto least = std::min(a_.end() - p, b_.end() - q);
        while (same_after_ < least && a_[a_.size() - 1 - static_cast<std::size_t>(same_after_)] ==
                                          b_[b_.size() - 1 - static_cast<std::size_t>(same_after_)])
            ++same_after_;
        n_ = std::ssize(a_) - same_before_ - same_after_;
        m_ = std::ssize(b_) - same_before_ - same_after_;
    }

    std::vector<edit> edits() {
        std::vector<edit> middle = search() ? back() : all_replaced();
        std::vector<edit> all;
        all.reserve(a_.size() + b_.size());
        for (std::ptrdiff_t i = 0; i < same_before_; ++i)
            all.push_back({' ', a_[static_cast<std::size_t>(i)]});
        all.insert(all.end(), middle.begin(), middle.end());
        for (std::ptrdiff_t i = same_after_; i > 0; --i)
            all.push_back({' ', a_[a_.size() - static_cast<std::size_t>(i)]});
        return all;
    }

private:
    std::string_view a(std::ptrdiff_t i) const { return a_[static_cast<std::size_t>(same_before_ + i)]; }
    std::string_view b(std::ptrdiff_t i) const { return b_[static_cast<std::size_t>(same_before_ + i)]; }
    // Row d has the diagonals -d to d.
    std::ptrdiff_t furthest(std::ptrdiff_t d, std::ptrdiff_t k) const {
        return reached_[static_cast<std::size_t>(d)][static_cast<std::size_t>(k + d)];
    }
    bool goes_down(std::ptrdiff_t d, std::ptrdiff_t k) const {
        return k == -d || (k != d && furthest(d - 1, k - 1) < furthest(d - 1, k + 1));
    }

    bool search() {
        for (std::ptrdiff_t d = 0; d <= std::min<std::ptrdiff_t>(n_ + m_, most_changes); ++d) {
            std::vector<std::ptrdiff_t> row(static_cast<std::size_t>(2 * d + 1), -1);
            for (std::ptrdiff_t k = -d; k <= d; k += 2) {
                std::ptrdiff_t x = 0;
                if (d > 0) x = goes_down(d, k) ? furthest(d - 1, k + 1) : furthest(d - 1, k - 1) + 1;
                while (x < n_ && x - k < m_ && x - k >= 0 && a(x) == b(x - k)) ++x;
                row[static_cast<std::size_t>(k + d)] = x;
                if (x < n_ || x - k < m_) continue;
                reached_.push_back(std::move(row));
                return true;
            }
            reached_.push_back(std::move(row));
        }
        return false;
    }

    std::vector<edit> back() const {
        std::vector<edit> reversed;
        std::ptrdiff_t x = n_, y = m_;
        for (std::ptrdiff_t d = std::ssize(reached_) - 1; d >= 0; --d) {
            const std::ptrdiff_t k = x - y;
            const bool down = d > 0 && goes_down(d, k);
            const std::ptrdiff_t from_k = down ? k + 1 : k - 1;
            const std::ptrdiff_t from_x = d > 0 ? furthest(d - 1, from_k) : 0;
            const std::ptrdiff_t begin = d > 0 && !down ? from_x + 1 : from_x;
            for (; x > begin; --x, --y) reversed.push_back({' ', a(x - 1)});
            if (d == 0) break;
            reversed.push_back(down ? edit{'+', b(y - 1)} : edit{'-', a(x - 1)});
            x = from_x;
            y = from_x - from_k;
        }
        std::ranges::reverse(reversed);
        return reversed;
    }

    std::vector<edit> all_replaced() const {
        std::vector<edit> all;
        all.reserve(a_.size() + b_.size());
        for (std::ptrdiff_t i = 0; i < n_; ++i) all.push_back({'-', a(i)});
        for (std::ptrdiff_t i = 0; i < m_; ++i) all.push_back({'+', b(i)});
        return all;
    }

    lines a_, b_;
    std::ptrdiff_t same_before_ = 0, same_after_ = 0, n_ = 0, m_ = 0;
    std::vector<std::vector<std::ptrdiff_t>> reached_;
};

// "12", "12,3", and "11,0" for an empty range after line 11.
std::string range(std::ptrdiff_t first, std::ptrdiff_t count) {
    if (count == 1) return fmt::to_string(first);
    return fmt::format("{},{}", count == 0 ? first - 1 : first, count);
}

void append_hunk(std::string& out, const std::vector<edit>& all, std::ptrdiff_t begin, std::ptrdiff_t end) {
    std::ptrdiff_t before = 1, after = 1, removed = 0, added = 0;
    for (std::ptrdiff_t i = 0; i < end; ++i) {
        const char sign = all[static_cast<std::size_t>(i)].sign;
        (i < begin ? before : removed) += sign != '+';
        (i < begin ? after : added) += sign != '-';
    }
    out += fmt::format("@@ -{} +{} @@\n", range(before, removed), range(after, added));
    for (std::ptrdiff_t i = begin; i < end; ++i) {
        const edit& e = all[static_cast<std::size_t>(i)];
        out += e.sign;
        out += e.line;
        if (!e.line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
    }
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, std::string_view before_label,
                         std::string_view after_label) {
    const std::vector<edit> all = comparison(split(before), split(after)).edits();
    std::string out;
    const auto changed = [&](std::ptrdiff_t i) { return all[static_cast<std::size_t>(i)].sign != ' '; };
    for (std::ptrdiff_t i = 0; i < std::ssize(all); ++i) {
        if (!changed(i)) continue;
        std::ptrdiff_t last = i;
        for (std::ptrdiff_t j = i; j < std::ssize(all) && j <= last + 2 * context_lines + 1; ++j)
            if (changed(j)) last = j;
        if (out.empty()) out = fmt::format("--- {}\n+++ {}\n", before_label, after_label);
        append_hunk(out, all, std::max<std::ptrdiff_t>(0, i - context_lines),
                    std::min(std::ssize(all), last + context_lines + 1));
        i = last;
    }
    return out;
}

}}}  // namespace setpoint::v0::cli::scaffold
