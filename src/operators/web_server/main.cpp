#include "operators/web_server/reconciler.hpp"
#include "operators/web_server/webhook.hpp"
#include "setpoint/manager/program.hpp"

int main(int argc, char** argv) {
    return setpoint::run(
        argc, argv, "webserver-operator",
        "Runs web servers on Kubernetes: a Deployment and a NodePort Service for each WebServer.",
        [](setpoint::manager& m) {
            web_server::add_web_server_controller(m);
            web_server::add_web_server_webhooks(m);
        });
}
