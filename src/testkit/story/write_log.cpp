#include "testkit/story/write_log.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace story {

std::string write_log::add(const sim::point& p) {
    constexpr int most_of_one = 100;
    record_.all.push_back(p.text);
    if (!has_ended_) return {};
    if (++after_end_[p.text.substr(0, p.text.rfind('#'))] > most_of_one)
        return fmt::format("{}: {} times after the story's end", p.text, most_of_one + 1);
    const std::size_t n = record_.all.size() - at_end_;
    if (n <= most_) return {};
    return fmt::format("{} writes after the story's end, the last one {}", n, p.text);
}

std::string write_log::last(std::size_t n) const {
    std::string out;
    for (std::size_t i = record_.all.size() - std::min(record_.all.size(), n); i < record_.all.size(); ++i)
        out += "\n    " + record_.all[i];
    return out;
}

}}}  // namespace setpoint::v0::story
