#pragma once
// The variables of one evaluation, and its cost (apiserver, admission/plugin/cel: activation.go,
// composition.go). No I/O.

#include "apiserver/policies/expression_compiler.hpp"
#include "setpoint/cel/kubernetes.hpp"

#include <boost/json/object.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

namespace bj = boost::json;

// celconfig.RuntimeCELCostBudget: for the validations of one binding, or for one mutation.
inline constexpr std::uint64_t evaluation_budget = 10'000'000;
// celconfig.RuntimeCELCostBudgetMatchConditions: for all match conditions of one webhook or policy.
inline constexpr std::uint64_t condition_budget = 2'500'000;

// What expressions see of a request. Null pointers are null values. Everything must outlive the evaluation.
struct policy_input {
    const bj::object* object = nullptr;
    const bj::object* old_object = nullptr;
    const bj::object* params = nullptr;
    const bj::object* request = nullptr;  // an AdmissionRequest
    // The same for match conditions, which see the resource of the path also if another version of it
    // matched; null: `request`.
    const bj::object* condition_request = nullptr;
    const bj::object* namespace_object = nullptr;
    const cel::authorizer* authorizer = nullptr;
    cel::authorization_request resource{};  // of authorizer.requestResource
};

// Evaluates expressions of one compiler over one input. Variables of the policy are evaluated when they are
// first used, and kept.
class activation {
public:
    static constexpr int deepest_variables = 32;  // that use each other
    static constexpr std::string_view out_of_budget =
        "validation failed due to running out of cost budget, no further validation rules will be run";

    // `authorized`: expressions may ask the authorizer. Both arguments must outlive this.
    activation(const policy_input& in, const expression_compiler& compiler, bool authorized);
    activation(const activation&) = delete;
    activation& operator=(const activation&) = delete;
    ~activation();

    struct result {
        cel::value content;  // valid until the next evaluation
        std::string error;   // empty if there is a value
    };
    // Takes the cost from `budget`. Nothing if that does not suffice: out_of_budget is then the error of all
    // expressions.
    std::optional<result> evaluate(const compiled_expression& e, std::uint64_t& budget);
    // The memory of the last result.
    cel::arena& memory() { return own_.memory(); }

private:
    class variable_access;
    struct slot;
    cel::value variable_value(const expression_compiler::variable& of);

    const expression_compiler& compiler_;
    cel::arena fixed_;  // of the authorizer's values
    cel::evaluation own_;
    std::vector<cel::binding> bindings_;
    std::map<std::string_view, std::unique_ptr<slot>> slots_;
    std::uint64_t spent_ = 0;  // by variables, since the last evaluation
    int depth_ = 0;
};

}}}  // namespace setpoint::v0::apiserver::policies
