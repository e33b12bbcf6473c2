#include "setpoint/cel/cost.hpp"

#include <algorithm>
#include <cmath>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

std::uint64_t sum(std::uint64_t left, std::uint64_t right) {
    return left > cost_range::unlimited - right ? cost_range::unlimited : left + right;
}

std::uint64_t product(std::uint64_t left, std::uint64_t right) {
    return right != 0 && left > cost_range::unlimited / right ? cost_range::unlimited : left * right;
}

}  // namespace

std::uint64_t scaled(std::uint64_t x, double factor) {
    constexpr double two_to_64 = 18446744073709551616.0;
    const auto real = static_cast<double>(x);
    if (real > 0 && factor > 0 && real > two_to_64 / factor) return cost_range::unlimited;
    const double up = std::ceil(real * factor);
    return up >= two_to_64 ? cost_range::unlimited : static_cast<std::uint64_t>(up);
}

cost_range cost_range::plus(const cost_range& other) const {
    return {sum(least, other.least), sum(most, other.most)};
}
cost_range cost_range::times(const cost_range& other) const {
    return {product(least, other.least), product(most, other.most)};
}
cost_range cost_range::times(double factor) const {
    return {scaled(least, factor), scaled(most, factor)};
}
cost_range cost_range::joined(const cost_range& other) const {
    return {std::min(least, other.least), std::max(most, other.most)};
}

cost_range size_or_unknown(const size_estimator* sizes, const cost_node& node) {
    if (node.size) return *node.size;
    if (sizes != nullptr) {
        if (const auto size = sizes->size_of(node)) return *size;
    }
    return cost_range::unknown();
}

}}}  // namespace setpoint::v0::cel
