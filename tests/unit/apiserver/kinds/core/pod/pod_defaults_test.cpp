#include "apiserver/kinds/core/pod/pod_tables.hpp"

#include <boost/test/unit_test.hpp>

#include <utility>

using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(pod_defaults_test)

BOOST_AUTO_TEST_CASE(images_are_always_pulled_when_latest) {
    const std::pair<const char*, const char*> cases[] = {
        {"nginx", "Always"},      {"nginx:latest", "Always"},       {"nginx:1", "IfNotPresent"},
        {"a.b:5000/c", "Always"}, {"a.b:5000/c:2", "IfNotPresent"}, {"a@sha256:00", "IfNotPresent"},
        {"", "IfNotPresent"},     {"Upper/case", "Always"},         {"Upper", "IfNotPresent"},
        {"[::1]:5/a", "Always"},  {"a__b..c", "IfNotPresent"},
    };
    for (const auto& [image, policy] : cases) BOOST_TEST(default_pull_policy(image) == policy, image);
}

BOOST_AUTO_TEST_SUITE_END()
