#include "operators/podroute/webhook.hpp"

#include "setpoint/webhook/checks.hpp"

namespace podroute {

using namespace setpoint;

void check(const admission<podroute>& a, verdict& v) {
    if (a.changes_spec()) check_image(v, "spec.image", a.object->spec.image);
}

void add_podroute_webhooks(manager& m) {
    m.webhook<podroute>().validates(check);
}

}  // namespace podroute
