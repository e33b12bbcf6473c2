#pragma once
// Names of container images.

#include <string>
#include <string_view>

namespace setpoint::apiserver::kinds {

// "latest" when there is neither tag nor digest; "" when the name is none.
std::string image_tag(std::string_view image);
// Always for latest, else IfNotPresent.
std::string_view default_pull_policy(std::string_view image);

}  // namespace setpoint::apiserver::kinds
