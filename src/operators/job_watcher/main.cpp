#include "operators/job_watcher/reconciler.hpp"
#include "setpoint/json/yaml.hpp"
#include "setpoint/manager/program.hpp"

#include <CLI/CLI.hpp>

#include <iostream>

int main(int argc, char** argv) {
    setpoint::program job_watcher_operator(
        "jobwatcher-operator", "Deletes Jobs some time after they have ended, as JobWatchers say.");
    job_watcher_operator.flags()
        .add_flag_callback(
            "--print-sample",
            [] {
                auto sample = setpoint::object_to_json(job_watcher::sample());
                sample.erase("status");  // which is the operator's to say
                std::cout << setpoint::json::to_yaml(sample);
                throw CLI::Success();
            },
            "Print a JobWatcher to begin with and exit")
        ->group("Manifests");
    return job_watcher_operator.run(argc, argv, job_watcher::add_job_watcher_controller);
}
