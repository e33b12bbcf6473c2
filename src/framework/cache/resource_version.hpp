#pragma once
// Resource versions as numbers. The API server counts them up within a kind, and says that clients may
// compare them: KEP-5504; k8s.io/apimachinery/pkg/util/resourceversion. Servers that do not count (some
// aggregated ones) are told by is_version(): theirs are equal or not, and that is all.

#include <string_view>

namespace setpoint {

// Digits without a leading zero: "" and "0" are no versions of anything.
bool is_version(std::string_view s) noexcept;

// Whether both are numbers and `a` comes before `b`.
bool older(std::string_view a, std::string_view b) noexcept;

// Whether who has seen everything up to `a` has seen `b`: false when that cannot be told.
bool reached(std::string_view a, std::string_view b) noexcept;

}  // namespace setpoint
