#pragma once
// The built-in controllers in this process, against a real API server that has none of its own.

#include "apiserver/controllers/controllers.hpp"
#include "listed_graph.hpp"
#include "setpoint/manager/connection.hpp"
#include "support/live_operator.hpp"

#include <prometheus/registry.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace std::chrono_literals;

inline std::vector<graph_resource> usual_kinds() {
    const auto make = [](std::string group, std::string version, std::string plural, std::string kind,
                         bool namespaced = true) {
        graph_resource r;
        r.collection = group.empty() ? plural : plural + "." + group;
        r.gvr = {group, version, plural};
        r.kind = std::move(kind);
        r.namespaced = namespaced;
        return r;
    };
    return {make("", "v1", "pods", "Pod"),
            make("discovery.k8s.io", "v1", "endpointslices", "EndpointSlice"),
            make("coordination.k8s.io", "v1", "leases", "Lease"),
            make("", "v1", "configmaps", "ConfigMap"),
            make("", "v1", "secrets", "Secret"),
            make("", "v1", "serviceaccounts", "ServiceAccount"),
            make("", "v1", "endpoints", "Endpoints"),
            make("apps", "v1", "replicasets", "ReplicaSet"),
            make("", "v1", "replicationcontrollers", "ReplicationController"),
            make("batch", "v1", "jobs", "Job"),
            make("apps", "v1", "deployments", "Deployment"),
            make("", "v1", "services", "Service"),
            make("", "v1", "nodes", "Node", false),
            make("", "v1", "namespaces", "Namespace", false)};
}

class behaviour_world : public real_world {
public:
    explicit behaviour_world(control_plane& p)
        : plane(p),
          measured(registry),
          link(l, config_of(p, time.wall_now()), "kube-controller-manager", log, measured),
          graph(l, link.client(), usual_kinds()),
          m(l, link.client(), log, measured, options()),
          api(link.client()) {
        if (detail::environment("SETPOINT_SHOW_STATE") == "1") sink.level = log_level::debug;
        builtin_controller_options o;
        o.ca_pem = "a certificate";
        o.nodes.count = 2;
        add_builtin_controllers(m, o, &graph);
        m.add_runnable("graph", [this] { return graph.run(); });
    }

    // Runs `body` alongside the controllers.
    template <class F>
    void with_controllers(F body, duration limit = 120s) {
        run([&]() -> awaitable<void> { co_await beside_manager(l, m, body); }, limit);
    }
    // kubectl, without holding up the loop.
    awaitable<std::string> kubectl(std::vector<std::string> words) {
        co_return co_await l.blocking("kubectl", [this, words] { return plane.kubectl(words); });
    }
    awaitable<std::string> apply(std::string yaml) {
        const std::string file = plane.folder() + "/applied.yaml";
        co_return co_await l.blocking("kubectl", [this, file, yaml] {
            std::FILE* f = std::fopen(file.c_str(), "w");
            std::fputs(yaml.c_str(), f);
            std::fclose(f);
            return plane.kubectl({"apply", "-f", file});
        });
    }
    // Waits until what kubectl prints satisfies `condition`.
    template <class F>
    awaitable<std::string> until(std::vector<std::string> words, F condition, duration limit = 40s) {
        const time_point due = saturating_add(l.now(), limit);
        std::string last;
        while (l.now() < due) {
            last = co_await l.blocking("kubectl", [this, words] {
                try {
                    return plane.kubectl(words);
                } catch (const std::exception& e) {
                    return std::string("failed: ") + e.what();
                }
            });
            if (condition(last)) co_return last;
            co_await l.sleep(100ms);
        }
        if (detail::environment("SETPOINT_SHOW_STATE") == "1")
            last += "\n" + plane.kubectl({"get", "pods", "-A", "-o", "yaml", "--show-managed-fields"});
        std::string line;
        for (const std::string& w : words) line += w + " ";
        throw std::runtime_error("kubectl " + line + "said at last:\n" + last + "\nlog:\n" + log_text.str());
    }
    awaitable<std::string> until_is(std::vector<std::string> words, std::string wanted,
                                    duration limit = 40s) {
        return until(std::move(words), [wanted](const std::string& s) { return s == wanted; }, limit);
    }

    static manager_options options() {
        manager_options o;
        o.name = "kube-controller-manager";
        o.metrics_address = "0";
        o.health_address = "0";
        return o;
    }

    control_plane& plane;
    prometheus::Registry registry;
    metrics measured;
    connection link;
    listed_graph graph;
    manager m;
    client& api;
};

inline control_plane& shared_plane() {
    static control_plane plane("behaviour");
    return plane;
}

}}}  // namespace setpoint::v0::apiserver
