#include "setpoint/api/gvk.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(gvk_test)

BOOST_AUTO_TEST_CASE(core_group_is_left_out_of_versions_and_urls) {
    const group_version_kind pod("", "v1", "Pod"), deployment("apps", "v1", "Deployment");
    BOOST_TEST(pod.api_version() == "v1");
    BOOST_TEST(pod.url_prefix() == "/api/v1");
    BOOST_TEST(pod.to_string() == "Pod.v1");
    BOOST_TEST(deployment.api_version() == "apps/v1");
    BOOST_TEST(deployment.url_prefix() == "/apis/apps/v1");
    BOOST_TEST(fmt::format("{}", deployment) == "Deployment.v1.apps");
}

BOOST_AUTO_TEST_CASE(kind_is_read_from_api_version_and_kind) {
    BOOST_TEST(group_version_kind::parse("v1", "Pod").value() == group_version_kind("", "v1", "Pod"));
    BOOST_TEST(group_version_kind::parse("my.domain/v1", "WebServer").value() ==
               group_version_kind("my.domain", "v1", "WebServer"));
    struct row {
        const char *api_version, *kind;
    };
    for (const row& r :
         {row{"", "Pod"}, row{"/v1", "Pod"}, row{"apps/", "Pod"}, row{"a/b/c", "Pod"}, row{"v1", ""}}) {
        const auto gvk = group_version_kind::parse(r.api_version, r.kind);
        BOOST_REQUIRE(gvk.has_error());
        BOOST_TEST((gvk.error().code == errc::bad_data));
    }
}

BOOST_AUTO_TEST_CASE(versions_do_not_count_for_the_same_kind) {
    const group_version_kind a("g", "v1", "K");
    BOOST_TEST(a.same_kind({"g", "v2", "K"}));
    BOOST_TEST(!a.same_kind({"h", "v1", "K"}));
    BOOST_TEST(!a.same_kind({"g", "v1", "L"}));
    BOOST_TEST((a != group_version_kind("g", "v2", "K")));
    BOOST_TEST((a < group_version_kind("g", "v2", "K")));
}

BOOST_AUTO_TEST_CASE(resource_is_read_and_printed_as_kubectl_does) {
    struct row {
        std::string text, group_resource, url;
        group_version_resource resource;
    };
    for (const row& r :
         {row{"pods.v1", "pods", "/api/v1", {"", "v1", "pods"}},
          row{"deployments.v1.apps", "deployments.apps", "/apis/apps/v1", {"apps", "v1", "deployments"}},
          row{"crds.v1.a.b.c", "crds.a.b.c", "/apis/a.b.c/v1", {"a.b.c", "v1", "crds"}}}) {
        BOOST_TEST(group_version_resource::parse(r.text).value() == r.resource);
        BOOST_TEST(r.resource.to_string() == r.text);
        BOOST_TEST(r.resource.group_resource() == r.group_resource);
        BOOST_TEST(r.resource.url_prefix() == r.url);
    }
    for (const char* text : {"", "pods", "pods.", ".v1", "pods.v1.", "pods..apps"}) {
        BOOST_TEST(group_version_resource::parse(text).has_error());
    }
}

BOOST_AUTO_TEST_SUITE_END()
