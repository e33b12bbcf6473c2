// The labels of namespaces and the configuration of PodSecurity, and which plugins are on.

#include "apiserver/admission/plugins.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;

std::string shown(const security_policy& p) {
    return p.enforce.text() + " " + p.audit.text() + " " + p.warn.text();
}

std::string label(const char* mode) {
    return std::string(pod_security_prefix) + mode;
}

std::vector<std::string> texts(const setpoint::field_errors& errors) {
    std::vector<std::string> out;
    for (const auto& e : errors) out.push_back(e.text());
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(warnings_follow_the_enforced_level) {
    BOOST_TEST(shown(policy_of(bj::object(), {}).policy) ==
               "privileged:latest privileged:latest privileged:latest");
    BOOST_TEST(
        shown(policy_of(bj::object{{label("enforce"), "restricted"}, {label("enforce-version"), "v1.30"}}, {})
                  .policy) == "restricted:v1.30 privileged:latest restricted:v1.30");
    BOOST_TEST(shown(policy_of(bj::object{{label("enforce"), "baseline"}, {label("warn"), "privileged"}}, {})
                         .policy) == "baseline:latest privileged:latest privileged:latest");
    BOOST_TEST(
        shown(policy_of(bj::object{{label("enforce"), "baseline"}, {label("warn-version"), "v1.2"}}, {})
                  .policy) == "baseline:latest privileged:latest baseline:v1.2");
    BOOST_TEST(shown(policy_of(bj::object{{label("audit"), "baseline"}}, {}).policy) ==
               "privileged:latest baseline:latest privileged:latest");
}

BOOST_AUTO_TEST_CASE(invalid_labels_enforce_the_strictest_level) {
    const labeled_policy p = policy_of(
        bj::object{{label("enforce"), ""}, {label("warn"), "x"}, {label("audit-version"), "1.30"}}, {});
    BOOST_TEST(shown(p.policy) == "restricted:latest privileged:latest privileged:latest");
    const std::vector<std::string> expected{
        "metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: \"\": must be one of "
        "privileged, "
        "baseline, restricted",
        "metadata.labels[pod-security.kubernetes.io/audit-version]: Invalid value: \"1.30\": must be "
        "\"latest\" "
        "or \"v1.x\"",
        "metadata.labels[pod-security.kubernetes.io/warn]: Invalid value: \"x\": must be one of privileged, "
        "baseline, restricted"};
    BOOST_TEST(texts(p.errors) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(versions_are_latest_or_v1_minor) {
    for (const char* bad : {"", "v1", "v1.", "v1.01", "v2.0", "v1.x", "1.30", "v1.99999999999", "v1.1 "})
        BOOST_TEST(!parse_policy_version(bad), bad);
    BOOST_TEST(parse_policy_version("v1.0")->minor == 0);
    BOOST_TEST(parse_policy_version("v1.99")->minor == 99);
    BOOST_TEST(parse_policy_version("latest")->is_latest());
}

BOOST_AUTO_TEST_CASE(an_invalid_configuration_names_its_fields) {
    pod_security_options o;
    o.warn = "hard";
    o.exempt_namespaces = {"a", "a", "-"};
    const auto made = make_pod_security_config(o);
    BOOST_REQUIRE(!made);
    BOOST_TEST(made.error().message.starts_with(
        "PodSecurity invalid: [defaults.warn: Invalid value: \"hard\": must be one of privileged, baseline, "
        "restricted, exemptions.namespaces[1]: Duplicate value: \"a\", exemptions.namespaces[2]: Invalid "
        "value:"));
    o = {};
    o.enforce = "baseline";
    BOOST_TEST(make_pod_security_config(o)->defaults.enforce.text() == "baseline:latest");
}

BOOST_AUTO_TEST_CASE(plugins_are_chosen_as_by_kube_apiserver) {
    const plugin_set defaults;
    BOOST_TEST(defaults.is_on("PodSecurity"));
    BOOST_TEST(!defaults.is_on("NamespaceAutoProvision"));
    admission_options o;
    o.disable = {"PodSecurity", "AlwaysDeny"};
    o.enable = {"AlwaysPullImages", "PodNodeSelector"};
    const auto chosen = plugin_set::make(o);
    BOOST_REQUIRE(chosen);
    BOOST_TEST(!chosen->is_on("PodSecurity"));
    BOOST_TEST(chosen->is_on("AlwaysPullImages"));
    BOOST_REQUIRE(chosen->missing().size() == 1U);
    BOOST_TEST(chosen->missing()[0] == "PodNodeSelector");
    o.disable = {"Foo", "Priority"};
    o.enable = {"Bar", "Priority"};
    BOOST_TEST(
        plugin_set::make(o).error().message ==
        "[enable-admission-plugins plugin \"Bar\" is unknown, disable-admission-plugins plugin \"Foo\" is "
        "unknown, [Priority] in enable-admission-plugins and disable-admission-plugins overlapped]");
}
