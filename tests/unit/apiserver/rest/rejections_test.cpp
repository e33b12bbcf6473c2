// Rejected requests, with the messages observed on kube-apiserver 1.36.3.

#include "api_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver::test;

struct rejection {
    const char *method, *target, *body;
    int code;
    const char* message;
};

void check(api_fixture& s, const rejection& r, const char* type = "application/json") {
    BOOST_TEST_CONTEXT(r.method << " " << r.target << " " << r.body) {
        const auto o = s.tree(r.method, r.target, r.body, type);
        BOOST_TEST(setpoint::apiserver::number_at(o, "code").value_or(0) == r.code);
        BOOST_TEST(message(o) == r.message);
    }
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(reports_why_a_body_is_not_of_the_kind, api_fixture) {
    for (const rejection& r : {
             rejection{
                 "POST", maps, R"({"kind":"Nope","apiVersion":"v1","metadata":{"name":"a"}})", 400,
                 "Nope in version \"v1\" cannot be handled as a ConfigMap: no kind \"Nope\" is registered "
                 "for version \"v1\" in scheme \"pkg/runtime/scheme.go:111\""},
             {"POST", maps, R"({"kind":"Secret","apiVersion":"v1","metadata":{"name":"a"}})", 400,
              "Secret in version \"v1\" cannot be handled as a ConfigMap: converting (v1.Secret) to "
              "(core.ConfigMap): unknown conversion"},
             {"POST", maps, R"({"kind":"ConfigMap","apiVersion":"v2","metadata":{"name":"a"}})", 400,
              "ConfigMap in version \"v2\" cannot be handled as a ConfigMap: no kind \"ConfigMap\" is "
              "registered for version \"v2\" in scheme \"pkg/runtime/scheme.go:111\""},
             {"POST", maps, R"({"kind":5})", 400,
              "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; "
              "json parse error: json: cannot unmarshal number into Go struct field .kind of type string "
              "({\"kind\":5})"},
         })
        check(*this, r);
}

BOOST_FIXTURE_TEST_CASE(reports_why_a_selector_is_invalid, api_fixture) {
    const std::string list = std::string(maps) + "?labelSelector=";
    for (const auto& [selector, message] : std::vector<std::pair<std::string, const char*>>{
             {"n%20gt%201",
              "unable to parse requirement: found 'gt', expected: in, notin, =, ==, !=, gt, lt"},
             {"=x", "found '=', expected: !, identifier, or 'end of string'"},
             {"tier=x,", "found '', expected: identifier after ','"},
             {"a=(", "unable to parse requirement: found '(', expected: identifier"},
             {"tier%20in%20x", "unable to parse requirement: found 'x' expected: '('"},
             {"tier=x%20y", "found 'y', expected: ',' or 'end of string'"},
             {"tier=-x",
              "unable to parse requirement: values[0][tier]: Invalid value: \"-x\": a valid label must be an "
              "empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end "
              "with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for "
              "validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"},
         })
        check(*this, {"GET", (list + selector).c_str(), "", 400, message});
    check(*this, {"GET", "/api/v1/namespaces/default/configmaps?fieldSelector=a=b=c", "", 400,
                  "invalid field selector: unescaped character in value: 61"});
    BOOST_TEST(ask("GET", std::string(maps) + "?fieldSelector==").status == 200);
}

BOOST_FIXTURE_TEST_CASE(paths_are_decoded_before_they_are_split, api_fixture) {
    BOOST_TEST(ask("GET", "/api%2Fv1/namespaces").status == 200);
    BOOST_TEST(ask("GET", "/api/v1/n%61mespaces/default").status == 200);
    for (const char* path : {"/api/v1/namespaces/%zz", "/api/v1/namespaces/a%2", "/%"}) {
        const auto r = ask("GET", path);
        BOOST_TEST(r.status == 400);
        BOOST_TEST(r.body == "400 Bad Request");
    }
}

BOOST_FIXTURE_TEST_CASE(rejects_methods_that_a_path_does_not_support, api_fixture) {
    const char* const not_allowed = "the server does not allow this method on the requested resource";
    const char* const not_found = "the server could not find the requested resource";
    for (const rejection& r : {
             rejection{"POST", "/api/v1/configmaps", "{}", 405, not_allowed},
             {"DELETE", "/api/v1/namespaces/default/pods/x/log", "", 405, not_allowed},
             {"HEAD", "/api/v1/namespaces", "", 405, not_allowed},
             {"GET", "/api/v1/namespaces/default/nodes", "", 404, not_found},
             {"GET", "/api/v1/namespaces/default/configmaps/a%2Fb", "", 404, not_found},
             {"GET", "/api/v1/namespaces/default/configmaps//a", "", 404, not_found},
         })
        check(*this, r);
    BOOST_TEST(ask("GET", "/api/v1/namespaces/default/configmaps/").status == 200);
}

BOOST_FIXTURE_TEST_CASE(rejects_updates_by_version, api_fixture) {
    ask("POST", maps, R"({"metadata":{"name":"a"}})");
    check(*this, {"PUT", "/api/v1/namespaces/default/configmaps/a",
                  R"({"metadata":{"name":"a","resourceVersion":"x"}})", 500,
                  "strconv.ParseUint: parsing \"x\": invalid syntax"});
    check(*this,
          {"PUT", "/api/v1/namespaces/default/configmaps/a", R"({"metadata":{"name":"a","namespace":"x"}})",
           400, "the namespace of the provided object does not match the namespace sent on the request"});
    ask("PUT", "/apis/coordination.k8s.io/v1/namespaces/default/leases/l", R"({"metadata":{"name":"l"}})");
    check(*this, {"PUT", "/apis/coordination.k8s.io/v1/namespaces/default/leases/l",
                  R"({"metadata":{"name":"l"},"spec":{}})", 422,
                  "leases.coordination.k8s.io \"l\" is invalid: metadata.resourceVersion: Invalid value: 0: "
                  "must be specified for an update"});
    check(*this, {"POST", maps, R"({"metadata":{"name":"b","resourceVersion":"5"}})", 500,
                  "resourceVersion should not be set on objects to be created"});
}

BOOST_FIXTURE_TEST_CASE(rejects_patches, api_fixture) {
    ask("POST", maps, R"({"metadata":{"name":"a"},"data":{"k":"v"}})");
    const char* const a = "/api/v1/namespaces/default/configmaps/a";
    const char* const json = "application/json-patch+json";
    check(*this,
          {"PATCH", a, "[]", 400,
           "error decoding patch: json: cannot unmarshal array into Go value of type "
           "map[string]interface {}"},
          merge_patch);
    check(*this, {"PATCH", a, "null", 400, "Invalid JSON Patch"}, merge_patch);
    check(*this,
          {"PATCH", a, R"([{"op":"remove","path":"/data/none"}])", 422,
           "the server rejected our request due to an error in our request"},
          json);
    check(*this, {"PATCH", a, "{}", 415, "415: Unsupported Media Type"});
    check(*this,
          {"PATCH", a, R"({"kind":null,"metadata":{"name":"b"}})", 400,
           "the name of the object (b) does not match the name on the URL (a)"},
          merge_patch);
}

BOOST_FIXTURE_TEST_CASE(rejects_bindings, api_fixture) {
    const char* const bind = "/api/v1/namespaces/default/pods/p/binding";
    ask("POST", pods, R"({"metadata":{"name":"p"},"spec":{"containers":[{"name":"c","image":"i"}]}})");
    check(*this, {"POST", bind, R"({"target":{"name":"n"}})", 400,
                  "name in URL does not match name in Binding object"});
    check(*this, {"POST", bind, R"({"metadata":{"name":"p"}})", 500, "target.name: Required value"});
    BOOST_TEST(ask("POST", bind, R"({"metadata":{"name":"p"},"target":{"name":"n"}})").status == 201);
    check(*this, {"POST", bind, R"({"metadata":{"name":"p"},"target":{"name":"n"}})", 409,
                  "Operation cannot be fulfilled on pods/binding \"p\": pod p is already assigned to node "
                  "\"n\""});
}

BOOST_FIXTURE_TEST_CASE(rejects_custom_resources, api_fixture) {
    define();
    for (
        const rejection& r : {
            rejection{
                "POST", foos, R"({"metadata":{"name":"a"}})", 400,
                "the object provided is unrecognized (must be of type Foo): Object 'Kind' is missing in "
                "'{\"metadata\":{\"name\":\"a\"}}' ({\"metadata\":{\"name\":\"a\"}})"},
            {"POST", foos, R"({"kind":"Foo","metadata":{"name":"a"}})", 400,
             "the API version in the data () does not match the expected API version (example.com/v1)"},
            {"POST", foos, R"({"apiVersion":"example.com/v1","kind":"Bar","metadata":{"name":"f"}})", 422,
             "Bar.example.com \"f\" is invalid: kind: Invalid value: \"Bar\": must be Foo"},
            {"POST", foos, R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":5})", 400,
             "Foo in version \"v1\" cannot be handled as a Foo: json: cannot unmarshal number into Go value "
             "of type v1.ObjectMeta"},
            {"POST", foos,
             R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"a"},"spec":{"size":-1}})",
             422,
             "Foo.example.com \"a\" is invalid: .spec.size: Invalid value: -1: should be a non-negative "
             "integer"},
            {"POST", foos,
             R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"a"},"spec":{"tags":["x","x"]}})",
             422, "Foo.example.com \"a\" is invalid: spec.tags[1]: Duplicate value: \"x\""},
        })
        check(*this, r);
}
