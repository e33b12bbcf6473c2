#include "testkit/sim/end_difference.hpp"

#include "testkit/sim/canonical.hpp"
#include "testkit/sim/object_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

std::string contents_of(std::string_view line) {
    return std::string(line.substr(name_in(line).size() + 1));
}

}  // namespace

end_difference difference_at_end(const std::vector<std::string>& expected,
                                 const std::vector<std::string>& now) {
    std::vector<std::string> missing, extra;
    std::set_difference(expected.begin(), expected.end(), now.begin(), now.end(),
                        std::back_inserter(missing));
    std::set_difference(now.begin(), now.end(), expected.begin(), expected.end(), std::back_inserter(extra));
    end_difference out;
    for (const std::string& line : missing) {
        const std::string_view name = name_in(line);
        const auto same = std::find_if(extra.begin(), extra.end(),
                                       [&](const std::string& e) { return name_in(e) == name; });
        if (same == extra.end()) {
            out.text += fmt::format("  {} is missing\n", name);
            out.fields.push_back({std::string(name), "", contents_of(line), ""});
            continue;
        }
        const std::string before = contents_of(line), after = contents_of(*same);
        out.text += fmt::format("  {} differs:\n{}", name, describe_difference(before, after));
        for (field_difference& d : differing_fields(before, after))
            out.fields.push_back(
                {std::string(name), std::move(d.path), std::move(d.expected), std::move(d.actual)});
        extra.erase(same);
    }
    for (const std::string& line : extra) {
        out.text += fmt::format("  {} should not exist\n", name_in(line));
        out.fields.push_back({std::string(name_in(line)), "", "", contents_of(line)});
    }
    return out;
}

}}}  // namespace setpoint::v0::sim
