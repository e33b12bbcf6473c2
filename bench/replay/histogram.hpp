#pragma once
// Latencies in a log-linear histogram, as HdrHistogram has it: each power of two is divided into 128 parts,
// so that a value is off by less than 0.8 %.

#include "setpoint/core/clock.hpp"

#include <array>
#include <cstdint>

namespace setpoint { inline namespace v0 { namespace replay {

class histogram {
public:
    void add(duration value);
    std::uint64_t count() const { return count_; }
    duration max() const { return max_; }
    duration mean() const;
    // The value that `share` (0 to 1) of the values do not exceed; zero when there are none.
    duration quantile(double share) const;

private:
    static constexpr unsigned sub_bits = 7;  // 128 parts
    static constexpr std::size_t parts = std::size_t{1} << sub_bits;
    static constexpr std::size_t ranges = 34;  // from a microsecond on: more than four hours

    std::array<std::uint64_t, parts*(ranges + 1)> counts_{};
    std::uint64_t count_ = 0;
    duration max_{}, sum_{};
};

}}}  // namespace setpoint::v0::replay
