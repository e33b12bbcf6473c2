#pragma once
// A log sink that keeps its lines, for tests.

#include "setpoint/core/log.hpp"

#include <algorithm>
#include <sstream>
#include <string>

namespace setpoint { inline namespace v0 {

class log_lines final : public log_sink {
public:
    explicit log_lines(log_level at = log_level::info) : text_(out_) { level = at; }
    void write(const log_record& record) override { text_.write(record); }
    std::string all() const { return out_.str(); }
    std::size_t count(std::string_view part) const {
        std::istringstream in(out_.str());
        std::size_t n = 0;
        for (std::string line; std::getline(in, line);) n += line.find(part) != std::string::npos ? 1 : 0;
        return n;
    }

private:
    std::ostringstream out_;
    text_sink text_;
};

}}  // namespace setpoint::v0
