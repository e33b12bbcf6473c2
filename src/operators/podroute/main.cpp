#include "operators/podroute/reconciler.hpp"
#include "operators/podroute/webhook.hpp"
#include "setpoint/manager/program.hpp"

int main(int argc, char** argv) {
    setpoint::program podroute_operator(
        "podroute-operator",
        "Runs pods behind OpenShift Routes: a Deployment, a Service and a Route for each Podroute.");
    podroute_operator.sample(podroute::sample());
    return podroute_operator.run(argc, argv, [](setpoint::manager& m) {
        podroute::add_podroute_controller(m);
        podroute::add_podroute_webhooks(m);
    });
}
