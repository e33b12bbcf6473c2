// Lists of indexes in the status of a Job and in success policies (pkg/apis/batch/validation).

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/batch/job_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

struct index_interval {
    std::int64_t first = 0, last = 0;
    std::string wrong;
};

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
    std::vector<std::string_view> out;
    for (;;) {
        const std::size_t end = text.find(separator);
        out.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return out;
        text.remove_prefix(end + 1);
    }
}

// strconv.Atoi: an optional sign and decimal digits.
bool read_index(std::string_view text, std::int64_t& n) {
    std::string_view digits = text;
    if (digits.starts_with('+')) digits.remove_prefix(1);
    if (digits.size() != text.size() && digits.starts_with('-')) return false;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    return error == std::errc() && end == digits.data() + digits.size();
}

index_interval read_interval(std::string_view text, std::int64_t completions) {
    index_interval out;
    const std::vector<std::string_view> limits = parts_of(text, '-');
    if (limits.size() > 2) {
        out.wrong = fmt::format(
            "the fragment {} violates the requirement that an index interval can have at most two parts "
            "separated by '-'",
            go_text::quoted(text));
        return out;
    }
    std::int64_t* const into[] = {&out.first, &out.last};
    for (std::size_t i = 0; i < limits.size(); ++i) {
        if (!read_index(limits[i], *into[i])) {
            out.wrong =
                fmt::format("cannot convert string to integer for index: {}", go_text::quoted(limits[i]));
            return out;
        }
        if (*into[i] >= completions) {
            out.wrong = fmt::format("too large index: {}", go_text::quoted(limits[i]));
            return out;
        }
    }
    if (limits.size() == 1) {
        out.last = out.first;
    } else if (out.first >= out.last) {
        out.wrong = fmt::format("non-increasing order, previous: {}, current: {}", out.first, out.last);
    }
    return out;
}

}  // namespace

std::optional<std::int64_t> count_indexes(std::string_view text, std::int64_t completions,
                                          std::string& wrong) {
    if (text.empty()) return 0;
    std::int64_t total = 0;
    std::optional<std::int64_t> last;
    for (const std::string_view part : parts_of(text, ',')) {
        const index_interval interval = read_interval(part, completions);
        wrong = interval.wrong;
        if (wrong.empty() && last && *last >= interval.first)
            wrong = fmt::format("non-increasing order, previous: {}, current: {}", *last, interval.first);
        if (!wrong.empty()) return std::nullopt;
        total += interval.last - interval.first + 1;
        last = interval.last;
    }
    return total;
}

std::string overlap_of_indexes(std::string_view completed, std::string_view failed,
                               std::int64_t completions) {
    if (completed.empty() || failed.empty()) return {};
    const std::vector<std::string_view> done = parts_of(completed, ','), lost = parts_of(failed, ',');
    std::size_t d = 0, f = 0;
    while (d < done.size() && f < lost.size()) {
        const index_interval a = read_interval(done[d], completions), b = read_interval(lost[f], completions);
        if (!a.wrong.empty()) {
            ++d;
        } else if (!b.wrong.empty()) {
            ++f;
        } else if (a.first <= b.last && b.first <= a.last) {
            return fmt::format("failedIndexes and completedIndexes overlap at index: {}",
                               std::max(a.first, b.first));
        } else {
            ++(a.first <= b.first ? d : f);
        }
    }
    return {};
}

}}}  // namespace setpoint::v0::apiserver
