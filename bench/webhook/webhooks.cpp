#include "webhooks.hpp"

#include "setpoint/api/image_reference.hpp"

namespace setpoint { inline namespace v0 { namespace bench {

void set_defaults(web_server::web_server& w) {
    w.metadata.labels.try_emplace("app.kubernetes.io/managed-by", "webserver-operator");
    std::string& image = w.spec.image;
    const std::size_t last = image.rfind('/') + 1;  // 0 without any
    if (image.find_first_of("@:", last) == std::string::npos) image += ":latest";
}

void check(const web_server::web_server& w, verdict& v) {
    const auto image = parse_image_reference(w.spec.image);
    if (!image) v.invalid("spec.image", w.spec.image, image.error().message);
}

void to_hub(const web_server_v2& from, web_server::web_server& to) {
    to.spec.replicas = from.spec.size;
    to.spec.image = from.spec.container.image;
    to.status = from.status;
}

void from_hub(const web_server::web_server& from, web_server_v2& to) {
    to.spec.size = from.spec.replicas;
    to.spec.container.image = from.spec.image;
    to.status = from.status;
}

}}}  // namespace setpoint::v0::bench
