#pragma once
// Executes the commands of `setpoint apiserver --control`.

#include "cli/api_host.hpp"
#include "cli/control/control_request.hpp"
#include "setpoint/apiserver/cluster_image.hpp"
#include "setpoint/apiserver/request_faults.hpp"

#include <map>
#include <string>

namespace setpoint { inline namespace v0 { namespace cli { namespace control {

class command_executor {
public:
    static constexpr std::size_t most_snapshots = 1000;

    // References must outlive it.
    command_executor(loop& l, api_host& host, apiserver::request_faults& faults)
        : loop_(l), host_(host), faults_(faults) {}

    // The members of the answer, or why the command has failed. One at a time.
    awaitable<result<boost::json::object>> execute(command c);

private:
    using answer = result<boost::json::object>;
    awaitable<answer> run(info c);
    awaitable<answer> run(install c);
    awaitable<answer> run(snapshot c);
    awaitable<answer> run(restore c);
    awaitable<answer> run(add_fault c);
    awaitable<answer> run(faults c);
    awaitable<answer> run(clear c);
    awaitable<answer> run(drop_watches c);
    awaitable<answer> run(expire_history c);
    awaitable<answer> restore_file(std::string file);

    loop& loop_;
    api_host& host_;
    apiserver::request_faults& faults_;
    std::map<std::string, apiserver::cluster_image, std::less<>> images_;  // by name
};

}}}}  // namespace setpoint::v0::cli::control
