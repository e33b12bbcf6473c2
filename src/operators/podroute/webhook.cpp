#include "operators/podroute/webhook.hpp"

#include "setpoint/api/image_reference.hpp"

namespace podroute {

using namespace setpoint;

void check(const admission<podroute>& a, verdict& v) {
    if (!a.changes_spec()) return;
    const std::string& image = a.object->spec.image;
    if (const auto read = parse_image_reference(image); !read)
        v.invalid("spec.image", image, "not an image reference: " + read.error().message);
}

void add_podroute_webhooks(manager& m) {
    m.webhook<podroute>().validates(check);
}

}  // namespace podroute
