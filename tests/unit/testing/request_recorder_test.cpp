#include "setpoint/testing/request_recorder.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(request_recorder_test)

namespace {

call call_of(verb v, std::string resource, std::string subresource = "", patch_type p = patch_type::none) {
    call c;
    c.op = v;
    c.resource = {"apps", "v1", std::move(resource)};
    c.subresource = std::move(subresource);
    c.patch = p;
    c.body = "{}";
    return c;
}

boost::json::object role(std::string_view rules) {
    return {{"kind", "ClusterRole"}, {"rules", boost::json::parse({rules.data(), rules.size()})}};
}

}  // namespace

BOOST_AUTO_TEST_CASE(calls_are_counted_and_kept_without_their_bodies) {
    testing::request_recorder r;
    r.note(call_of(verb::get, "deployments"));
    r.note(call_of(verb::get, "replicasets"));
    r.note(call_of(verb::list, "deployments"));
    BOOST_TEST(r.total() == 3u);
    BOOST_TEST(r.count(verb::get) == 2u);
    BOOST_TEST(r.count(verb::get, "deployments") == 1u);
    BOOST_TEST(r.count(verb::remove) == 0u);
    BOOST_TEST(r.calls().at(2).body == "");
    r.clear();
    BOOST_TEST(r.total() == 0u);
    BOOST_TEST(r.accesses().empty());
}

BOOST_AUTO_TEST_CASE(an_apply_needs_create_too_but_not_on_a_subresource) {
    testing::request_recorder r;
    r.note(call_of(verb::patch, "deployments", "", patch_type::apply));
    r.note(call_of(verb::patch, "deployments", "status", patch_type::apply));
    r.note(call_of(verb::patch, "replicasets", "", patch_type::merge));
    const std::vector<resource_access> expected = {{"apps", "deployments", "", "create"},
                                                   {"apps", "deployments", "", "patch"},
                                                   {"apps", "deployments", "status", "patch"},
                                                   {"apps", "replicasets", "", "patch"}};
    BOOST_CHECK(r.accesses() == expected);
}

BOOST_AUTO_TEST_CASE(a_role_is_compared_in_both_directions) {
    testing::request_recorder r;
    r.note(call_of(verb::get, "deployments"));
    r.note(call_of(verb::patch, "deployments", "status"));
    const auto d = r.compare({role(
        R"([{"apiGroups":["apps"],"resources":["deployments"],"verbs":["get","delete"]},{"apiGroups":["apps"],"resources":["replicasets/scale"],"verbs":["get"]}])")});
    BOOST_TEST(d.text() ==
               "used and not granted: patch deployments.apps/status\n"
               "granted and not used: delete deployments.apps\n"
               "granted and not used: get replicasets.apps/scale\n");
    const auto fine = r.compare({role(
        R"([{"apiGroups":["apps"],"resources":["deployments"],"verbs":["get"]},{"apiGroups":["apps"],"resources":["deployments/status"],"verbs":["patch"]}])")});
    BOOST_TEST(fine.text() == "");
}

BOOST_AUTO_TEST_SUITE_END()
