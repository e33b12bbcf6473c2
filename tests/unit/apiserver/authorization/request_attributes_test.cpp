// What a path and a method ask for (apiserver's requestinfo_test.go and filters/authorization_test.go).

#include "apiserver/authorization/request_attributes.hpp"

#include "apiserver/request/request_info.hpp"
#include "authorization_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authorization;

attributes of_request(const char* method, const char* path, const char* query = "") {
    auto out = request_attributes(test::user("jane"), method, path, query);
    BOOST_TEST_REQUIRE(out.has_value());
    return *out;
}

// "VERB GROUP/VERSION NAMESPACE RESOURCE NAME", with - for what is empty; or "VERB PATH".
std::string shown(const char* method, const char* path, const char* query = "") {
    const attributes a = of_request(method, path, query);
    if (!a.is_resource) return a.verb + " " + a.path;
    const auto or_dash = [](const std::string& s) { return s.empty() ? "-" : s; };
    return or_dash(a.verb) + " " + a.group + "/" + a.version + " " + or_dash(a.namespace_name) + " " +
           a.full_resource() + " " + or_dash(a.name);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(attributes_of_requests)

BOOST_AUTO_TEST_CASE(paths_of_resources_are_split) {
    BOOST_TEST(shown("GET", "/api/v1/namespaces") == "list /v1 - namespaces -");
    BOOST_TEST(shown("GET", "/api/v1/namespaces/other") == "get /v1 other namespaces other");
    BOOST_TEST(shown("PUT", "/api/v1/namespaces/other/finalize") ==
               "update /v1 other namespaces/finalize other");
    BOOST_TEST(shown("GET", "/api/v1/namespaces/other/pods") == "list /v1 other pods -");
    BOOST_TEST(shown("HEAD", "/api/v1/namespaces/other/pods/foo") == "get /v1 other pods foo");
    BOOST_TEST(shown("POST", "/api/v1/namespaces/other/pods/foo/exec") == "create /v1 other pods/exec foo");
    BOOST_TEST(shown("GET", "/api/v1/pods") == "list /v1 - pods -");
    BOOST_TEST(shown("GET", "/api/v1/nodes/n/proxy/a/b") == "get /v1 - nodes/proxy n");
    BOOST_TEST(shown("PATCH", "/apis/apps/v1/namespaces/x/deployments/d/status") ==
               "patch apps/v1 x deployments/status d");
    BOOST_TEST(shown("DELETE", "/api/v1/namespaces/other/pods/foo") == "delete /v1 other pods foo");
    BOOST_TEST(shown("DELETE", "/api/v1/namespaces/other/pods") == "deletecollection /v1 other pods -");
    BOOST_TEST(shown("OPTIONS", "/api/v1/namespaces/other/pods") == "- /v1 other pods -");
    BOOST_TEST(shown("GET", "/api/v1/pods/") == "list /v1 - pods -");
    BOOST_TEST(shown("GET", "/api/v1/namespaces/a%2Fpods") == "list /v1 a pods -");
}

BOOST_AUTO_TEST_CASE(deprecated_verbs_in_paths_are_read) {
    BOOST_TEST(shown("GET", "/api/v1/watch/namespaces/other/pods") == "watch /v1 other pods -");
    BOOST_TEST(shown("GET", "/api/v1/watch/pods/foo") == "watch /v1 - pods foo");
    BOOST_TEST(shown("GET", "/api/v1/proxy/namespaces/other/pods/foo/a") == "proxy /v1 other pods foo");
    BOOST_TEST(!request_attributes(test::user("jane"), "GET", "/api/v1/watch", "").has_value());
}

BOOST_AUTO_TEST_CASE(other_paths_are_not_resources) {
    for (const char* path :
         {"/", "/api", "/api/v1", "/apis/apps", "/apis/apps/v1", "/healthz/ping", "/version", "/a/b/c/d"})
        BOOST_TEST(shown("GET", path) == std::string("get ") + path);
    BOOST_TEST(shown("POST", "/healthz") == "post /healthz");
}

BOOST_AUTO_TEST_CASE(list_may_be_watch_or_of_one_name) {
    BOOST_TEST(shown("GET", "/api/v1/pods", "watch=true") == "watch /v1 - pods -");
    BOOST_TEST(shown("GET", "/api/v1/pods", "watch=0") == "list /v1 - pods -");
    BOOST_TEST(shown("GET", "/api/v1/pods", "fieldSelector=metadata.name%3Dfoo") == "list /v1 - pods foo");
    BOOST_TEST(shown("GET", "/api/v1/pods", "watch=1&fieldSelector=metadata.name==foo") ==
               "watch /v1 - pods foo");
    BOOST_TEST(shown("GET", "/api/v1/pods", "fieldSelector=metadata.name!=foo") == "list /v1 - pods -");
    BOOST_TEST(shown("GET", "/api/v1/pods", "fieldSelector=metadata.name=a/b") == "list /v1 - pods -");
    BOOST_TEST(shown("DELETE", "/api/v1/pods", "fieldSelector=metadata.name=foo") ==
               "deletecollection /v1 - pods -");
    // Options that cannot be read give no name, but still a watch.
    BOOST_TEST(shown("GET", "/api/v1/pods", "watch=1&limit=x&fieldSelector=metadata.name=foo") ==
               "watch /v1 - pods -");
}

BOOST_AUTO_TEST_CASE(selectors_are_read_for_lists) {
    const attributes list =
        of_request("GET", "/api/v1/pods", "fieldSelector=spec.nodeName=n&labelSelector=a%20in%20(b,c)");
    BOOST_TEST_REQUIRE(list.fields.terms.size() == 1u);
    BOOST_TEST((list.fields.terms[0] == setpoint::field_selector::requirement{"spec.nodeName", "n", true}));
    BOOST_TEST_REQUIRE(list.labels.terms.size() == 1u);
    BOOST_TEST(list.labels.terms[0].to_string() == "a in (b,c)");
    BOOST_TEST(of_request("DELETE", "/api/v1/pods", "labelSelector=a").labels.terms.size() == 1u);
    BOOST_TEST(of_request("GET", "/api/v1/watch/pods", "labelSelector=a").labels.terms.empty());
    BOOST_TEST(of_request("GET", "/api/v1/namespaces/x/pods/y", "labelSelector=a").labels.terms.empty());
    const attributes broken = of_request("GET", "/api/v1/pods", "labelSelector=a%20b%20c&fieldSelector=x");
    BOOST_TEST(broken.labels.terms.empty());
    BOOST_TEST(!broken.labels.error.empty());
    BOOST_TEST(!broken.fields.error.empty());
}

BOOST_AUTO_TEST_CASE(refusals_have_the_real_messages) {
    const auto text = [](const attributes& a, const char* reason = "") {
        return forbidden_request(a, reason).message;
    };
    BOOST_TEST(
        text(of_request("GET", "/api/v1/namespaces/ns/pods/x/log"), "because") ==
        R"(pods "x" is forbidden: User "jane" cannot get resource "pods/log" in API group "" in the namespace "ns": because)");
    BOOST_TEST(
        text(of_request("GET", "/apis/apps/v1/deployments")) ==
        R"(deployments.apps is forbidden: User "jane" cannot list resource "deployments" in API group "apps" at the cluster scope)");
    BOOST_TEST(text(of_request("GET", "/healthz")) == R"(forbidden: User "jane" cannot get path "/healthz")");
    BOOST_TEST(text(of_request("GET", "/<a>&")) ==
               R"(forbidden: User "jane" cannot get path "/&lt;a&gt;&amp;")");
}

BOOST_AUTO_TEST_CASE(path_that_begins_with_proxy_has_that_verb) {
    const auto route = setpoint::apiserver::read_request("GET", "/apis/example.com/v1/proxy/foos/a/b", "");
    BOOST_TEST_REQUIRE(route.has_value());
    BOOST_TEST(route->proxy_path);
    BOOST_TEST(route->resource == "foos");
    BOOST_TEST(route->name == "a");
    BOOST_TEST(route->subresource == "");
    BOOST_TEST(shown("POST", "/apis/example.com/v1/proxy/foos/a/b") == "proxy example.com/v1 - foos a");
}

BOOST_AUTO_TEST_CASE(incomplete_and_odd_paths_are_marked) {
    using setpoint::apiserver::read_request;
    for (const char* path :
         {"/api/v1/watch", "/api/v1/proxy", "/apis/example.com/v1/watch/", "/api/v1/watch//"}) {
        const auto route = read_request("GET", path, "");
        BOOST_TEST_REQUIRE(route.has_value(), path);
        BOOST_TEST(route->incomplete, path);
    }
    BOOST_TEST(read_request("GET", "/api/v1/pods//", "")->odd);
    BOOST_TEST(read_request("GET", "/api/v1/namespaces/a/pods//log", "")->odd);
    BOOST_TEST(!read_request("GET", "/api/v1/pods/", "")->odd);
    BOOST_TEST(!read_request("GET", "//api/v1/pods", "").has_value());
    BOOST_TEST(!read_request("GET", "/api/v1/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p", "").has_value());
}

BOOST_AUTO_TEST_CASE(served_paths_agree_with_routing) {
    struct {
        const char *method, *path, *query;
    } requests[] = {{"GET", "/api/v1/nodes", ""},
                    {"GET", "/api/v1/nodes", "watch=true"},
                    {"GET", "/api/v1/namespaces/a/pods/b", ""},
                    {"GET", "/api/v1/namespaces/a/pods/b/log", "follow=true"},
                    {"PUT", "/api/v1/namespaces/a/finalize", ""},
                    {"PATCH", "/apis/apps/v1/namespaces/a/deployments/b/scale", ""},
                    {"POST", "/apis/apps/v1/namespaces/a/deployments", "dryRun=All"},
                    {"POST", "/api/v1/namespaces/a/pods/b/eviction", ""},
                    {"DELETE", "/apis/batch/v1/namespaces/a/jobs/b", ""},
                    {"DELETE", "/apis/batch/v1/namespaces/a/jobs", ""},
                    {"GET", "/api/v1/watch/namespaces/a/pods/b", ""},
                    // Plurals of third parties that are words of paths.
                    {"GET", "/apis/example.com/v1/namespaces/a/status/b", ""},
                    {"GET", "/apis/example.com/v1/namespaces/a/finalize/b/status", ""},
                    {"GET", "/apis/example.com/v1/namespaces/a/proxy/b", ""},
                    {"GET", "/apis/example.com/v1/namespaces/a/watch/b", ""},
                    {"GET", "/apis/example.com/v1/namespaces/a/namespaces/b", ""},
                    {"GET", "/apis/example.com/v1/status/b", ""},
                    {"GET", "/apis/example.com/v1/namespaces/a", ""}};
    for (const auto& r : requests) {
        const auto route = setpoint::apiserver::read_request(r.method, r.path, r.query);
        BOOST_TEST_REQUIRE(route.has_value());
        const attributes a = of_request(r.method, r.path, r.query);
        BOOST_TEST(a.verb == route->verb(), r.method << " " << r.path);
        BOOST_TEST(a.group + "/" + a.version == route->group + "/" + route->version, r.path);
        BOOST_TEST(a.resource + "/" + a.subresource == route->resource + "/" + route->subresource, r.path);
        BOOST_TEST(a.name == route->name, r.path);
    }
}

BOOST_AUTO_TEST_SUITE_END()
