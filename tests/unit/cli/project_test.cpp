// The file PROJECT, and what is deleted in which order.
#include "cli/project/project.hpp"

#include "cli/cluster/install_command.hpp"
#include "cli/project/manifests_command.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::cli;

BOOST_AUTO_TEST_SUITE(project_test)

namespace {

std::string refusal(std::string_view text) {
    const auto p = parse_project(text, "PROJECT");
    if (p) return "accepted";
    BOOST_TEST((p.error().code == errc::bad_config));
    return p.error().message;
}

bj::object object(const char* kind, const char* name) {
    return {{"kind", kind}, {"metadata", {{"name", name}}}};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_project_has_a_name_and_a_domain) {
    const auto p = parse_project("domain: example.com\nprojectName: site-operator\nlayout: [x]\n", "PROJECT");
    BOOST_REQUIRE(p.has_value());
    BOOST_TEST(p->name == "site-operator");
    BOOST_TEST(p->domain == "example.com");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_project_is_refused_with_its_reason) {
    BOOST_TEST(refusal("domain: example.com\n") == "PROJECT: projectName is missing");
    BOOST_TEST(refusal("- a list\n") == "PROJECT: projectName is missing");
    BOOST_TEST(refusal("projectName: ../x\n") == "PROJECT: projectName: \"../x\" is not a file's name");
    BOOST_TEST(refusal("projectName: [\n").starts_with("PROJECT, line 2"), refusal("projectName: [\n"));
}

BOOST_AUTO_TEST_CASE(definitions_are_deleted_first_and_the_rest_from_the_end) {
    const auto ordered = deletion_order({object("Namespace", "n"), object("CustomResourceDefinition", "a"),
                                         object("CustomResourceDefinition", "b"), object("Deployment", "d")});
    std::string names;
    for (const bj::object& o : ordered) names += view(o.at("metadata").at("name").as_string());
    BOOST_TEST(names == "badn");
}

BOOST_AUTO_TEST_CASE(a_refusal_names_the_objects_and_how_to_agree) {
    definition_use few{"sites.example.com", {{"default", "shop"}, {"web", "blog"}}},
        many{"all.example.com", {}};
    for (int i = 0; i < 12; ++i) many.objects.push_back(object_key::cluster("o" + std::to_string(i)));
    const std::string text = refusal_text({few, many});
    for (const char* const part : {"  sites.example.com default/shop\n", "  sites.example.com web/blog\n",
                                   "  all.example.com o9\n", "  all.example.com and 2 more\n", "--yes"})
        BOOST_TEST(text.find(part) != std::string::npos, part << " is missing in " << text);
    BOOST_TEST(text.find("o10") == std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(the_image_of_manifests_is_named_after_the_executable) {
    BOOST_TEST(default_image("build/dev/bin/site-operator") == "site-operator:latest");
}

BOOST_AUTO_TEST_CASE(objects_are_named_as_kubectl_does) {
    BOOST_TEST(shown_name({"apps", "v1", "Deployment"}, "web") == "deployment.apps/web");
    BOOST_TEST(shown_name({"", "v1", "Namespace"}, "web") == "namespace/web");
}

BOOST_AUTO_TEST_CASE(kinds_are_found_by_their_name_or_their_definition) {
    kind_lookup kinds;
    const kind_info* const deployments = kinds.find({"apps", "v1", "Deployment"});
    BOOST_REQUIRE(deployments);
    BOOST_TEST(deployments->plural == "deployments");
    const kind_info* const roles = kinds.find({"rbac.authorization.k8s.io", "v1", "ClusterRole"});
    BOOST_REQUIRE(roles);
    BOOST_TEST((roles->scope == scope::cluster));
    BOOST_TEST(!kinds.find({"example.com", "v1", "Site"}));
    kinds.define({{"spec",
                   {{"group", "example.com"},
                    {"scope", "Cluster"},
                    {"names", {{"kind", "Site"}, {"plural", "sites"}}},
                    {"versions", bj::array{{{"name", "v1"}}, {{"name", "v2"}}}}}}});
    for (const char* const version : {"v1", "v2"}) {
        const kind_info* const sites = kinds.find({"example.com", version, "Site"});
        BOOST_REQUIRE(sites);
        BOOST_TEST(sites->plural == "sites");
        BOOST_TEST((sites->scope == scope::cluster));
    }
}

BOOST_AUTO_TEST_SUITE_END()
