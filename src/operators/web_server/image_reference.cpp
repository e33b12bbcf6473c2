#include "operators/web_server/image_reference.hpp"

#include "setpoint/api/image_reference.hpp"

namespace web_server {

std::string check_image_reference(std::string_view image) {
    const auto read = setpoint::parse_image_reference(image);
    return read ? std::string() : read.error().message;
}

}  // namespace web_server
