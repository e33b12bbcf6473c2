#pragma once
// The fields of OpenShift's Route (route.openshift.io/v1) that this operator needs. Unset fields are
// never sent.
//
// OpenShift serves Routes from an aggregated API server or from a CustomResourceDefinition;
// crd_of<route>() returns a definition for tests.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/api/int_or_string.hpp"

#include <optional>
#include <vector>

namespace podroute {

struct route_target {
    setpoint::interned_string kind{};
    setpoint::interned_string name{};
    std::optional<std::int32_t> weight{};

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = route_target;
        return object("Where requests go.", field(&self::kind, "kind", "Service."),
                      field(&self::name, "name", "", required, min_length(1)),
                      field(&self::weight, "weight", "Among several targets; 100 when unset.", minimum(0),
                            maximum(256)));
    }
};

struct route_port {
    setpoint::int_or_string target_port{};

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = route_port;
        return object("", field(&self::target_port, "targetPort",
                                "The pods' port as a number, or the name of the Service's port.", required));
    }
};

struct route_spec {
    setpoint::interned_string host{}, path{}, wildcard_policy{};
    route_target to{};
    std::optional<route_port> port{};

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = route_spec;
        return object("", field(&self::host, "host", "Chosen by the cluster when unset."),
                      field(&self::path, "path", ""),
                      field(&self::wildcard_policy, "wildcardPolicy", "None or Subdomain."),
                      field(&self::to, "to", "", required), field(&self::port, "port", ""));
    }
};

// Not a metav1.Condition: its reason and time may be missing.
struct route_ingress_condition {
    setpoint::interned_string type{};
    setpoint::condition_status status = setpoint::condition_status::unknown;
    setpoint::interned_string reason{}, message{};
    setpoint::timestamp last_transition_time{};

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = route_ingress_condition;
        return object("", field(&self::type, "type", "Admitted.", required),
                      field(&self::status, "status", "", required), field(&self::reason, "reason", ""),
                      field(&self::message, "message", ""),
                      field(&self::last_transition_time, "lastTransitionTime", ""));
    }
};

struct route_ingress {
    setpoint::interned_string host{}, router_name{}, router_canonical_hostname{}, wildcard_policy{};
    std::vector<route_ingress_condition> conditions{};

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = route_ingress;
        return object("What one router made of the Route.", field(&self::host, "host", ""),
                      field(&self::router_name, "routerName", ""),
                      field(&self::router_canonical_hostname, "routerCanonicalHostname", ""),
                      field(&self::wildcard_policy, "wildcardPolicy", ""),
                      field(&self::conditions, "conditions", ""));
    }
};

struct route_status {
    std::vector<route_ingress> ingress{};

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = route_status;
        return object("", field(&self::ingress, "ingress", "One for each router that has seen the Route."));
    }
};

struct route : setpoint::custom_resource<route_spec, route_status> {
    static constexpr auto kind() {
        return setpoint::custom_kind("route.openshift.io", "v1", "Route",
                                     "A host by which a Service is reached.")
            .plural("routes")
            .column("Host", "string", ".status.ingress[0].host")
            .column("Service", "string", ".spec.to.name");
    }
};

}  // namespace podroute
