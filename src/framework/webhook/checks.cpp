#include "setpoint/webhook/checks.hpp"

#include "setpoint/api/image_reference.hpp"

namespace setpoint { inline namespace v0 {

void check_image(verdict& v, std::string path, const std::string& text) {
    if (const auto read = parse_image_reference(text); !read)
        v.invalid(std::move(path), text, "not an image reference: " + read.error().message);
}

}}  // namespace setpoint::v0
