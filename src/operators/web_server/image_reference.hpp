#pragma once
// Whether a text is a container image reference.

#include <string>
#include <string_view>

namespace web_server {

// Empty when `image` is a reference by the grammar of the distribution project
// ([domain[:port]/]path[:tag][@digest]), else what is wrong with it. The API server takes any text; a kubelet
// then never starts the pod (InvalidImageName).
std::string check_image_reference(std::string_view image);

}  // namespace web_server
