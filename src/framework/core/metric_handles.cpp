#include "setpoint/core/metric_handles.hpp"

#include "framework/core/metric_family_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace setpoint { inline namespace v0 {

namespace detail {

metric_series_ptr series_of(metric_family_state* family, std::span<const std::string_view> label_values) {
    return family ? family->series(label_values) : nullptr;
}

bool remove_series(metric_family_state* family, std::span<const std::string_view> label_values) {
    return family && family->remove(label_values);
}

void limit_series(metric_family_state* family, std::size_t most) {
    if (family) family->most = most;
}

}  // namespace detail

void counter::increment(double by) const {
    if (!(by >= 0)) throw std::invalid_argument(fmt::format("a counter cannot decrease: increment({})", by));
    if (to_) to_->value += by;
}

void histogram::observe(double value) const noexcept {
    if (!to_) return;
    const auto& limits = to_->limits;
    // A limit belongs to its bucket. NaN is above all limits, as in Prometheus' own libraries.
    const auto at = std::ranges::find_if(limits, [value](double limit) { return value <= limit; });
    ++to_->counts[static_cast<std::size_t>(at - limits.begin())];
    to_->value += value;
}

std::uint64_t histogram::count() const noexcept {
    std::uint64_t all = 0;
    if (to_)
        for (const std::uint64_t c : to_->counts) all += c;
    return all;
}

}}  // namespace setpoint::v0
