#include "apiserver/kinds/shared/lists.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

const bj::object& struct_of(const bj::value& item) {
    static const bj::object empty;
    return item.is_object() ? item.get_object() : empty;
}

}}}  // namespace setpoint::v0::apiserver
