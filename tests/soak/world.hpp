#pragma once
// What a soak runs on, what it does and what it saw.

#include "operator_process.hpp"
#include "operators/web_server/types.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/client/api_connection.hpp"
#include "setpoint/client/kubeconfig.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/race.hpp"
#include "support/apiserver_process.hpp"
#include "support/fault_proxy.hpp"

#include <map>
#include <string>
#include <vector>

namespace soak {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;
using web_server::web_server;

struct sample {
    std::size_t memory, files;  // KiB; open file descriptors
};

struct world {
    world(std::uint64_t seed, duration length);

    // Runs all of it; "" when well, else what is wrong.
    awaitable<std::string> run();

    std::uint64_t seed;
    duration length;
    real_clock time;
    random_source random;
    loop l;
    null_sink quiet;
    logger log;
    apiserver_process server;
    reserved_port at;
    std::string proxied;  // the kubeconfig of the operator
    std::uint16_t server_port;
    fault_proxy proxy;
    api_connection direct;
    operator_process under_test;

    std::map<std::string, web_server> wanted;
    std::size_t changes = 0, faults = 0, refused = 0;
    std::vector<sample> samples;

private:
    awaitable<void> install();
    awaitable<void> churn(time_point until);
    awaitable<void> change(std::string name);
    awaitable<void> break_things(time_point until);
    awaitable<void> break_one();
    awaitable<void> watch_memory(time_point until);
    // What is not as wanted; "" when everything is.
    awaitable<std::string> difference();
    awaitable<std::string> converge();
    awaitable<std::string> rest();
    awaitable<std::string> stop();
    std::string check_memory() const;
    void tell(const std::string& line) const;

    time_point begun_{};
};

}  // namespace soak
