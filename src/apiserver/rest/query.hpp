#pragma once
// The query of a URL, decoded.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint::apiserver {

// "%2F" and, in queries, "+" undone; broken escapes stay as they are.
std::string unescaped(std::string_view s, bool plus_is_space);

class query_parameters {
public:
    query_parameters() = default;
    explicit query_parameters(std::string_view query);
    bool has(std::string_view name) const;
    std::string_view get(std::string_view name) const;  // the first one; "" when there is none
    std::vector<std::string> all(std::string_view name) const;
    // Missing and "" are false, "false" and "0" too; everything else is true.
    bool flag(std::string_view name) const;

private:
    std::vector<std::pair<std::string, std::string>> list_;
};

}  // namespace setpoint::apiserver
