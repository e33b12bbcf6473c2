#include "operators/podroute/reconciler.hpp"
#include "setpoint/json/yaml.hpp"
#include "setpoint/manager/program.hpp"

#include <CLI/CLI.hpp>

#include <iostream>

int main(int argc, char** argv) {
    setpoint::program podroute_operator(
        "podroute-operator",
        "Runs pods behind OpenShift Routes: a Deployment, a Service and a Route for each Podroute.");
    podroute_operator.flags()
        .add_flag_callback(
            "--print-sample",
            [] {
                auto sample = setpoint::object_to_json(podroute::sample());
                sample.erase("status");  // which is the operator's to say
                std::cout << setpoint::json::to_yaml(sample);
                throw CLI::Success();
            },
            "Print a Podroute to begin with and exit")
        ->group("Manifests");
    return podroute_operator.run(argc, argv, podroute::add_podroute_controller);
}
