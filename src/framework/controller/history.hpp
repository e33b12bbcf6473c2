#pragma once
// The last 100 reconciles of a controller: why each ran and how it ended.

#include "setpoint/controller/report.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

class reconcile_history {
public:
    void add(reconcile_record r);                   // sets its number
    std::vector<reconcile_record> records() const;  // oldest first
    std::vector<std::string> lines() const;         // the same as text

private:
    static constexpr std::size_t capacity = 100;
    std::vector<reconcile_record> ring_;
    std::size_t next_ = 0;
    std::uint64_t added_ = 0;
};

}}  // namespace setpoint::v0
