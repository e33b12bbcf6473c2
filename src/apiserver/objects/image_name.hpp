#pragma once
// Names of container images.

#include <string_view>

namespace setpoint::apiserver::kinds {

// A view of `image`; "latest" if it has neither tag nor digest, "" if it is not a valid reference.
std::string_view image_tag(std::string_view image);
// Always for latest, otherwise IfNotPresent.
std::string_view default_pull_policy(std::string_view image);

}  // namespace setpoint::apiserver::kinds
