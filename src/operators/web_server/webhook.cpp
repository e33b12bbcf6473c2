#include "operators/web_server/webhook.hpp"

#include "setpoint/api/image_reference.hpp"

namespace web_server {

using namespace setpoint;

void check(const admission<web_server>& a, verdict& v) {
    if (!a.changes_spec()) return;
    const std::string& image = a.object->spec.image;
    if (const auto read = parse_image_reference(image); !read)
        v.invalid("spec.image", image, "not an image reference: " + read.error().message);
}

void add_web_server_webhooks(manager& m) {
    m.webhook<web_server>().validates(check);
}

}  // namespace web_server
