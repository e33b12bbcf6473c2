#include "apiserver/resources/resource.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

bool resource::allows(std::string_view verb) const {
    return std::ranges::find(verbs, verb) != verbs.end();
}

bool resource::has_subresource(std::string_view name) const {
    if (name == "status") return has_status;
    if (name == "scale") return scale != nullptr;
    if (name == "finalize") return storage == "namespaces";
    return std::ranges::find(other_subresources, name) != other_subresources.end();
}

}}}  // namespace setpoint::v0::apiserver
