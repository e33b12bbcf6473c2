#pragma once
// Regular expressions that users write, within bounds: RE2, so matching takes time linear in the text.

#include "setpoint/core/error.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace job_watcher {

class pattern_set {
public:
    // The schema says the first two as well; objects may be older than a schema.
    static constexpr std::size_t max_patterns = 16, max_length = 256;
    // Instructions of one compiled expression: "[a-z0-9-]{1,63}" has about 200. A step of matching costs at
    // most a visit to each.
    static constexpr int max_program = 1000;

    pattern_set() = default;
    // Errors: invalid, naming the entry of `field` ("spec.jobNamePatterns") and what is wrong with it.
    static setpoint::result<pattern_set> compile(const std::vector<std::string>& patterns,
                                                 std::string_view field);

    bool empty() const { return compiled_.empty(); }
    // Whether one of them matches the whole of `name`. A set without any matches nothing.
    bool matches(std::string_view name) const;

private:
    std::vector<std::shared_ptr<const re2::RE2>> compiled_;
};

}  // namespace job_watcher
