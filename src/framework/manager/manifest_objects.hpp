#pragma once
// The objects that run an operator in a cluster, apart from its definitions and roles. Pure.

#include "setpoint/manager/options.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

// Where and how the operator is to run.
struct deployment_settings {
    std::string image;
    std::string ns;
    std::int32_t replicas = 2;
    std::vector<std::string> arguments;  // beyond those that follow from the manifests
    bool webhooks = false;
    bool by_cert_manager = false;  // their certificate, in the directory certificates_in_pod
};

// Stands for the operator's namespace in the objects, since a chart knows it only when it is installed.
inline constexpr std::string_view namespace_mark = "setpoint-namespace";

inline constexpr std::string_view certificates_in_pod = "/etc/webhook-certificates";

inline std::string_view member_text(const boost::json::object& o, std::string_view name) {
    return o.at(name).as_string();
}

inline constexpr std::int32_t metrics_port_in_pod = 8443, probes_port_in_pod = 8081,
                              webhooks_port_in_pod = 9443;

// Adds the labels that all objects of the operator have.
void set_labels(boost::json::object& object, const manager_options& o);

// Objects of the operator's namespace have namespace_mark in its place.
boost::json::object namespace_object(const manager_options& o);
boost::json::object service_account_object(const manager_options& o);
// Binds a role that manager::roles() made to the operator's service account.
boost::json::object binding_object(const boost::json::object& role, const manager_options& o);
// Allowed by the Pod Security Standard "restricted". Terminates later than the shutdown timeout. Memory: the
// peaks of the WebServer operator in bench/results (replay.csv), 60 MiB with 10,000 objects of 4 KB and 493
// MiB with 100,000. No limit of CPU: throttling would delay renewals of the lease.
boost::json::object deployment_object(const manager_options& o, const deployment_settings& s);
boost::json::object disruption_budget_object(const manager_options& o);
// "metrics" or "webhook": "<program>-metrics" on 8443, "<program>-webhook" on 443.
boost::json::object service_object(std::string_view purpose, const manager_options& o);
// Lets in pods of namespaces with the label "metrics: enabled" to the metrics, everyone to the webhooks.
boost::json::object network_policy_object(std::string_view purpose, const manager_options& o);
// cert-manager's self-signed Issuer and the Certificate of the webhooks' Service.
std::vector<boost::json::object> certificate_objects(const manager_options& o);
boost::json::object service_monitor_object(const manager_options& o);
// The alerts of manifests/monitoring/rules.yaml, for this operator.
boost::json::object prometheus_rule_object(const manager_options& o);

// "viewer", "editor" or "admin" of a custom kind, for people: "<program>-<kind>-<who>".
boost::json::object user_role_object(std::string_view who, std::string_view kind,
                                     const boost::json::object& definition, const manager_options& o);

}}  // namespace setpoint::v0
