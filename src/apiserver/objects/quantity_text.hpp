#pragma once
// Canonical text of a quantity: "1024Mi" becomes "1Gi", "0.5" becomes "500m".

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Rounds up to billionths, or to thousandths with `milli`. Returns invalid or too large quantities
// unchanged.
std::string canonical_quantity(std::string_view text, bool milli = false);

}}}  // namespace setpoint::v0::apiserver
