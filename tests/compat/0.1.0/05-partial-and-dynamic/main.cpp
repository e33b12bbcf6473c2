// The operator of pod_counter.hpp. Flags name the kind:
//     example-05-partial-and-dynamic --api-version example.com/v1 --kind Route --plural routes
#include "pod_counter.hpp"

#include <CLI/CLI.hpp>

#include <optional>

int main(int argc, char** argv) {
    using namespace setpoint;
    std::string api_version = "apps/v1", name = "Deployment", plural = "deployments";
    std::optional<kind_info> kind;  // must outlive the manager
    program counter("pod-counter", "Annotates objects with the number of their running pods.");
    counter.flags().add_option("--api-version", api_version, "Group and version of the kind");
    counter.flags().add_option("--kind", name, "Name of the kind");
    counter.flags().add_option("--plural", plural, "Its name in URLs");
    return counter.run(argc, argv, [&](manager& m) {
        kind = dynamic_kind(group_version_kind::parse(api_version, name).value(), plural);
        pod_counts::add_pod_counter(m, *kind);
    });
}
