// Bindings by both paths, and component statuses.

#include "api_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

constexpr const char* bindings = "/api/v1/namespaces/default/bindings";

struct unbound_pod : api_fixture {
    unbound_pod() { pod("a", ""); }
    void pod(const std::string& name, const std::string& more) {
        tree("POST", pods,
             R"({"metadata":{"name":")" + name + R"("},"spec":{"containers":[{"name":"c","image":"i"}])" +
                 more + "}}");
    }
    bj::object bind(const std::string& metadata,
                    const std::string& target = R"({"kind":"Node","name":"n1"})") {
        return tree(
            "POST", bindings,
            R"({"apiVersion":"v1","kind":"Binding","metadata":)" + metadata + R"(,"target":)" + target + "}");
    }
    std::string node(const std::string& name = "a") {
        return text_in(tree("GET", std::string(pods) + "/" + name), {"spec", "nodeName"});
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(binds_a_pod_that_the_body_names, unbound_pod) {
    const auto said = bind(R"({"name":"a","annotations":{"by":"me"},"labels":{"zone":"z"}})");
    BOOST_TEST(text_in(said, {"status"}) == "Success");
    const auto pod = tree("GET", std::string(pods) + "/a");
    BOOST_TEST(text_in(pod, {"spec", "nodeName"}) == "n1");
    BOOST_TEST(text_in(pod, {"metadata", "annotations", "by"}) == "me");
    BOOST_TEST(text_in(pod, {"metadata", "labels", "zone"}) == "z");
    BOOST_TEST(
        message(bind(R"({"name":"a"})")) ==
        "Operation cannot be fulfilled on pods/binding \"a\": pod a is already assigned to node \"n1\"");
    BOOST_TEST(message(bind(R"({"name":"b"})")) == "pods \"b\" not found");
}

BOOST_FIXTURE_TEST_CASE(binds_only_the_pod_with_the_given_uid, unbound_pod) {
    const std::string uid = text_in(tree("GET", std::string(pods) + "/a"), {"metadata", "uid"});
    const auto refused = bind(R"({"name":"a","uid":"other"})");
    BOOST_TEST(*number_at(refused, "code") == 409);
    BOOST_TEST(
        message(refused) ==
        "Operation cannot be fulfilled on pods \"a\": StorageError: invalid object, Code: 4, Key: "
        "/registry/pods/default/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in "
        "precondition: other, UID in object meta: " +
            uid);
    BOOST_TEST(node() == "");
    BOOST_TEST(text_in(bind(R"({"name":"a","uid":")" + uid + "\"}"), {"status"}) == "Success");
    BOOST_TEST(node() == "n1");
}

BOOST_FIXTURE_TEST_CASE(binds_to_nodes_alone_and_only_pods_without_gates, unbound_pod) {
    pod("g", R"(,"schedulingGates":[{"name":"x/y"}])");
    BOOST_TEST(
        message(bind(R"({"name":"g"})")) ==
        "Operation cannot be fulfilled on pods/binding \"g\": pod g has non-empty .spec.schedulingGates");
    BOOST_TEST(message(bind(R"({"name":"a"})", "{}")) == "target.name: Required value");
    BOOST_TEST(message(bind(R"({"name":"a"})", R"({"kind":"Pod"})")) ==
               "[target.kind: Unsupported value: \"Pod\": supported values: \"Node\", \"<empty>\", "
               "target.name: Required value]");
    BOOST_TEST(node() == "");
}

BOOST_FIXTURE_TEST_CASE(binds_by_the_path_of_the_pod, unbound_pod) {
    const auto other =
        tree("POST", std::string(pods) + "/a/binding", R"({"metadata":{"name":"b"},"target":{"name":"n"}})");
    BOOST_TEST(message(other) == "name in URL does not match name in Binding object");
    tree("POST", std::string(pods) + "/a/binding", R"({"metadata":{"name":"a"},"target":{"name":"n2"}})");
    BOOST_TEST(node() == "n2");
}

BOOST_FIXTURE_TEST_CASE(bindings_can_only_be_created, unbound_pod) {
    BOOST_TEST(ask("GET", bindings).status == 405);
    BOOST_TEST(ask("GET", std::string(bindings) + "/a").status == 404);
    BOOST_TEST(
        ask("POST", "/api/v1/namespaces/nope/bindings", R"({"metadata":{"name":"a"},"target":{"name":"n"}})")
            .status == 404);
}

BOOST_FIXTURE_TEST_CASE(reports_its_components, api_fixture) {
    const auto r = ask("GET", "/api/v1/componentstatuses");
    BOOST_TEST(r.status == 200);
    BOOST_TEST(std::string(setpoint::http::find_header(r.headers, "Warning")) ==
               "299 - \"v1 ComponentStatus is deprecated in v1.19+\"");
    const auto list = bj::parse(r.body).as_object();
    BOOST_TEST(text_in(list, {"kind"}) == "ComponentStatusList");
    BOOST_TEST(object_of(list, "metadata").empty());
    BOOST_TEST(
        bj::serialize(list_of(list, "items").at(1)) ==
        R"({"metadata":{"name":"etcd-0"},"conditions":[{"type":"Healthy","status":"True","message":"ok"}]})");
    BOOST_TEST(text_in(tree("GET", "/api/v1/componentstatuses/scheduler"), {"kind"}) == "ComponentStatus");
    BOOST_TEST(message(tree("GET", "/api/v1/componentstatuses/x")) == "componentstatus \"x\" not found");
    BOOST_TEST(list_of(tree("GET", "/api/v1/componentstatuses?labelSelector=a=b"), "items").empty());
    const auto rows = bj::parse(
        ask_whole("/api/v1/componentstatuses", "application/json;as=Table;g=meta.k8s.io;v=v1").body);
    BOOST_TEST(bj::serialize(rows.at("rows").at(1).at("cells")) == R"(["etcd-0","Healthy","ok",""])");
    BOOST_TEST(ask("DELETE", "/api/v1/componentstatuses/scheduler").status == 405);
}

BOOST_FIXTURE_TEST_CASE(shows_a_scale_as_a_table, api_fixture) {
    tree("POST", "/apis/apps/v1/namespaces/default/deployments",
         R"({"metadata":{"name":"web"},"spec":{"replicas":2,"selector":{"matchLabels":{"a":"b"}},"template":)"
         R"({"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}})");
    const auto t = bj::parse(ask_whole("/apis/apps/v1/namespaces/default/deployments/web/scale",
                                       "application/json;as=Table;g=meta.k8s.io;v=v1")
                                 .body);
    BOOST_TEST(bj::serialize(t.at("rows").at(0).at("cells")) == R"(["web",2,0,"0s"])");
    BOOST_TEST(t.at("columnDefinitions").at(1).at("name") == "Desired");
}
