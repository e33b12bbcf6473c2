#pragma once
// What `setpoint run` puts on its API server: the definitions and samples that the operator's executable
// prints.

#include "cli/cluster/object_writer.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// Reads manifests for --apply. Errors: bad_config that names the file.
result<std::vector<bj::object>> read_manifests(const std::vector<std::string>& files);
// The definitions among them, or the others.
std::vector<bj::object> part_of(const std::vector<bj::object>& objects, bool definitions);

class cluster_content {
public:
    // All references must outlive it.
    cluster_content(loop& l, client& api, object_writer::print out);

    struct installed {
        std::vector<bj::object> definitions;
        std::vector<bj::object> webhooks;    // their configurations, which the operator registers
        std::vector<std::string> arguments;  // with which to start the operator
    };
    // Applies the definitions of the executable. If it has webhooks, it gets a port for them, the same each
    // time. Errors: those of the executable and of the API server.
    awaitable<result<installed>> install(std::string program, std::vector<std::string> flags);
    // Creates the executable's samples that do not exist, with their namespaces. Waits half a minute until
    // the operator has registered its webhooks, so that they see the samples, and tries again while they do
    // not answer. Errors: as install().
    awaitable<result<>> create_samples(std::string program, installed from);
    // Applies third-party objects.
    awaitable<result<>> apply(std::vector<bj::object> objects);

private:
    awaitable<bool> are_registered(const std::vector<bj::object>& webhooks);
    awaitable<result<>> create_missing(std::vector<bj::object> objects);

    loop& loop_;
    client& api_;
    object_writer::print out_;
    kind_lookup kinds_;
    object_writer writer_;
    std::uint16_t webhook_port_ = 0;
};

}}}  // namespace setpoint::v0::cli
