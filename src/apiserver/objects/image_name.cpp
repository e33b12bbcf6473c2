#include "apiserver/objects/image_name.hpp"

#include "setpoint/api/image_reference.hpp"

namespace setpoint::apiserver::kinds {

std::string_view image_tag(std::string_view image) {
    const auto read = parse_image_reference(image);
    if (!read) return {};
    return read->tag.empty() && read->digest.empty() ? "latest" : read->tag;
}

std::string_view default_pull_policy(std::string_view image) {
    return image_tag(image) == "latest" ? "Always" : "IfNotPresent";
}

}  // namespace setpoint::apiserver::kinds
