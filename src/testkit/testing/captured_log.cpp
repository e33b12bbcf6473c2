#include "testkit/testing/captured_log.hpp"

#include <sstream>

namespace setpoint { inline namespace v0 { namespace testing {

void captured_log::write(const log_record& record) {
    std::ostringstream line;
    text_sink(line).write(record);
    if (text_.size() < max_size) text_ += line.str();
    if (record.level < log_level::warn) return;
    complaints_.push_back(line.str());
    if (complaints_.size() > max_complaints) complaints_.pop_front();
}

}}}  // namespace setpoint::v0::testing
