// The Scale subresource of other kinds. It is not stored.

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

constinit const kind_code scale_kind{.defaults = apply_go_encoding};

}}}  // namespace setpoint::v0::apiserver
