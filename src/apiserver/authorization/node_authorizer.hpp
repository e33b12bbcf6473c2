#pragma once
// Authorizes kubelets: a node reads the objects that its pods need, and writes its own objects
// (plugin/pkg/auth/authorizer/node node_authorizer.go). What a node may write into them is decided by the
// admission plugin NodeRestriction.

#include "apiserver/authorization/authorizer.hpp"
#include "apiserver/authorization/node_graph.hpp"
#include "apiserver/authorization/policy_rule.hpp"

#include <string_view>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

class node_authorizer : public authorizer {
public:
    // The feature gates that it asks for; AuthorizeNodeWithSelectors cannot be turned off.
    struct gates {
        bool pod_certificate_requests = false;         // PodCertificateRequest
        bool service_accounts_for_credentials = true;  // KubeletServiceAccountTokenForCredentialProviders
    };

    // `rules`: those of the ClusterRole system:node, for resources without a rule of their own here. `graph`
    // must outlive this.
    node_authorizer(const node_graph& graph, std::vector<policy_rule> rules, gates on)
        : graph_(graph), rules_(std::move(rules)), on_(on) {}

    // Allows without a reason, or has no opinion; also for users that are not nodes.
    decision authorize(const attributes& of) const override;
    // Has no rules; for a node the list is incomplete.
    rule_list rules_for(const user_info& user, std::string_view namespace_name) const override;

private:
    decision resource(std::string_view node, const attributes& of) const;
    decision related(std::string_view node, vertex_type type, const attributes& of) const;
    decision get(std::string_view node, vertex_type type, const attributes& of) const;
    decision read(std::string_view node, vertex_type type, const attributes& of) const;
    decision claim_status(std::string_view node, const attributes& of) const;
    decision service_account(std::string_view node, const attributes& of) const;
    decision slice(std::string_view node, const attributes& of) const;
    decision certificate_request(std::string_view node, const attributes& of) const;
    decision pod(std::string_view node, const attributes& of) const;
    decision by_rules(const attributes& of) const;

    const node_graph& graph_;
    std::vector<policy_rule> rules_;
    gates on_;
};

}}}  // namespace setpoint::v0::apiserver::authorization
