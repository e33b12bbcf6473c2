// When a write without changes is stored, and what is set on a new pod or Scale.

#include "api_fixture.hpp"
#include "apiserver/admission/chain.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

constexpr const char* foo = "/apis/example.com/v1/namespaces/default/foos/a";

struct apply_fixture : api_fixture {
    apply_fixture() { define(); }
    std::string version(const bj::object& o) { return text_in(o, {"metadata", "resourceVersion"}); }
    std::string apply_with(const std::string& metadata) {
        return version(tree("PATCH", std::string(foo) + "?fieldManager=m",
                            R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"a")" +
                                metadata + "},\"spec\":{}}",
                            apply_patch));
    }
    std::string change_nothing() {
        return version(tree("PATCH", foo, R"({"spec":{"unknown":1}})", merge_patch));
    }
};

std::string pod(const char* more = "") {
    return std::string(R"({"metadata":{"name":"p"},"spec":{"containers":[{"name":"c","image":"i"}])") + more +
           "}}";
}

const bj::object& spec(const bj::object& o) {
    return object_of(o, "spec");
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(an_object_applied_in_another_form_is_rewritten_once, apply_fixture) {
    for (const char* sent :
         {R"(,"labels":{})", R"(,"finalizers":[])", R"(,"labels":null)", R"(,"generateName":"")"}) {
        const std::string first = apply_with(sent), again = apply_with(sent);
        BOOST_TEST(first != again, sent);
        const std::string rewritten = change_nothing();
        BOOST_TEST(rewritten != again, sent);
        BOOST_TEST(change_nothing() == rewritten, sent);
    }
    // The same form, and a field that the server sets.
    for (const char* sent : {R"(,"labels":{"a":"b"})", R"(,"creationTimestamp":null)"}) {
        const std::string first = apply_with(sent);
        BOOST_TEST(apply_with(sent) == first, sent);
        BOOST_TEST(change_nothing() == first, sent);
    }
}

BOOST_FIXTURE_TEST_CASE(a_pod_gets_an_existing_account, api_fixture) {
    BOOST_TEST(!spec(tree("POST", pods, pod())).contains("serviceAccountName"));
    ask("DELETE", std::string(pods) + "/p");
    ask("POST", accounts, R"({"metadata":{"name":"default"},"imagePullSecrets":[{"name":"s"}]})");
    const auto made = tree("POST", pods, pod());
    BOOST_TEST(text_in(made, {"spec", "serviceAccountName"}) == "default");
    BOOST_TEST(bj::serialize(spec(made).at("imagePullSecrets")) == R"([{"name":"s"}])");
    const auto& volumes = list_of(spec(made), "volumes");
    BOOST_REQUIRE(volumes.size() == 1);
    const std::string name = text_in(volumes[0].get_object(), {"name"});
    BOOST_TEST(name.starts_with("kube-api-access-"));
    const auto& mounts = list_of(list_of(spec(made), "containers")[0].get_object(), "volumeMounts");
    BOOST_REQUIRE(mounts.size() == 1);
    BOOST_TEST(text_in(mounts[0].get_object(), {"name"}) == name);
    ask("DELETE", std::string(pods) + "/p");
    const auto without = tree("POST", pods, pod(R"(,"automountServiceAccountToken":false)"));
    BOOST_TEST(text_in(without, {"spec", "serviceAccountName"}) == "default");
    BOOST_TEST(!spec(without).contains("volumes"));
}

BOOST_FIXTURE_TEST_CASE(ephemeral_containers_are_added_below_a_pod_and_stay, api_fixture) {
    tree("POST", pods, pod());
    const std::string below = std::string(pods) + "/p/ephemeralcontainers";
    const auto added =
        tree("PATCH", below, R"({"spec":{"ephemeralContainers":[{"name":"d","image":"i"}],"nodeName":"n"}})",
             merge_patch);
    BOOST_TEST(list_of(spec(added), "ephemeralContainers").size() == 1);
    BOOST_TEST(!spec(added).contains("nodeName"));
    const auto refused = tree("PATCH", below, R"({"spec":{"ephemeralContainers":[]}})", merge_patch);
    BOOST_TEST(message(refused).find("existing ephemeral containers \"d\" may not be removed") !=
               std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(a_scale_rejects_other_kinds_and_unknown_fields, api_fixture) {
    define();
    ask("POST", "/apis/example.com/v1/namespaces/default/foos",
        R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"a"},"spec":{}})");
    const std::string scale = std::string(foo) + "/scale";
    BOOST_TEST(message(tree("PATCH", scale, R"({"kind":"Nope"})", merge_patch))
                   .ends_with(R"(no kind "Nope" is registered for version "autoscaling/v1" in scheme )"
                              R"("pkg/runtime/scheme.go:111")"));
    BOOST_TEST(
        ask("PATCH", scale + "?fieldValidation=Strict", R"({"spec":{"nope":1}})", merge_patch).status == 422);
    BOOST_TEST(ask("PATCH", scale, R"({"kind":null,"spec":{"replicas":5}})", merge_patch).status == 200);
    BOOST_TEST(*number_at(spec(tree("GET", foo)), "size") == 5);
    BOOST_TEST(ask("GET", std::string(foo) + "/nope").status == 404);
    BOOST_TEST(message(tree("GET", std::string(foo) + "/nope")) == "foos.example.com \"a\" not found");
}
