#include "apiserver/resources/admission_webhook.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;

struct matching {
    admission_rule rule{{"CREATE"}, {""}, {"v1"}, {"pods"}, "*"};
    group_version_resource resource{"", "v1", "pods"};
    std::string subresource, ns = "n";
    bool holds(std::string_view operation = "CREATE") const {
        return matches(rule, operation, resource, subresource, ns);
    }
    bool with(std::vector<std::string> resources, std::string_view sub) {
        rule.resources = std::move(resources);
        subresource = sub;
        return holds();
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(admission_webhook_test, matching)

BOOST_AUTO_TEST_CASE(a_rule_matches_operation_group_and_version) {
    BOOST_TEST(holds());
    BOOST_TEST(!holds("UPDATE"));
    rule.operations = {"*"};
    BOOST_TEST(holds("CONNECT"));
    rule.groups = {"apps"};
    BOOST_TEST(!holds());
    rule.groups = {"apps", "*"};
    rule.versions = {"v2"};
    BOOST_TEST(!holds());
}

BOOST_AUTO_TEST_CASE(subresources_must_be_named) {
    BOOST_TEST(!with({"pods"}, "status"));
    BOOST_TEST(!with({"*"}, "status"));
    BOOST_TEST(with({"*"}, ""));
    BOOST_TEST(with({"pods/status"}, "status"));
    BOOST_TEST(!with({"pods/status"}, ""));
    BOOST_TEST(with({"pods/*"}, "status"));
    BOOST_TEST(with({"pods/*"}, ""));  // as in the real server
    BOOST_TEST(with({"*/status"}, "status"));
    BOOST_TEST(!with({"*/scale"}, "status"));
    BOOST_TEST(with({"*/*"}, "status"));
}

BOOST_AUTO_TEST_CASE(a_scope_excludes_namespaces_from_namespaced_objects) {
    rule.scope = "Namespaced";
    BOOST_TEST(holds());
    ns.clear();
    BOOST_TEST(!holds());
    rule.scope = "Cluster";
    BOOST_TEST(holds());
    rule.resources = {"namespaces"};
    resource.resource = ns = "namespaces";
    BOOST_TEST(holds());
    rule.scope = "Namespaced";
    BOOST_TEST(!holds());
}

BOOST_AUTO_TEST_CASE(webhooks_are_ordered_by_configuration_and_have_distinct_ids) {
    const auto of = [](std::string_view name, std::string_view hooks) {
        return admission_webhooks_of(bj::parse(R"({"metadata":{"name":")" + std::string(name) +
                                               R"("},"webhooks":[)" + std::string(hooks) + "]}")
                                         .as_object());
    };
    admission_webhooks all;
    all.replace("b", of("b", R"({"name":"z"},{"name":"z"})"));
    all.replace("a", of("a", R"({"name":"y","admissionReviewVersions":["v9","v1beta1","v1"]})"));
    BOOST_REQUIRE(all.all().size() == 3);
    BOOST_TEST(all.all()[0]->id == "a/y/0");
    BOOST_TEST(all.all()[0]->review_version == "v1beta1");
    BOOST_TEST(all.all()[1]->id == "b/z/0");
    BOOST_TEST(all.all()[2]->id == "b/z/1");
    all.remove("b");
    BOOST_TEST(all.all().size() == 1);
    all.remove("a");
    BOOST_TEST(all.empty());
}

BOOST_AUTO_TEST_SUITE_END()
