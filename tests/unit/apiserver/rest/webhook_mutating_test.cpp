// Mutating webhooks: patches, their order, and when they run again.

#include "webhook_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;
using strings = std::vector<std::string>;

std::string data(const bj::object& map) {
    return json_text::serialize(object_of(map, "data"));
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(webhook_mutating_test, webhook_fixture)

BOOST_AUTO_TEST_CASE(a_patch_changes_what_is_stored) {
    configure(mutating, "a", {}, sets("a"));
    const http::response made = make_map("x", R"(,"data":{"own":"1"})");
    BOOST_TEST(made.status == 201);
    BOOST_TEST(data(map("x")) == R"({"a":"yes","own":"1"})");
    BOOST_TEST(data(body_of(made)) == R"({"a":"yes","own":"1"})");
    BOOST_TEST(calls == strings{"a"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_new_object_cannot_be_given_a_version) {
    configure(mutating, "a", {}, patches(R"([{"op":"add","path":"/metadata/resourceVersion","value":"5"}])"));
    const http::response made = make_map("x");
    BOOST_TEST(made.status == 500);
    BOOST_TEST(message(body_of(made)) == "resourceVersion should not be set on objects to be created");
}

BOOST_AUTO_TEST_CASE(configurations_run_by_name_and_each_sees_the_changes_before_it) {
    configure(mutating, "b", {}, patches(R"([{"op":"move","from":"/data/a","path":"/data/b"}])"));
    configure(mutating, "a", {}, sets("a"));
    BOOST_TEST(make_map("x", R"(,"data":{})").status == 500);  // no data to add to
    calls.clear();
    BOOST_TEST(make_map("x", R"(,"data":{"k":"v"})").status == 201);
    BOOST_TEST(data(map("x")) == R"({"b":"yes","k":"v"})");
    BOOST_TEST(calls == (strings{"a", "b"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_webhook_runs_again_if_a_later_one_changed_the_object) {
    configure(mutating, "a", R"("reinvocationPolicy":"IfNeeded")", sets("a"));
    configure(mutating, "b", R"("reinvocationPolicy":"Never")", sets("b"));
    configure(mutating, "c", R"("reinvocationPolicy":"IfNeeded")", sets("c"));
    BOOST_TEST(make_map("x", R"(,"data":{"k":"v"})").status == 201);
    BOOST_TEST(calls == (strings{"a", "b", "c", "a"}), boost::test_tools::per_element());
    BOOST_TEST(data(requests.back().at("object").as_object()) ==
               R"({"a":"yes","b":"yes","c":"yes","k":"v"})");
    calls.clear();
    // Nothing changes any more.
    const bj::object live = map("x");
    BOOST_TEST(ask("PUT", std::string(maps) + "/x", json_text::serialize(live)).status == 200);
    BOOST_TEST(calls == (strings{"a", "b", "c"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_first_patch_of_a_tracked_write_counts_as_a_change) {
    make_map("x", R"(,"data":{"b":"yes","k":"v"})");
    configure(mutating, "a", R"("reinvocationPolicy":"IfNeeded")");
    configure(mutating, "b", {}, sets("b"));
    const std::string x = std::string(maps) + "/x";
    BOOST_TEST(ask("PATCH", x, R"({"data":{"k":"w"}})", merge_patch).status == 200);
    BOOST_TEST(calls == (strings{"a", "b", "a"}), boost::test_tools::per_element());
    calls.clear();
    BOOST_TEST(ask("PATCH", x, R"({"data":{"k":"w"}})", merge_patch).status == 200);  // changes nothing
    BOOST_TEST(calls == (strings{"a", "b"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_built_in_steps_run_again_after_a_change) {
    w->admission.push_back([](pending_write& p) -> api_result<> {
        if (p.kind.storage != "configmaps") return {};
        bj::object& data = make_object(*p.object, "data");
        if (data.contains("a")) data["step"] = "2";
        return {};
    });
    configure(mutating, "a", R"("reinvocationPolicy":"IfNeeded")", sets("a"));
    BOOST_TEST(make_map("x", R"(,"data":{"k":"v"})").status == 201);
    // The step of the second round changed the object after the webhook: it is called again.
    BOOST_TEST(calls == (strings{"a", "a"}), boost::test_tools::per_element());
    BOOST_TEST(data(map("x")) == R"({"a":"yes","k":"v","step":"2"})");
}

BOOST_AUTO_TEST_CASE(an_update_and_an_apply_are_admitted) {
    configure(mutating, "a", {}, sets("a"));
    make_map("x", R"(,"data":{"k":"v"})");
    BOOST_TEST(ask("PATCH", std::string(maps) + "/x", R"({"data":{"a":"no","k":"w"}})", merge_patch).status ==
               200);
    BOOST_TEST(data(map("x")) == R"({"a":"yes","k":"w"})");
    BOOST_TEST(text_at(requests.back(), "operation") == "UPDATE");
    BOOST_TEST(text_at(requests.back(), {"oldObject", "data", "k"}) == "v");
    BOOST_TEST(text_at(requests.back(), {"options", "kind"}) == "UpdateOptions");
    const std::string applied =
        R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"y"},"data":{"k":"v"}})";
    BOOST_TEST(ask("PATCH", std::string(maps) + "/y?fieldManager=m", applied, apply_patch).status == 201);
    BOOST_TEST(data(map("y")) == R"({"a":"yes","k":"v"})");
    BOOST_TEST(text_at(requests.back(), "operation") == "CREATE");
    BOOST_TEST(text_at(requests.back(), "name") == "y");
    BOOST_TEST(text_at(requests.back(), {"options", "fieldManager"}) == "m");
}

BOOST_AUTO_TEST_CASE(names_are_generated_after_mutation) {
    configure(mutating, "a", {},
              patches(R"([{"op":"replace","path":"/metadata/generateName","value":"other-"}])"));
    configure(validating, "b");
    const http::response made = ask("POST", maps, R"({"metadata":{"generateName":"mine-"}})");
    BOOST_TEST(made.status == 201);
    const std::string name = test::text_in(body_of(made), {"metadata", "name"});
    BOOST_TEST(name.starts_with("other-"));
    BOOST_TEST(!requests[0].contains("name"));
    BOOST_TEST(text_at(requests[1], "name") == name);
}

BOOST_AUTO_TEST_CASE(the_object_is_validated_after_mutation) {
    configure(mutating, "a", {}, patches(R"([{"op":"add","path":"/data","value":{"-/-":"x"}}])"));
    const http::response made = make_map("x");
    BOOST_TEST(made.status == 422);
    BOOST_TEST(map("x").at("code") == 404);
}

BOOST_AUTO_TEST_CASE(a_patch_of_a_wrong_type_fails) {
    configure(mutating, "a", {}, patches(R"([{"op":"add","path":"/data","value":5}])"));
    const http::response made = make_map("x");
    BOOST_TEST(made.status == 500);
    BOOST_TEST(message(body_of(made)).starts_with("Internal error occurred: json: cannot unmarshal number"));
}

BOOST_AUTO_TEST_CASE(a_patch_that_does_not_apply_fails_with_the_reason) {
    make_map("y", R"(,"data":{"k":"v"},"metadata":{"name":"y","finalizers":["a/b"]})");
    const std::pair<const char*, const char*> cases[]{
        {R"([{"op":"remove","path":"/data/no"}])",
         "error in remove for path: '/data/no': Unable to remove nonexistent key: no: missing value"},
        {R"([{"op":"add","path":"/no/no","value":1}])",
         "add operation does not apply: doc is missing path: \"/no/no\": missing value"},
        {R"([{"op":"replace","path":"/no/no","value":1}])",
         "replace operation does not apply: doc is missing path: /no/no: missing value"},
        {R"([{"op":"test","path":"/data/k","value":"w"}])", "testing value /data/k failed: test failed"},
        {R"([{"op":"move","from":"/data/no","path":"/data/k"}])",
         "error in move for path: 'no': Unable to remove nonexistent key: no: missing value"},
        {R"([{"op":"remove","path":"/metadata/finalizers/7"}])",
         "error in remove for path: '/metadata/finalizers/7': Unable to access invalid index: 7: invalid "
         "index "
         "referenced"},
        {R"([{"op":"add","path":"/metadata/finalizers/7","value":"c/d"}])",
         "error in add for path: '/metadata/finalizers/7': Unable to access invalid index: 7: invalid index "
         "referenced"},
        {R"([{"op":"jump"}])", "Unexpected kind: jump"}};
    configure(mutating, "a");
    for (const auto& [patch, why] : cases) {
        by_host["a"] = patches(patch);
        const http::response got =
            ask("PATCH", std::string(maps) + "/y", R"({"metadata":{"labels":{"a":"b"}}})", merge_patch);
        BOOST_TEST(message(body_of(got)) == std::string("Internal error occurred: ") + why);
    }
}

BOOST_AUTO_TEST_CASE(only_json_patches_are_supported) {
    const answerer merge = [](const bj::object&) {
        return bj::object{
            {"allowed", true}, {"patchType", "Merge"}, {"patch", base64_encode(R"([{"op":"add"}])")}};
    };
    configure(mutating, "a", {}, merge);
    BOOST_TEST(message(body_of(make_map("x"))) ==
               "Internal error occurred: failed calling webhook \"a.example.com\": unsupported patch type "
               "\"Merge\"");
    ask("DELETE", "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/a");
    configure(mutating, "b", R"("failurePolicy":"Ignore")", merge);
    BOOST_TEST(make_map("x").status == 201);
}

BOOST_AUTO_TEST_CASE(an_object_keeps_its_namespace_and_valid_owners) {
    configure(mutating, "a", {},
              patches(R"([{"op":"replace","path":"/metadata/namespace","value":"other"}])"));
    BOOST_TEST(message(body_of(make_map("x"))) ==
               "the namespace of the provided object does not match the namespace sent on the request");
    by_host["a"] = patches(R"([{"op":"add","path":"/metadata/managedFields","value":[{"manager":"m"}]}])");
    const http::response made = make_map("x", R"(,"data":{"k":"v"})");
    BOOST_TEST(made.status == 201);
    BOOST_TEST(warnings_of(made).at(0).find("operation must be `Apply` or `Update`") != std::string::npos);
    BOOST_TEST(test::text_in(list_of(object_of(map("x"), "metadata"), "managedFields").at(0).as_object(),
                             {"operation"}) == "Update");
}

BOOST_AUTO_TEST_CASE(a_custom_resource_gets_defaults_and_loses_unknown_fields) {
    define();
    configure(
        mutating, "a",
        R"("rules":[{"operations":["CREATE"],"apiGroups":["example.com"],"apiVersions":["*"],"resources":["foos"]}])",
        patches(R"([{"op":"add","path":"/spec","value":{"tags":["t"],"unknown":1}}])"));
    configure(
        validating, "b",
        R"("rules":[{"operations":["CREATE"],"apiGroups":["example.com"],"apiVersions":["*"],"resources":["foos"]}])");
    const http::response made =
        ask("POST", foos,
            R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"f"},"spec":{"size":9}})");
    BOOST_TEST(made.status == 201);
    BOOST_TEST(json_text::serialize(body_of(made).at("spec")) == R"({"tags":["t"],"size":3})");
    BOOST_TEST(requests[1].at("object").as_object().at("spec").as_object().contains("unknown"));
}

BOOST_AUTO_TEST_CASE(the_object_is_read_again_after_the_call) {
    make_map("x", R"(,"data":{"k":"1"})");
    configure(mutating, "a", {}, sets("a"));
    meanwhile = [this] { patch_meanwhile("x", R"({"k":"2"})"); };
    BOOST_TEST(ask("PATCH", std::string(maps) + "/x", R"({"data":{"l":"3"}})", merge_patch).status == 200);
    // The webhook saw the newer object, and nothing was lost.
    BOOST_TEST(calls == (strings{"a", "a"}), boost::test_tools::per_element());
    BOOST_TEST(text_at(requests[1], {"oldObject", "data", "k"}) == "2");
    BOOST_TEST(data(map("x")) == R"({"a":"yes","k":"2","l":"3"})");
}

BOOST_AUTO_TEST_CASE(a_delete_cannot_be_changed) {
    make_map("x", R"(,"data":{"k":"v"})");
    configure(mutating, "a", {}, sets("a"));
    const http::response gone = ask("DELETE", std::string(maps) + "/x");
    BOOST_TEST(gone.status == 500);
    BOOST_TEST(message(body_of(gone)) ==
               "Internal error occurred: admission webhook \"a.example.com\" attempted to modify the object, "
               "which is not supported for this operation");
    BOOST_TEST(map("x").contains("data"));
}

BOOST_AUTO_TEST_SUITE_END()
