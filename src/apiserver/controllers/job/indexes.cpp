#include "apiserver/controllers/job/indexes.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

std::optional<int> number(std::string_view s) {
    int n = 0;
    const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), n);
    if (ec != std::errc() || end != s.data() + s.size() || n < 0) return std::nullopt;
    return n;
}

}  // namespace

index_set index_set::parse(std::string_view text, int completions) {
    index_set s;
    while (!text.empty()) {
        const auto comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
        const auto dash = part.find('-');
        const auto first = number(part.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : number(part.substr(dash + 1));
        if (!first || !last || *first >= completions) continue;
        const int end = std::min(*last, completions - 1);
        if (!s.intervals_.empty() && s.intervals_.back().last >= *first - 1)
            s.intervals_.back().last = std::max(s.intervals_.back().last, end);
        else
            s.intervals_.push_back({*first, end});
    }
    return s;
}

std::string index_set::to_string() const {
    std::string out;
    for (const interval& i : intervals_) {
        if (!out.empty()) out += ',';
        out += std::to_string(i.first);
        if (i.last > i.first) out += (i.last == i.first + 1 ? ',' : '-') + std::to_string(i.last);
    }
    return out;
}

void index_set::insert(int index) {
    if (has(index)) return;
    index_set one;
    one.intervals_.push_back({index, index});
    insert(one);
}

void index_set::insert(const index_set& other) {
    std::vector<interval> all;
    std::ranges::merge(intervals_, other.intervals_, std::back_inserter(all), {}, &interval::first,
                       &interval::first);
    intervals_.clear();
    for (const interval& i : all) {
        if (!intervals_.empty() && intervals_.back().last >= i.first - 1)
            intervals_.back().last = std::max(intervals_.back().last, i.last);
        else
            intervals_.push_back(i);
    }
}

bool index_set::has(int index) const {
    return std::any_of(intervals_.begin(), intervals_.end(),
                       [&](const interval& i) { return i.first <= index && index <= i.last; });
}

int index_set::in_common(const index_set& other) const {
    int n = 0;
    for (const interval& a : intervals_)
        for (const interval& b : other.intervals_)
            n += std::max(0, std::min(a.last, b.last) - std::max(a.first, b.first) + 1);
    return n;
}

int index_set::total() const {
    int n = 0;
    for (const interval& i : intervals_) n += i.last - i.first + 1;
    return n;
}

std::vector<int> index_set::missing(int count, int completions) const {
    std::vector<int> out;
    int next = 0;
    const auto take = [&](int end) {
        for (; next < end && next < completions && static_cast<int>(out.size()) < count; ++next)
            out.push_back(next);
    };
    for (const interval& i : intervals_) {
        take(i.first);
        next = std::max(next, i.last + 1);
    }
    take(completions);
    return out;
}

}}}  // namespace setpoint::v0::apiserver
