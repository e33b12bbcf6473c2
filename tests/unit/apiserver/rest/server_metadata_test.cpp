// Metadata that the server owns, and how writes treat it.

#include "api_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

constexpr const char *claims = "/api/v1/namespaces/default/persistentvolumeclaims",
                     *leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases",
                     *deploys = "/apis/apps/v1/namespaces/default/deployments",
                     *no_finalizer = "name is neither a standard finalizer name nor is it fully qualified";

std::string named(std::string_view more) {
    return R"({"metadata":{"name":"a")" + std::string(more) + "}}";
}

std::string pod_named(std::string_view more) {
    return R"({"metadata":{"name":"a")" + std::string(more) +
           R"(},"spec":{"containers":[{"name":"c","image":"i"}]}})";
}

std::int64_t code(const bj::object& o) {
    return number_at(o, "code").value_or(200);
}

bool has(const bj::object& o, std::string_view field) {
    return value_at(object_of(o, "metadata"), field) != nullptr;
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(an_update_validates_finalizer_names_where_the_kind_does, api_fixture) {
    tree("POST", maps, named(""));
    const auto map = tree("PUT", std::string(maps) + "/a", named(R"(,"finalizers":["nope"])"));
    BOOST_TEST(code(map) == 422);
    BOOST_TEST(message(map).find(no_finalizer) != std::string::npos);
    tree("POST", leases, named(""));
    const auto lease =
        tree("PATCH", std::string(leases) + "/a", R"({"metadata":{"finalizers":["nope"]}})", merge_patch);
    BOOST_TEST(text_in(lease, {"kind"}) == "Lease");
}

BOOST_FIXTURE_TEST_CASE(an_empty_managed_fields_list_resets_it, api_fixture) {
    BOOST_TEST(has(tree("POST", maps, R"({"metadata":{"name":"a"},"data":{"k":"v"}})"), "managedFields"));
    BOOST_TEST(!has(tree("PUT", std::string(maps) + "/a", named(R"(,"managedFields":[])")), "managedFields"));
    BOOST_TEST(!has(tree("GET", std::string(maps) + "/a"), "managedFields"));
}

BOOST_FIXTURE_TEST_CASE(a_create_rejects_a_valid_resource_version, api_fixture) {
    BOOST_TEST(message(tree("POST", maps, named(R"(,"resourceVersion":"5")"))) ==
               "resourceVersion should not be set on objects to be created");
    BOOST_TEST(!has(tree("GET", std::string(maps) + "/a"), "uid"));
    const auto dry = tree("POST", std::string(maps) + "?dryRun=All", named(R"(,"resourceVersion":"5")"));
    BOOST_TEST(text_in(dry, {"metadata", "resourceVersion"}) == "5");
    const auto applied =
        tree("PATCH", std::string(maps) + "/a?fieldManager=m",
             R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","resourceVersion":"abc"}})",
             apply_patch);
    BOOST_TEST(code(applied) == 500);
    BOOST_TEST(message(applied) == "strconv.ParseUint: parsing \"abc\": invalid syntax");
    const auto made = tree("POST", maps, named(R"(,"resourceVersion":"abc","selfLink":"/x")"));
    BOOST_TEST(text_in(made, {"kind"}) == "ConfigMap");
    BOOST_TEST(text_in(made, {"metadata", "resourceVersion"}) != "abc");
    BOOST_TEST(!has(made, "selfLink"));
}

BOOST_FIXTURE_TEST_CASE(an_apply_that_creates_drops_the_self_link, api_fixture) {
    const auto made = tree(
        "PATCH", std::string(maps) + "/a?fieldManager=m",
        R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","selfLink":"/x"}})", apply_patch);
    BOOST_TEST(text_in(made, {"metadata", "name"}) == "a");
    BOOST_TEST(!has(made, "selfLink"));
}

BOOST_FIXTURE_TEST_CASE(subresources_of_a_pod_keep_its_deletion_timestamp, api_fixture) {
    const std::string pod = std::string(pods) + "/a", time = R"(,"deletionTimestamp":"2020-01-01T00:00:00Z")";
    tree("POST", pods, pod_named(""));
    BOOST_TEST(code(tree("PUT", pod, pod_named(time))) == 422);
    for (const char* sub : {"/status", "/ephemeralcontainers"}) {
        const auto written = tree("PUT", pod + sub, pod_named(time));
        BOOST_TEST(text_in(written, {"kind"}) == "Pod");
        BOOST_TEST(!has(written, "deletionTimestamp"));
    }
    const auto labelled = tree("PUT", pod + "/ephemeralcontainers", pod_named(R"(,"labels":{"a b":"c"})"));
    BOOST_TEST(text_in(labelled, {"kind"}) == "Pod");
    BOOST_TEST(!has(labelled, "labels"));
}

BOOST_FIXTURE_TEST_CASE(an_update_of_a_claim_is_validated_like_a_create, api_fixture) {
    const std::string spec =
        R"(,"spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1"}}}})";
    const std::string head = R"({"metadata":{"name":"a")";
    BOOST_TEST(text_in(tree("POST", claims, head + "}" + spec), {"metadata", "name"}) == "a");
    BOOST_TEST(code(tree("PUT", std::string(claims) + "/a", head + R"(,"generateName":"A_"})" + spec)) ==
               422);
}

BOOST_FIXTURE_TEST_CASE(the_generation_of_a_scale_is_not_validated, api_fixture) {
    tree("POST", deploys,
         R"({"metadata":{"name":"a"},"spec":{"replicas":2,"selector":{"matchLabels":{"a":"b"}},"template":)"
         R"({"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}})");
    const std::string scale = std::string(deploys) + "/a/scale";
    BOOST_TEST(
        text_in(tree("PUT", scale, R"({"metadata":{"name":"a","generation":-1},"spec":{"replicas":3}})"),
                {"kind"}) == "Scale");
}

BOOST_FIXTURE_TEST_CASE(an_apply_of_a_custom_resource_drops_an_invalid_time, api_fixture) {
    define();
    const auto made = tree(
        "PATCH", std::string(foos) + "/a?fieldManager=m",
        R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"a","deletionTimestamp":"x"}})",
        apply_patch);
    BOOST_TEST(text_in(made, {"metadata", "name"}) == "a");
    BOOST_TEST(!has(made, "deletionTimestamp"));
}

// As kube-apiserver 1.37.2 does.
BOOST_FIXTURE_TEST_CASE(an_apply_cannot_delete_a_custom_resource_at_an_invalid_time, api_fixture) {
    define();
    const auto apply = [this](const std::string& metadata) {
        return tree("PATCH", std::string(foos) + "/a?fieldManager=m",
                    R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"a")" + metadata + "}}",
                    apply_patch);
    };
    apply("");
    const auto wrong = apply(R"(,"deletionTimestamp":"x")");
    BOOST_TEST(code(wrong) == 422);
    const std::string why = message(wrong);
    BOOST_TEST(why.starts_with(
        R"(Foo.example.com "a" is invalid: metadata: Invalid value: {"creationTimestamp":")"));
    BOOST_TEST(why.find(R"(,"deletionTimestamp":"x","generation":1,"managedFields":[{"apiVersion":)") !=
               std::string::npos);
    BOOST_TEST(
        why.ends_with(R"(: parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006")"));
    BOOST_TEST(code(apply(R"(,"creationTimestamp":"x")")) == 200);
}

BOOST_FIXTURE_TEST_CASE(repeated_owner_references_count_once, api_fixture) {
    const std::string one = R"({"apiVersion":"v1","kind":"Pod","name":"a","uid":"u"})",
                      other = R"({"apiVersion":"v1","kind":"Pod","name":"b","uid":"u"})",
                      list = R"("ownerReferences":[)" + one + "," + other + "," + one + "]",
                      kept = "[" + one + "," + other + "]";
    const auto owners = [](const setpoint::http::response& r) {
        const auto o = bj::parse(r.body).as_object();
        return bj::serialize(list_of(object_of(o, "metadata"), "ownerReferences"));
    };
    const auto warning = [](const setpoint::http::response& r) {
        return std::string(setpoint::http::find_header(r.headers, "Warning"));
    };
    const auto made = ask("POST", maps, named("," + list));
    BOOST_TEST(owners(made) == kept);
    BOOST_TEST(warning(made).starts_with(
        "299 - \".metadata.ownerReferences contains duplicate entries; API server"));
    BOOST_TEST(owners(ask("PUT", std::string(maps) + "/a", named("," + list))) == kept);
    const auto patched =
        ask("PATCH", std::string(maps) + "/a", R"({"metadata":{)" + list + "}}", merge_patch);
    BOOST_TEST(owners(patched) == kept);
    BOOST_TEST(warning(patched).ends_with("duplicate UID(s) observed: u\""));
    BOOST_TEST(warning(patched).find("after mutating admission happens") != std::string::npos);
}
