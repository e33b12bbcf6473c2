#include "testkit/testing/object_dump.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(object_dump_test)

BOOST_AUTO_TEST_CASE(objects_are_described_by_what_matters_in_a_failure) {
    BOOST_TEST(
        testing::describe_objects(
            {"apps", "v1", "deployments"},
            R"({"items":[{"metadata":{"name":"web","namespace":"default","generation":2},"status":{"replicas":3,"readyReplicas":1,"conditions":[{"type":"Available","status":"False","reason":"TooFew"},{"type":"X","status":"True"}]}},
                {"metadata":{"name":"old","deletionTimestamp":"2026-01-01T00:00:00Z"}},{"metadata":{"name":"bare"}}]})") ==
        "    deployments.apps default/web: generation 2, replicas 3, readyReplicas 1, Available=False "
        "(TooFew), X=True\n"
        "    deployments.apps old: being deleted\n"
        "    deployments.apps bare:\n");
    BOOST_TEST(testing::describe_objects({"", "v1", "pods"}, "nonsense") == "");
    BOOST_TEST(testing::describe_objects({"", "v1", "pods"}, R"({"items":{}})") == "");
}

BOOST_AUTO_TEST_SUITE_END()
