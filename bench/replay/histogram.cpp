#include "histogram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace setpoint { inline namespace v0 { namespace replay {

void histogram::add(duration value) {
    const auto us = static_cast<std::uint64_t>(std::max<std::int64_t>(value.count() / 1000, 0));
    const auto width = static_cast<unsigned>(std::bit_width(us));
    const unsigned shift = width > sub_bits + 1 ? width - sub_bits - 1 : 0;
    const std::size_t slot =
        std::min(shift * parts + static_cast<std::size_t>(us >> shift), counts_.size() - 1);
    ++counts_[slot];
    ++count_;
    sum_ += value;
    max_ = std::max(max_, value);
}

duration histogram::mean() const {
    return count_ == 0 ? duration{} : sum_ / static_cast<std::int64_t>(count_);
}

duration histogram::quantile(double share) const {
    const auto wanted = static_cast<std::uint64_t>(std::llround(share * static_cast<double>(count_)));
    std::uint64_t seen = 0;
    for (std::size_t slot = 0; slot < counts_.size(); ++slot) {
        seen += counts_[slot];
        if (counts_[slot] == 0 || seen < wanted) continue;
        // Slots from 2 * parts on hold values whose first sub_bits + 1 bits are parts to 2 * parts - 1.
        const std::size_t shift = slot < 2 * parts ? 0 : slot / parts - 1;
        const std::uint64_t us = (static_cast<std::uint64_t>(slot - shift * parts) + 1) << shift;
        return std::min(max_, duration(static_cast<std::int64_t>(us) * 1000));
    }
    return max_;
}

}}}  // namespace setpoint::v0::replay
