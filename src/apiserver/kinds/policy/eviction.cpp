// Evictions, a subresource of pods. They are not stored.

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint::inline v0::apiserver {

constinit const kind_code eviction_kind{.defaults = apply_go_encoding};

}  // namespace setpoint::inline v0::apiserver
