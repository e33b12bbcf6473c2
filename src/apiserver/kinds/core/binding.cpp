// Bindings, which are not stored: a binding is written to its pod.

#include "apiserver/kinds/kinds.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

constinit const kind_code binding_kind{.has_generation = false};

}}}  // namespace setpoint::v0::apiserver
