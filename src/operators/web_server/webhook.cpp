#include "operators/web_server/webhook.hpp"

#include "setpoint/webhook/checks.hpp"

namespace web_server {

using namespace setpoint;

void check(const admission<web_server>& a, verdict& v) {
    if (a.changes_spec()) check_image(v, "spec.image", a.object->spec.image);
}

void add_web_server_webhooks(manager& m) {
    m.webhook<web_server>().validates(check);
}

}  // namespace web_server
