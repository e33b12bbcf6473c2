#include "apiserver/authorization/decision.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

std::string joined_errors(const std::vector<std::string>& errors) {
    std::vector<std::string_view> once;
    std::set<std::string_view> seen;
    for (const std::string& e : errors)
        if (seen.insert(e).second) once.push_back(e);
    if (once.empty()) return {};
    if (once.size() == 1) return std::string(once.front());
    return fmt::format("[{}]", fmt::join(once, ", "));
}

}}}  // namespace setpoint::v0::apiserver::authorization
