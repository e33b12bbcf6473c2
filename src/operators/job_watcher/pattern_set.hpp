#pragma once
// Regular expressions from users, with limits. RE2 matches in time linear in the text.

#include "setpoint/core/error.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace job_watcher {

// Returns why the expression cannot be used; "" if it can.
std::string pattern_error(std::string_view pattern);

class pattern_set {
public:
    // The schema contains both limits too, but an object may be older than its schema.
    static constexpr std::size_t max_patterns = 16, max_length = 256;
    // Instructions of one compiled expression: "[a-z0-9-]{1,63}" has about 200. Each step of matching
    // visits each instruction at most once.
    static constexpr int max_program = 1000;

    pattern_set() = default;
    // Errors: invalid, with the entry of `field` ("spec.jobNamePatterns") and the reason.
    static setpoint::result<pattern_set> compile(const std::vector<std::string>& patterns,
                                                 std::string_view field);

    bool empty() const { return compiled_.empty(); }
    // Returns true if one pattern matches the whole of `name`. An empty set matches nothing.
    bool matches(std::string_view name) const;

private:
    std::vector<std::shared_ptr<const re2::RE2>> compiled_;
};

}  // namespace job_watcher
