#pragma once
// Names of container images.

#include <string_view>

namespace setpoint::apiserver::kinds {

// A view of `image`; "latest" when there is neither tag nor digest, "" when the text is no reference.
std::string_view image_tag(std::string_view image);
// Always for latest, else IfNotPresent.
std::string_view default_pull_policy(std::string_view image);

}  // namespace setpoint::apiserver::kinds
