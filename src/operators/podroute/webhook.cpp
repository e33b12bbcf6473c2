#include "operators/podroute/webhook.hpp"

#include "setpoint/api/image_reference.hpp"
#include "setpoint/json/compare.hpp"

namespace podroute {

using namespace setpoint;

void check(const admission<podroute>& a, verdict& v) {
    if (a.old_object && json::same(a.old_object->spec, a.object->spec)) return;
    const std::string& image = a.object->spec.image;
    if (const auto read = parse_image_reference(image); !read)
        v.invalid("spec.image", image, "not an image reference: " + read.error().message);
}

void add_podroute_webhooks(manager& m) {
    m.webhook<podroute>().validates(check);
}

}  // namespace podroute
