#include "setpoint/api/apiextensions_v1.hpp"

namespace setpoint { inline namespace v0 {

bool is_established(const apiextensions_v1::custom_resource_definition& crd) noexcept {
    return is_true(crd.status.conditions, "Established") && is_true(crd.status.conditions, "NamesAccepted");
}

}}  // namespace setpoint::v0
