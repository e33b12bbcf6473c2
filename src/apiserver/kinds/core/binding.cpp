// Bindings, which are not stored: a binding is written to its pod.

#include "apiserver/kinds/kinds.hpp"

namespace setpoint::inline v0::apiserver {

constinit const kind_code binding_kind{.has_generation = false};

}  // namespace setpoint::inline v0::apiserver
