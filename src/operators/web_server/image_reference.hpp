#pragma once
// Whether a text is a container image reference.

#include <string>
#include <string_view>

namespace web_server {

// Empty when `image` is a reference (setpoint/api/image_reference.hpp), otherwise what is wrong with it.
std::string check_image_reference(std::string_view image);

}  // namespace web_server
