#include "apiserver/schema/schema.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

const schema_node* schema_node::find(std::string_view wanted) const noexcept {
    const auto at = std::lower_bound(properties.begin(), properties.end(), wanted,
                                     [](const property& p, std::string_view name) { return p.name < name; });
    return at != properties.end() && at->name == wanted ? at->type : nullptr;
}

}}}  // namespace setpoint::v0::apiserver
