#include "framework/api/json_path.hpp"

#include <charconv>

namespace setpoint { inline namespace v0 { namespace detail {

namespace {

// Consumes ['key'] or [7]; the bracket is at the front.
std::optional<path_step> take_bracket(std::string_view& path) {
    const bool quoted = path.size() > 1 && path[1] == '\'';
    const std::string_view closing = quoted ? "']" : "]";
    const std::size_t begin = quoted ? 2 : 1;
    const std::size_t end = path.find(closing, begin);
    if (end == std::string_view::npos) return {};
    const std::string_view inside = path.substr(begin, end - begin);
    path.remove_prefix(end + closing.size());
    if (quoted) return path_step{inside, {}};
    std::size_t index = 0;
    const auto [last, problem] = std::from_chars(inside.data(), inside.data() + inside.size(), index);
    if (problem != std::errc() || last != inside.data() + inside.size()) return {};
    return path_step{{}, index};
}

}  // namespace

std::optional<std::vector<path_step>> split_path(std::string_view path) {
    std::vector<path_step> steps;
    for (bool first = true; first || !path.empty(); first = false) {
        if (!path.empty() && path.front() == '[') {
            auto step = take_bracket(path);
            if (!step || (first && step->index)) return {};
            steps.push_back(*step);
            continue;
        }
        if (!first) {
            if (path.front() != '.') return {};
            path.remove_prefix(1);
        }
        const std::string_view key = path.substr(0, path.find_first_of(".["));
        if (key.empty()) return {};
        steps.push_back({key, {}});
        path.remove_prefix(key.size());
    }
    return steps;
}

}}}  // namespace setpoint::v0::detail
