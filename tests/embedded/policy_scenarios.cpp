// The status of admission policies reports expressions that do not fit the kinds they are about.
#include "scenarios.hpp"

#include <boost/test/unit_test.hpp>

namespace embedded {

namespace {

std::string policy_about(std::string_view resource, std::string_view expression) {
    return "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata: {name: "
           "p}\n"
           "spec:\n  matchConstraints:\n    resourceRules:\n"
           "    - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [" +
           std::string(resource) + "]}\n  validations:\n  - expression: " + std::string(expression) + "\n";
}

awaitable<void> reports_types_that_do_not_fit(cluster& c) {
    co_await c.create("validatingadmissionpolicies",
                      policy_about("deployments", "object.spec.replicas > '1'"));
    co_await c.until("validatingadmissionpolicies/p", {{"status.observedGeneration", "1"},
                                                       {"status.typeChecking.expressionWarnings[0].fieldRef",
                                                        "spec.validations[0].expression"}});
    const std::string warning = at(co_await c.get("validatingadmissionpolicies/p"),
                                   "status.typeChecking.expressionWarnings[0].warning");
    BOOST_TEST(
        warning.starts_with("apps/v1, Kind=Deployment: ERROR: <input>:1:22: found no matching overload for "
                            "'_>_' applied to '(int, string)'"));
    co_await c.patch("validatingadmissionpolicies/p",
                     R"({"spec":{"validations":[{"expression":"object.spec.replicas > 1"}]}})");
    co_await c.until("validatingadmissionpolicies/p", {{"status.observedGeneration", "2"}});
    BOOST_TEST(at(co_await c.get("validatingadmissionpolicies/p"),
                  "status.typeChecking.expressionWarnings[0].warning") == "");
}

constexpr scenario policy_scenario_table[] = {
    {"reports_types_that_do_not_fit", reports_types_that_do_not_fit},
};

}  // namespace

std::span<const scenario> policy_scenarios() {
    return policy_scenario_table;
}

}  // namespace embedded
