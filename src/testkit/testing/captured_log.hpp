#pragma once
// A log in memory, which also keeps its newest warnings and errors separately.

#include "setpoint/core/log.hpp"

#include <deque>
#include <string>

namespace setpoint { inline namespace v0 { namespace testing {

class captured_log final : public log_sink {
public:
    static constexpr std::size_t max_size = 64 * 1024 * 1024;
    static constexpr std::size_t max_complaints = 10;

    void write(const log_record& record) override;
    const std::string& text() const { return text_; }
    // Lines of level warn and above.
    const std::deque<std::string>& complaints() const { return complaints_; }

private:
    std::string text_;
    std::deque<std::string> complaints_;
};

}}}  // namespace setpoint::v0::testing
