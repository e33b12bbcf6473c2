#include "operators/web_server/plan.hpp"
#include "operators/web_server/reconciler.hpp"
#include "operators/web_server/webhook.hpp"
#include "setpoint/manager/program.hpp"

int main(int argc, char** argv) {
    setpoint::program web_server_operator(
        "webserver-operator",
        "Runs web servers on Kubernetes: a Deployment and a NodePort Service for each WebServer.");
    web_server_operator.sample(web_server::sample());
    return web_server_operator.run(argc, argv, [](setpoint::manager& m) {
        web_server::add_web_server_controller(m);
        web_server::add_web_server_webhooks(m);
    });
}
