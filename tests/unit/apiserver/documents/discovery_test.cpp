// Discovery and OpenAPI, compared with responses of a real 1.36.3 server.

#include "apiserver/documents/discovery.hpp"

#include "apiserver/documents/openapi.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver { namespace {

const bj::object& definition() {
    static const bj::object crd =
        bj::parse(R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
        "metadata":{"name":"foos.example.com"},"spec":{"group":"example.com","scope":"Namespaced","names":{"plural":
        "foos","singular":"foo","kind":"Foo","listKind":"FooList","shortNames":["fo"],"categories":["all"]},
        "versions":[{"name":"v1","served":true,"storage":true,"subresources":{"status":{},"scale":{"specReplicasPath":
        ".spec.size","statusReplicasPath":".status.size"}},"schema":{"openAPIV3Schema":{"type":"object","properties":{
        "spec":{"type":"object","properties":{"port":{"x-kubernetes-int-or-string":true},"emb":{"type":"object",
        "x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}}}}}}}]}})")
            .as_object();
    return crd;
}

struct described_kinds {
    virtual_clock time;
    random_source random{1};
    loop l{time, random};
    registry kinds;
    described_kinds() {
        add_builtin_resources(kinds);
        field_errors errors;
        for (resource_ptr& r : resources_of_crd(definition(), errors)) kinds.add(std::move(r));
        BOOST_REQUIRE(errors.empty());
    }
    http::response get(std::string target, std::vector<http::header> headers = {},
                       std::string method = "GET") const {
        auto out =
            serve_discovery({std::move(method), std::move(target), std::move(headers), {}}, kinds, true);
        BOOST_REQUIRE(out);
        return *out;
    }
    bj::value document(const std::string& target) const { return bj::parse(get(target).body); }
};

BOOST_AUTO_TEST_CASE(the_version_before_lacks_kinds) {
    registry before;
    add_builtin_resources(before, emulated_version::previous);
    BOOST_TEST(!before.find("storagemigration.k8s.io", "v1", "storageversionmigrations"));
    BOOST_TEST(!before.find("resource.k8s.io", "v1", "devicetaintrules"));
    BOOST_TEST(before.find("resource.k8s.io", "v1", "deviceclasses"));
    BOOST_TEST(!api_group(before, "storagemigration.k8s.io"));
    const bj::object version = version_document(before.emulated);
    BOOST_TEST(version.at("minor").as_string() == "37");
    BOOST_TEST(version.at("emulationMinor").as_string() == "36");
    BOOST_TEST(version.at("minCompatibilityMinor").as_string() == "35");
}

BOOST_FIXTURE_TEST_CASE(storage_version_hashes_are_those_of_the_real_server, described_kinds) {
    struct row {
        const char *group, *version, *plural, *hash;
    };
    for (const row& r :
         {row{"", "v1", "configmaps", "qFsyl6wFWjQ="}, row{"", "v1", "events", "r2yiGXH7wu8="},
          row{"events.k8s.io", "v1", "events", "r2yiGXH7wu8="}, row{"batch", "v1", "jobs", "mudhfqk/qZY="},
          row{"apiextensions.k8s.io", "v1", "customresourcedefinitions", "jfWCUB31mvA="},
          row{"certificates.k8s.io", "v1", "clustertrustbundles", "v5yhuVertL4="},
          row{"certificates.k8s.io", "v1", "podcertificaterequests", "wYA9yXQH8fg="},
          row{"resource.k8s.io", "v1", "devicetaintrules", "i+85+TcIKpA="},
          row{"storagemigration.k8s.io", "v1", "storageversionmigrations", "pCjmmKOkLy4="},
          row{"example.com", "v1", "foos", "4XyhoHMtUhg="}}) {
        BOOST_TEST(storage_version_hash(*kinds.find(r.group, r.version, r.plural)) == r.hash);
    }
}

BOOST_FIXTURE_TEST_CASE(resource_lists_have_subresources_after_their_resource, described_kinds) {
    const bj::value batch = document("/apis/batch/v1");
    BOOST_TEST(bj::serialize(batch.at("resources").at(1)) ==
               R"({"name":"cronjobs/status","singularName":"","namespaced":true,"kind":"CronJob",)"
               R"("verbs":["get","patch","update"]})");
    BOOST_TEST(!document("/api/v1").as_object().contains("apiVersion"));
    const bj::value foos = document("/apis/example.com/v1");
    BOOST_TEST(bj::serialize(foos.at("resources").at(0)) ==
               R"({"name":"foos","singularName":"foo","namespaced":true,"kind":"Foo","verbs":["delete",)"
               R"("deletecollection","get","list","patch","create","update","watch"],"shortNames":["fo"],)"
               R"("categories":["all"],"storageVersionHash":"4XyhoHMtUhg="})");
    BOOST_TEST(
        bj::serialize(foos.at("resources").at(2)) ==
        R"({"name":"foos/scale","singularName":"","namespaced":true,"group":"autoscaling","version":"v1",)"
        R"("kind":"Scale","verbs":["get","patch","update"]})");
}

BOOST_FIXTURE_TEST_CASE(aggregated_discovery_is_served_to_clients_that_accept_it, described_kinds) {
    const http::header accept{
        "Accept", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json"};
    const http::response a = get("/apis", {accept});
    BOOST_TEST(http::find_header(a.headers, "Content-Type") ==
               "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");
    const bj::value all = bj::parse(a.body);
    BOOST_TEST(all.at("apiVersion") == "apidiscovery.k8s.io/v2");
    const bj::value foo = all.at("items").as_array().back();
    BOOST_TEST(foo.at("metadata").at("name") == "example.com");
    BOOST_TEST(bj::serialize(foo.at("versions").at(0).at("resources").at(0).at("responseKind")) ==
               R"({"group":"example.com","version":"v1","kind":"Foo"})");
    const std::string etag(http::find_header(a.headers, "ETag"));
    BOOST_TEST(etag.size() == 130U);
    const http::response again = get("/apis", {accept, {"If-None-Match", etag}});
    BOOST_TEST(again.status == 304);
    BOOST_TEST(again.body.empty());
    BOOST_TEST(bj::parse(get("/apis", {{"Accept", "application/json"}}).body).at("kind") == "APIGroupList");
    BOOST_TEST(get("/apis",
                   {{"Accept", "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList"}})
                   .status == 406);
}

struct path_case {
    const char *method, *path;
    int status;
    const char* type;
};

BOOST_FIXTURE_TEST_CASE(paths_that_are_not_resources_are_answered_like_the_real_server, described_kinds) {
    const std::string text = "text/plain; charset=utf-8";
    for (const path_case& c : {path_case{"GET", "/api/", 200, "application/json"},
                               {"GET", "/apis/", 200, "application/json"},
                               {"POST", "/apis", 200, "application/json"},
                               {"POST", "/api", 405, "application/json"},
                               {"POST", "/apis/apps/v1", 405, "application/json"},
                               {"GET", "/apis/apps/v1/", 200, "application/json"},
                               {"GET", "/apis/apps/v3", 404, "application/json"},
                               {"GET", "/api/v3", 404, "application/json"},
                               {"GET", "/apis/example.com/v9", 404, text.c_str()},
                               {"GET", "/apis/nope.com", 404, text.c_str()},
                               {"GET", "/nope", 404, text.c_str()},
                               {"GET", "/version/", 200, "application/json"},
                               {"GET", "/healthz", 200, text.c_str()},
                               {"POST", "/healthz", 200, text.c_str()},
                               {"GET", "/healthz/nope", 404, text.c_str()},
                               {"GET", "/livez/ping", 200, text.c_str()},
                               {"GET", "/", 200, "application/json"}}) {
        BOOST_TEST_CONTEXT(c.method << " " << c.path) {
            const http::response a = get(c.path, {}, c.method);
            BOOST_TEST(a.status == c.status);
            BOOST_TEST(http::find_header(a.headers, "Content-Type") == c.type);
        }
    }
    BOOST_TEST(!serve_discovery({"GET", "/api/v1/pods", {}, {}}, kinds, true));
    BOOST_TEST(!serve_discovery({"GET", "/apis/apps/v1/namespaces/a/deployments", {}, {}}, kinds, true));
}

BOOST_FIXTURE_TEST_CASE(readiness_waits_for_synchronization_and_liveness_does_not, described_kinds) {
    const auto at = [&](const char* path) {
        return serve_discovery({"GET", path, {}, {}}, kinds, false)->status;
    };
    BOOST_TEST(at("/readyz") == 500);
    BOOST_TEST(at("/livez") == 200);
    BOOST_TEST(get("/readyz?verbose").body.ends_with("[+]shutdown ok\nreadyz check passed\n"));
    BOOST_TEST(get("/livez?verbose&exclude=etcd").body.find("[+]etcd excluded: ok\n") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(schemas_of_custom_resources_are_completed, described_kinds) {
    openapi_documents documents(
        l, kinds, [](std::string_view) { return std::make_shared<const bj::object>(definition()); });
    const bj::value d = bj::parse(*documents.document("example.com", "v1"));
    const bj::value& foo = d.at("components").at("schemas").at("com.example.v1.Foo");
    BOOST_TEST(bj::serialize(foo.at("x-kubernetes-group-version-kind")) ==
               R"([{"group":"example.com","kind":"Foo","version":"v1"}])");
    const bj::value& spec = foo.at("properties").at("spec").at("properties");
    BOOST_TEST(bj::serialize(spec.at("port")) ==
               R"({"x-kubernetes-int-or-string":true,"anyOf":[{"type":"integer"},{"type":"string"}]})");
    BOOST_TEST(bj::serialize(spec.at("emb").at("required")) == R"(["kind","apiVersion"])");
    BOOST_TEST(d.at("components")
                   .at("schemas")
                   .as_object()
                   .contains("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"));
    BOOST_TEST(d.at("components").at("schemas").as_object().contains("io.k8s.api.autoscaling.v1.ScaleSpec"));
    BOOST_TEST(d.at("paths")
                   .at("/apis/example.com/v1/namespaces/{namespace}/foos/{name}")
                   .at("patch")
                   .at("x-kubernetes-action") == "patch");
}

BOOST_FIXTURE_TEST_CASE(a_document_with_an_old_hash_is_redirected, described_kinds) {
    openapi_documents documents(l, kinds, {});
    const bj::value index = bj::parse(documents.serve({"GET", "/openapi/v3", {}, {}})->body);
    const std::string url(index.at("paths").at("apis/apps/v1").at("serverRelativeURL").as_string());
    const http::response a = *documents.serve({"GET", url, {}, {}});
    BOOST_TEST(a.status == 200);
    BOOST_TEST(http::find_header(a.headers, "Cache-Control") == "public, immutable");
    BOOST_TEST(bj::parse(a.body).at("paths").as_object().contains(
        "/apis/apps/v1/namespaces/{namespace}/deployments"));
    const http::response old = *documents.serve({"GET", "/openapi/v3/apis/apps/v1?hash=ABC", {}, {}});
    BOOST_TEST(old.status == 301);
    BOOST_TEST(http::find_header(old.headers, "Location") == url);
    BOOST_TEST(documents.serve({"GET", "/openapi/v3/apis/nope/v1", {}, {}})->status == 404);
    BOOST_TEST(!documents.serve({"GET", "/api", {}, {}}));
}

BOOST_AUTO_TEST_CASE(names_of_operations_are_those_of_the_real_server) {
    registry kinds;
    add_builtin_resources(kinds);
    bj::object paths;
    add_paths(paths, *kinds.find("apps", "v1", "deployments"), "io.k8s.api.apps.v1.Deployment");
    const auto id = [&](const char* path, const char* method) {
        return std::string(paths.at(path).at(method).at("operationId").as_string());
    };
    BOOST_TEST(id("/apis/apps/v1/deployments", "get") == "listAppsV1DeploymentForAllNamespaces");
    BOOST_TEST(id("/apis/apps/v1/namespaces/{namespace}/deployments", "delete") ==
               "deleteAppsV1CollectionNamespacedDeployment");
    BOOST_TEST(id("/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale", "patch") ==
               "patchAppsV1NamespacedDeploymentScale");
}

}}}}  // namespace setpoint::v0::apiserver
