#pragma once
// Resource versions as numbers. The API server increments them within a kind and allows clients to
// compare them: KEP-5504; k8s.io/apimachinery/pkg/util/resourceversion. Some aggregated servers do
// not count; is_version() recognises them, and their versions can only be tested for equality.

#include <string_view>

namespace setpoint { inline namespace v0 {

// Digits without a leading zero: "" and "0" are not versions of anything.
bool is_version(std::string_view s) noexcept;

// Whether both are numbers and `a` is smaller than `b`.
bool older(std::string_view a, std::string_view b) noexcept;

// Whether a reader that has seen everything up to `a` has seen `b`; false if that cannot be
// decided.
bool reached(std::string_view a, std::string_view b) noexcept;

}}  // namespace setpoint::v0
