#pragma once
// Stored admission policies and their bindings, in the form in which requests are checked against them.
// No I/O.

#include "apiserver/policies/admission_rule.hpp"
#include "apiserver/policies/match_conditions.hpp"
#include "apiserver/policies/mutation.hpp"

#include <boost/json/object.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

// A MatchResources.
struct match_resources {
    struct named_rule {
        admission_rule rule;
        std::vector<std::string> names;  // of objects; empty: all
    };
    std::vector<named_rule> rules, excluded;
    bj::object namespaces, objects;  // label selectors
    bool equivalent = true;          // also matches other versions of a resource
};

struct param_kind {
    std::string group, version, kind;
    // "example.com/v1, Kind=Limit", as errors name it.
    std::string text() const;
};

struct validation {
    compiled_expression expression, message_expression;  // the latter without a source: none
    std::string message, reason;                         // reason: "" is Invalid
};
struct audit_annotation {
    std::string key;
    compiled_expression value;
};

// What the expressions of a policy compile to. They refer to `compiler`.
struct compiled_policy {
    expression_compiler compiler{expression_compiler::composition::variables};
    match_conditions conditions;
    std::vector<validation> validations;
    std::vector<audit_annotation> annotations;
    std::vector<mutation> mutations;
};

// A ValidatingAdmissionPolicy or a MutatingAdmissionPolicy.
class policy {
public:
    // `object`: a valid one.
    explicit policy(const bj::object& object);

    std::string name;
    bool fails_open = false;  // failurePolicy Ignore
    bool reinvoked = false;   // reinvocationPolicy IfNeeded
    std::optional<param_kind> params;
    match_resources constraints;

    // Compiles when it is first called.
    [[nodiscard]] const compiled_policy& compiled() const;

private:
    bj::object spec_;
    mutable std::unique_ptr<compiled_policy> compiled_;
};

// Whether a request meets the policy's match conditions, which do not know its namespace.
match_outcome meets_conditions(const policy& p, const policy_input& in);

struct param_ref {
    std::string name, ns;
    std::optional<bj::object> selector;
    bool denies_missing = false;  // parameterNotFoundAction Deny
};

// A ValidatingAdmissionPolicyBinding or a MutatingAdmissionPolicyBinding.
struct policy_binding {
    // `object`: a valid one.
    explicit policy_binding(const bj::object& object);

    std::string name, policy;
    std::optional<param_ref> params;
    std::optional<match_resources> resources;
    std::vector<std::string> actions;  // validationActions: "Deny", "Warn", "Audit"
};

using policy_ptr = std::shared_ptr<const policy>;
using binding_ptr = std::shared_ptr<const policy_binding>;

// All policies of one type that are bound, by name; their bindings also by name.
class policy_set {
public:
    struct bound {
        policy_ptr of;
        std::vector<binding_ptr> bindings;
    };
    bool empty() const { return all_.empty(); }
    const std::vector<bound>& all() const { return all_; }

    // Null removes it.
    void put_policy(const std::string& name, policy_ptr p);
    void put_binding(const std::string& name, binding_ptr b);

private:
    void arrange();

    std::map<std::string, policy_ptr> policies_;
    std::map<std::string, binding_ptr> bindings_;
    std::vector<bound> all_;
};

}}}  // namespace setpoint::v0::apiserver::policies
