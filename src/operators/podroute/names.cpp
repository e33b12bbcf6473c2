#include "operators/podroute/names.hpp"

#include "setpoint/api/child_name.hpp"

namespace podroute {

using namespace setpoint;

std::string stem_of(std::string_view name) {
    return child_name_stem(name, longest_name(name_form::label) - service_suffix.size());
}

std::string label_of(std::string_view name) {
    // A Deployment's selector is immutable, so the value for names that do not fit must stay the stem.
    std::string value = label_value_of(name);
    return value == name ? value : stem_of(name);
}

std::string deployment_name(const podroute& self) {
    return stem_of(self.metadata.name).append(deployment_suffix);
}
std::string service_name(const podroute& self) {
    return stem_of(self.metadata.name).append(service_suffix);
}
std::string route_name(const podroute& self) {
    return stem_of(self.metadata.name).append(route_suffix);
}

}  // namespace podroute
