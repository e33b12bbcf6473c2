#pragma once
// Authorizers, and chains of them (apiserver, pkg/authorization: authorizer, authorizerfactory, union).

#include "apiserver/authorization/attributes.hpp"
#include "apiserver/authorization/decision.hpp"
#include "apiserver/authorization/review_memory.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

struct resource_rule {
    std::vector<std::string> verbs{}, api_groups{}, resources{}, resource_names{};
    friend bool operator==(const resource_rule&, const resource_rule&) = default;
};
struct non_resource_rule {
    std::vector<std::string> verbs{}, urls{};
    friend bool operator==(const non_resource_rule&, const non_resource_rule&) = default;
};

// What a user may do in a namespace and in the cluster, for SelfSubjectRulesReview.
struct rule_list {
    std::vector<resource_rule> resources{};
    std::vector<non_resource_rule> non_resources{};
    bool is_incomplete = false;  // an authorizer cannot list its rules
    std::vector<std::string> errors{};
};

// Decides from memory, without I/O.
class authorizer {
public:
    virtual ~authorizer() = default;
    [[nodiscard]] virtual decision authorize(const attributes& of) const = 0;
    // The same for a request that can wait for webhooks: undecided if `known` lacks the answer of one, which
    // is then noted there as needed.
    [[nodiscard]] virtual decision authorize_with(const attributes& of, review_memory& known) const;
    // Nothing if the authorizer takes no part in reviews of rules.
    [[nodiscard]] virtual rule_list rules_for(const user_info& user, std::string_view namespace_name) const;

    std::string name{};  // in a chain
};

// Allows everything, without a reason.
class always_allow : public authorizer {
public:
    decision authorize(const attributes& of) const override;
    rule_list rules_for(const user_info& user, std::string_view namespace_name) const override;
};

// Has no opinion on anything: "Everything is forbidden.".
class always_deny : public authorizer {
public:
    decision authorize(const attributes& of) const override;
};

// Allows members of system:masters everything. kube-apiserver puts it first.
class privileged_users : public authorizer {
public:
    decision authorize(const attributes& of) const override;
};

// Asks one after the other until one allows or denies. Without that, the reasons are joined by line feeds,
// each after the name of its authorizer.
class authorizer_chain : public authorizer {
public:
    // The authorizers must outlive the chain.
    explicit authorizer_chain(std::vector<const authorizer*> in_order) : all_(std::move(in_order)) {}
    decision authorize(const attributes& of) const override;
    decision authorize_with(const attributes& of, review_memory& known) const override;
    rule_list rules_for(const user_info& user, std::string_view namespace_name) const override;

private:
    decision ask_all(const attributes& of, review_memory* known) const;
    std::vector<const authorizer*> all_;
};

}}}  // namespace setpoint::v0::apiserver::authorization
