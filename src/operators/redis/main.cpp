#include "operators/redis/reconciler.hpp"
#include "setpoint/json/yaml.hpp"
#include "setpoint/manager/program.hpp"

#include <CLI/CLI.hpp>

#include <iostream>

int main(int argc, char** argv) {
    setpoint::program redis_operator("redis-operator",
                                     "Runs groups of Redis pods on Kubernetes, one group for each Redis.");
    redis_operator.flags()
        .add_flag_callback(
            "--print-sample",
            [] {
                auto sample = setpoint::object_to_json(redis::sample());
                sample.erase("status");  // which is the operator's to say
                std::cout << setpoint::json::to_yaml(sample);
                throw CLI::Success();
            },
            "Print a Redis to begin with and exit")
        ->group("Manifests");
    return redis_operator.run(argc, argv, redis::add_redis_controller);
}
