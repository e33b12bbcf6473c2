#include "testkit/testing/request_target.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

using namespace setpoint;
using testing::request_target;

BOOST_AUTO_TEST_SUITE(request_target_test)

BOOST_AUTO_TEST_CASE(a_path_is_split_into_what_it_names) {
    const struct {
        const char *target, *parts;
    } rows[] = {
        {"/api/v1/pods?limit=500", "||pods||"},
        {"/api/v1/namespaces/x/pods", "|x|pods||"},
        {"/api/v1/namespaces/x/pods/web", "|x|pods|web|"},
        {"/api/v1/namespaces/x/pods/web/eviction?dryRun=All", "|x|pods|web|eviction"},
        {"/apis/apps/v1/namespaces/x/deployments/web/scale", "apps|x|deployments|web|scale"},
        {"/apis/example.com/v1/pages/a/status", "example.com||pages|a|status"},
        {"/api/v1/namespaces", "||namespaces||"},
        {"/api/v1/namespaces/x", "||namespaces|x|"},
        {"/api/v1/namespaces/x/status", "||namespaces|x|status"},
        {"/api/v1/namespaces/x/finalize", "||namespaces|x|finalize"},
        {"/api/v1", "||||"},
        {"/apis/apps/v1", "||||"},
        {"/metrics", "||||"},
        {"", "||||"},
    };
    for (const auto& r : rows) {
        const request_target t = request_target::of(r.target);
        BOOST_TEST(fmt::format("{}|{}|{}|{}|{}", t.group, t.ns, t.resource, t.name, t.subresource) == r.parts,
                   r.target);
    }
}

BOOST_AUTO_TEST_CASE(only_a_post_to_a_collection_names_its_object_in_the_body) {
    const struct {
        const char *method, *target, *body, *name;
    } rows[] = {
        {"POST", "/api/v1/namespaces/x/pods", R"({"metadata":{"name":"web"}})", "web"},
        {"POST", "/api/v1/namespaces/x/pods", R"({"metadata":{"generateName":"web-"}})", "web-"},
        {"POST", "/api/v1/namespaces/x/pods", R"({"metadata":{"name":7}})", ""},
        {"POST", "/api/v1/namespaces/x/pods", "nonsense", ""},
        {"POST", "/api/v1/namespaces/x/pods", "{}", ""},
        {"POST", "/api/v1/namespaces/x/pods/web/binding", R"({"metadata":{"name":"other"}})", "web"},
        {"PATCH", "/api/v1/namespaces/x/pods/web", R"({"metadata":{"name":"other"}})", "web"},
        {"DELETE", "/api/v1/namespaces/x/pods", R"({"metadata":{"name":"other"}})", ""},
    };
    for (const auto& row : rows) {
        http::request r;
        r.method = row.method;
        r.target = row.target;
        r.body = row.body;
        BOOST_TEST(object_name(request_target::of(r.target), r) == row.name,
                   row.method << ' ' << row.target << ' ' << row.body);
    }
}

BOOST_AUTO_TEST_SUITE_END()
