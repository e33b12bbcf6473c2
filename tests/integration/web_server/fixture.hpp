#pragma once
// The WebServer operator in this process against a real control plane: one for the executable, a namespace
// for each test.

#include "operators/web_server/reconciler.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/rbac.hpp"
#include "support/live_operator.hpp"

#include <map>
#include <set>

namespace web_server_test {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

// The control plane of the executable, with the CRD installed; brought up by the first test that asks.
control_plane& shared_plane();
// Applies the CRD of WebServers and waits until they are served.
awaitable<void> install_crd(loop& l, client& api);

struct operator_options {
    std::size_t workers = 0;
    std::string context;     // of the kubeconfig
    std::string kubeconfig;  // "": the plane's
};

class operator_world : public live_operator {
public:
    explicit operator_world(control_plane& plane, operator_options options = {});

    // A WebServer in this test's namespace.
    web_server::web_server make(std::string name, std::int32_t replicas = 2,
                                std::string image = "nginx:1.23.1") const;
    awaitable<bool> gone_deployment(object_key k);
    // A request that no client of ours makes, to a path in this test's namespace; `what` is the plural's
    // part: "apps/v1/deployments/web". Returns the body of the answer; throws when that is a refusal.
    awaitable<std::string> ask(std::string method, std::string what, std::string body = {},
                               std::string type = "application/json");
    // A merge patch of anything.
    awaitable<void> patch(std::string what, std::string body,
                          std::string type = "application/merge-patch+json");
    const condition* condition_of(const web_server::web_server& w, std::string_view type) const {
        return find_condition(w.status.conditions, type);
    }
};

}  // namespace web_server_test
