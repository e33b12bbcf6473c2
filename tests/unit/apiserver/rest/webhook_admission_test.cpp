// Which requests admission webhooks are called for, what they are told, and what their answers do.

#include "webhook_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;
using strings = std::vector<std::string>;

std::string rule(std::string_view resources, std::string_view operations = R"("*")") {
    return R"("rules":[{"operations":[)" + std::string(operations) +
           R"(],"apiGroups":["*"],"apiVersions":["*"],"resources":[)" + std::string(resources) + "]}]";
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(webhook_admission_test, webhook_fixture)

BOOST_AUTO_TEST_CASE(a_denied_request_changes_nothing) {
    configure(validating, "a", {},
              denies({{"message", "no"},
                      {"code", 409},
                      {"reason", "Conflict"},
                      {"details", {{"causes", bj::array{bj::object{{"field", "x"}}}}}}}));
    const http::response made = make_map("x");
    BOOST_TEST(made.status == 409);
    const bj::object status = body_of(made);
    BOOST_TEST(message(status) == "admission webhook \"a.example.com\" denied the request: no");
    BOOST_TEST(text_at(status, "reason") == "Conflict");
    BOOST_TEST(json_text::serialize(status.at("details")) == R"({"causes":[{"field":"x"}]})");
    BOOST_TEST(w->store.find("configmaps", {"default", "x"}) == nullptr);
}

BOOST_AUTO_TEST_CASE(a_denial_needs_no_explanation) {
    configure(validating, "a", {}, denies(nullptr));
    const http::response made = make_map("x");
    BOOST_TEST(made.status == 400);
    BOOST_TEST(message(body_of(made)) ==
               "admission webhook \"a.example.com\" denied the request without explanation");
}

BOOST_AUTO_TEST_CASE(a_review_describes_the_request) {
    configure(validating, "a");
    BOOST_TEST(make_map("x", R"(,"data":{"k":"v"})").status == 201);
    const bj::object& r = requests.at(0);
    BOOST_TEST(json_text::serialize(r.at("kind")) == R"({"group":"","version":"v1","kind":"ConfigMap"})");
    BOOST_TEST(json_text::serialize(r.at("resource")) ==
               R"({"group":"","version":"v1","resource":"configmaps"})");
    BOOST_TEST(r.at("requestKind") == r.at("kind"));
    BOOST_TEST(text_at(r, "name") == "x");
    BOOST_TEST(text_at(r, "namespace") == "default");
    BOOST_TEST(text_at(r, "operation") == "CREATE");
    BOOST_TEST(text_at(r, {"userInfo", "username"}) == "kubernetes-admin");
    BOOST_TEST(text_at(r, {"object", "data", "k"}) == "v");
    BOOST_TEST(!text_at(r, {"object", "metadata", "uid"}).empty());
    BOOST_TEST(r.at("oldObject").is_null());
    BOOST_TEST(r.at("dryRun") == false);
    BOOST_TEST(json_text::serialize(r.at("options")) ==
               R"({"kind":"CreateOptions","apiVersion":"meta.k8s.io/v1"})");
    BOOST_TEST(queries.at(0) == "10");
}

BOOST_AUTO_TEST_CASE(a_delete_shows_the_old_object) {
    configure(validating, "a", rule(R"("configmaps")", R"("DELETE")"), denies({{"message", "kept"}}));
    make_map("x", R"(,"data":{"k":"v"})");
    BOOST_TEST(calls.empty());
    const http::response gone =
        ask("DELETE", std::string(maps) + "/x", R"({"propagationPolicy":"Background"})");
    BOOST_TEST(gone.status == 400);
    BOOST_TEST(requests.at(0).at("object").is_null());
    BOOST_TEST(text_at(requests.at(0), {"oldObject", "data", "k"}) == "v");
    BOOST_TEST(text_at(requests.at(0), {"options", "propagationPolicy"}) == "Background");
    BOOST_TEST(ask("DELETE", maps).status == 400);  // each object of a collection
    BOOST_TEST(!requests.at(1).contains("name"));
    BOOST_TEST(w->store.find("configmaps", {"default", "x"}) != nullptr);
}

BOOST_AUTO_TEST_CASE(validating_webhooks_are_called_at_the_same_time) {
    configure(validating, "a");
    configure(validating, "b");
    delay = std::chrono::seconds(3);
    http::server_request r{
        "POST", maps, {{"Content-Type", "application/json"}}, R"({"metadata":{"name":"x"}})"};
    const time_point begun = l.now();
    std::optional<http::response> out;
    task_scope scope(l, "test");
    scope.spawn("request", into(paths, r, out));
    l.run_until(begun + std::chrono::milliseconds(3001));
    BOOST_REQUIRE(out.has_value());
    BOOST_TEST(out->status == 201);
    BOOST_TEST(std::set<std::string>(calls.begin(), calls.end()).size() == 2);
}

BOOST_AUTO_TEST_CASE(a_webhook_that_fails_rejects_or_is_ignored) {
    configure(validating, "a", R"("failurePolicy":"Fail")");
    by_host.clear();
    const http::response made = make_map("x");
    BOOST_TEST(made.status == 500);
    BOOST_TEST(
        message(body_of(made)) ==
        "Internal error occurred: failed calling webhook \"a.example.com\": failed to call webhook: Post "
        "\"https://a\": refused");
    ask("DELETE", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/a");
    configure(validating, "b", R"("failurePolicy":"Ignore")");
    configure(mutating, "c", R"("failurePolicy":"Ignore")");
    by_host.clear();
    BOOST_TEST(make_map("x").status == 201);
}

BOOST_AUTO_TEST_CASE(a_call_ends_at_its_timeout) {
    configure(validating, "a", R"("timeoutSeconds":2)");
    delay = std::chrono::seconds(5);
    http::server_request r{
        "POST", maps, {{"Content-Type", "application/json"}}, R"({"metadata":{"name":"x"}})"};
    std::optional<http::response> out;
    task_scope scope(l, "test");
    scope.spawn("request", into(paths, r, out));
    l.run_until(l.now() + std::chrono::milliseconds(2001));
    BOOST_REQUIRE(out.has_value());
    BOOST_TEST(out->status == 500);
    BOOST_TEST(
        message(body_of(*out)) ==
        "Internal error occurred: failed calling webhook \"a.example.com\": failed to call webhook: Post "
        "\"https://a?timeout=2s\": context deadline exceeded");
}

BOOST_AUTO_TEST_CASE(a_request_ends_at_its_own_timeout) {
    configure(validating, "a", R"("timeoutSeconds":30,"failurePolicy":"Ignore")");
    delay = std::chrono::seconds(20);
    http::server_request r{"POST",
                           std::string(maps) + "?timeout=1s",
                           {{"Content-Type", "application/json"}},
                           R"({"metadata":{"name":"x"}})"};
    std::optional<http::response> out;
    task_scope scope(l, "test");
    scope.spawn("request", into(paths, r, out));
    l.run_until(l.now() + std::chrono::milliseconds(1001));
    BOOST_REQUIRE(out.has_value());
    BOOST_TEST(out->status == 504);
    BOOST_TEST(queries.at(0) == "1");
    BOOST_TEST(w->store.find("configmaps", {"default", "x"}) == nullptr);
}

BOOST_AUTO_TEST_CASE(warnings_reach_the_client_even_with_a_denial) {
    configure(validating, "a", {}, [](const bj::object&) {
        return bj::object{{"allowed", true}, {"warnings", bj::array{"careful", "twice"}}};
    });
    BOOST_TEST(warnings_of(make_map("x")) == (strings{"299 - \"careful\"", "299 - \"twice\""}),
               boost::test_tools::per_element());
    configure(validating, "b", {}, denies(nullptr));
    BOOST_TEST(warnings_of(make_map("y")).size() == 2);
}

BOOST_AUTO_TEST_CASE(a_dry_run_calls_only_webhooks_without_side_effects) {
    configure(validating, "a", R"("failurePolicy":"Ignore")");
    BOOST_TEST(ask("POST", std::string(maps) + "?dryRun=All", R"({"metadata":{"name":"x"}})").status == 201);
    BOOST_TEST(requests.at(0).at("dryRun") == true);
    BOOST_TEST(json_text::serialize(requests.at(0).at("options")) ==
               R"({"kind":"CreateOptions","apiVersion":"meta.k8s.io/v1","dryRun":["All"]})");
    // v1 configurations must name one; older ones may be stored without.
    auto hook = std::make_shared<admission_webhook>(*w->validating.all().at(0));
    hook->allows_dry_run = false;
    w->validating.replace("a", {hook});
    const http::response made =
        ask("POST", std::string(maps) + "?dryRun=All", R"({"metadata":{"name":"x"}})");
    BOOST_TEST(made.status == 400);
    BOOST_TEST(message(body_of(made)) == "admission webhook \"a.example.com\" does not support dry run");
}

BOOST_AUTO_TEST_CASE(selectors_choose_namespaces_and_objects) {
    ask("POST", "/api/v1/namespaces", R"({"metadata":{"name":"n","labels":{"team":"a"}}})");
    configure(validating, "ns", R"("namespaceSelector":{"matchLabels":{"team":"a"}})");
    configure(validating, "object",
              R"("objectSelector":{"matchExpressions":[{"key":"checked","operator":"Exists"}]})");
    make_map("x");
    BOOST_TEST(calls.empty());
    ask("POST", "/api/v1/namespaces/n/configmaps", R"({"metadata":{"name":"x"}})");
    BOOST_TEST(calls == strings{"ns"}, boost::test_tools::per_element());
    calls.clear();
    make_map("y", R"(,"data":{})");
    ask("PATCH", std::string(maps) + "/y", R"({"metadata":{"labels":{"checked":"1"}}})", merge_patch);
    ask("PATCH", std::string(maps) + "/y", R"({"metadata":{"labels":null}})",
        merge_patch);  // the old object has it
    ask("PATCH", std::string(maps) + "/y", R"({"data":{"k":"v"}})", merge_patch);
    BOOST_TEST(calls == (strings{"object", "object"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_namespace_is_selected_by_its_own_labels) {
    configure(validating, "a",
              R"("namespaceSelector":{"matchLabels":{"team":"a"}},)" +
                  rule(R"("namespaces")", R"("CREATE","DELETE")"));
    ask("POST", "/api/v1/namespaces", R"({"metadata":{"name":"n","labels":{"team":"a"}}})");
    ask("POST", "/api/v1/namespaces", R"({"metadata":{"name":"m"}})");
    ask("DELETE", "/api/v1/namespaces/n");
    BOOST_TEST(calls.size() == 2);
    BOOST_TEST(text_at(requests.at(0), "namespace") == "n");
    BOOST_TEST(text_at(requests.at(1), {"options", "preconditions", "uid"}) ==
               text_at(requests.at(1), {"oldObject", "metadata", "uid"}));
}

BOOST_AUTO_TEST_CASE(configurations_of_webhooks_are_exempt) {
    configure(validating, "a", rule(R"("*/*")"), denies(nullptr));
    configure(validating, "b");
    BOOST_TEST(
        ask("DELETE", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/a").status ==
        200);
    BOOST_TEST(calls.empty());
    BOOST_TEST(make_map("x").status == 201);
    BOOST_TEST(calls == strings{"b"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(invalid_conditions_are_not_stored) {
    configure(validating, "a", R"("matchConditions":[{"name":"never","expression":"false"}])");
    BOOST_TEST(make_map("x").status == 201);
    BOOST_TEST(calls.empty());
    const auto error = [this](const std::string& conditions) {
        try {
            configure(validating, "b", R"("matchConditions":[)" + conditions + "]");
        } catch (const std::runtime_error& e) {
            return message(json_text::parse_own(e.what()).get_object());
        }
        return std::string();
    };
    const std::string prefix =
        "ValidatingWebhookConfiguration.admissionregistration.k8s.io \"b\" is invalid: "
        "webhooks[0].matchConditions[";
    BOOST_TEST(error(R"({"name":"a","expression":" "})") == prefix + "0].expression: Required value");
    BOOST_TEST(error(R"({"name":"","expression":"true"})") == prefix + "0].name: Required value");
    BOOST_TEST(error(R"({"name":"a","expression":"true"},{"name":"a","expression":"true"})") ==
               prefix + "1].name: Duplicate value: \"a\"");
}

BOOST_AUTO_TEST_CASE(an_equivalent_resource_is_converted) {
    const auto hpa = [](const char* version, const char* name) {
        return R"({"metadata":{"name":")" + std::string(name) +
               R"("},"spec":{"maxReplicas":3,"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"d"})" +
               (std::string_view(version) == "v1" ? R"(,"targetCPUUtilizationPercentage":70}})" : "}}");
    };
    const std::string only_v2 =
        R"("rules":[{"operations":["*"],"apiGroups":["autoscaling"],"apiVersions":["v2"],"resources":["*"]}])";
    configure(
        mutating, "a", only_v2,
        patches(
            R"([{"op":"replace","path":"/spec/metrics/0/resource/target/averageUtilization","value":60}])"));
    const std::string v1 = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
    const http::response made = ask("POST", v1, hpa("v1", "x"));
    BOOST_TEST(made.status == 201, message(body_of(made)));
    BOOST_TEST(body_of(made).at("spec").as_object().at("targetCPUUtilizationPercentage") == 60);
    BOOST_TEST(text_at(requests.at(0), {"object", "apiVersion"}) == "autoscaling/v2");
    BOOST_TEST(text_at(requests.at(0), {"resource", "version"}) == "v2");
    BOOST_TEST(text_at(requests.at(0), {"requestResource", "version"}) == "v1");
    calls.clear();
    configure(mutating, "a2", R"("matchPolicy":"Exact",)" + only_v2);
    ask("POST", v1, hpa("v1", "y"));
    BOOST_TEST(calls == strings{"a"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(subresources_show_their_own_objects) {
    configure(validating, "a", rule(R"("*/scale","*/status","pods/binding","pods/attach","pods/eviction")"));
    ask("POST", "/apis/apps/v1/namespaces/default/deployments",
        R"({"metadata":{"name":"d"},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":)"
        R"({"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}})");
    ask("PATCH", "/apis/apps/v1/namespaces/default/deployments/d/scale", R"({"spec":{"replicas":4}})",
        merge_patch);
    const bj::object& scale = requests.at(0);
    BOOST_TEST(text_at(scale, {"kind", "kind"}) == "Scale");
    BOOST_TEST(text_at(scale, {"resource", "resource"}) == "deployments");
    BOOST_TEST(text_at(scale, "subResource") == "scale");
    BOOST_TEST(scale.at("object").as_object().at("spec").as_object().at("replicas") == 4);
    BOOST_TEST(scale.at("oldObject").as_object().at("spec").as_object().at("replicas") == 1);
    ask("PATCH", "/apis/apps/v1/namespaces/default/deployments/d/status", R"({"status":{"replicas":1}})",
        merge_patch);
    BOOST_TEST(text_at(requests.at(1), {"object", "kind"}) == "Deployment");
    ask("POST", pods, R"({"metadata":{"name":"p"},"spec":{"containers":[{"name":"c","image":"i"}]}})");
    BOOST_TEST(requests.size() == 2);
    const http::response bound = ask("POST", std::string(pods) + "/p/binding",
                                     R"({"metadata":{"name":"p"},"target":{"kind":"Node","name":"n"}})");
    BOOST_REQUIRE_MESSAGE(requests.size() == 3, bound.body);
    BOOST_TEST(text_at(requests.at(2), {"object", "kind"}) == "Binding");
    ask("POST", std::string(pods) + "/p/attach?stdin=true");
    BOOST_TEST(text_at(requests.at(3), "operation") == "CONNECT");
    BOOST_TEST(json_text::serialize(requests.at(3).at("object")) ==
               R"({"kind":"PodAttachOptions","apiVersion":"v1","stdin":true})");
    ask("POST", std::string(pods) + "/p/eviction", R"({"metadata":{"name":"p"}})");
    BOOST_TEST(requests.size() == 5);  // the deletion is not admitted again
    BOOST_TEST(text_at(requests.at(4), {"object", "kind"}) == "Eviction");
}

BOOST_AUTO_TEST_CASE(a_service_is_validated_with_its_address) {
    int drawn = 0;
    w->allocation.push_back([this, &drawn](pending_write& p) -> api_result<> {
        if (p.kind.storage == "configmaps")
            (*p.object)["data"] = bj::object{{"address", std::to_string(w->random_below(1000000))}};
        ++drawn;
        return {};
    });
    configure(validating, "a");
    drawn = 0;
    make_map("x");
    BOOST_TEST(drawn == 1);
    BOOST_TEST(calls.size() == 1);
    BOOST_TEST(text_at(requests.at(0), {"object", "data", "address"}) ==
               text_at(map("x"), {"data", "address"}));
}

// Addresses of ConfigMaps: each may have what no other has.
void add_addresses(server_state& w) {
    w.allocation.push_back([&w](pending_write& p) -> api_result<> {
        if (p.kind.storage != "configmaps" || p.old) return {};
        std::set<std::string> taken;
        for (const record_ptr& each : w.store.of("configmaps").list("", 0, std::nullopt, 0, nullptr).items)
            taken.emplace(text_at(each->parse(), {"data", "address"}));
        bj::object& data = make_object(*p.object, "data");
        if (const bj::value* const own = value_at(data, "address"); own == nullptr)
            data["address"] = "a" + std::to_string(taken.size());
        else if (taken.contains(std::string(text_of(*own))))
            return conflict(p.kind.gr(), p.key.name, "the address is taken");
        return {};
    });
}

BOOST_AUTO_TEST_CASE(an_address_taken_during_a_call_is_replaced) {
    add_addresses(*w);
    configure(validating, "a");
    meanwhile = [this] {
        w->keep(*w->kinds.find("", "v1", "configmaps"), {"default", "other"},
                json_text::parse_own(R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"other",)"
                                     R"("namespace":"default","uid":"u"},"data":{"address":"a0"}})")
                    .as_object());
    };
    make_map("x");
    BOOST_TEST(text_at(map("x"), {"data", "address"}) == "a1");
    // The webhook has seen what is stored.
    BOOST_REQUIRE(requests.size() == 2);
    BOOST_TEST(text_at(requests[0], {"object", "data", "address"}) == "a0");
    BOOST_TEST(text_at(requests[1], {"object", "data", "address"}) == "a1");
}

BOOST_AUTO_TEST_CASE(unrelated_writes_do_not_repeat_a_call) {
    make_map("other");
    configure(validating, "a");
    meanwhile = [this] { patch_meanwhile("other", R"({"k":"v"})"); };
    BOOST_TEST(make_map("x").status == 201);
    meanwhile = [this] { patch_meanwhile("other", R"({"k":"w"})"); };
    BOOST_TEST(ask("PATCH", std::string(maps) + "/x", R"({"data":{"a":"b"}})", merge_patch).status == 200);
    BOOST_TEST(calls.size() == 2);
}

BOOST_AUTO_TEST_CASE(an_object_changed_during_a_call_is_validated_again) {
    make_map("x");
    configure(validating, "a");
    meanwhile = [this] { patch_meanwhile("x", R"({"by":"another"})"); };
    BOOST_TEST(ask("PATCH", std::string(maps) + "/x", R"({"data":{"a":"b"}})", merge_patch).status == 200);
    BOOST_REQUIRE(requests.size() == 2);
    BOOST_TEST(text_at(requests[1], {"oldObject", "data", "by"}) == "another");
    BOOST_TEST(text_at(map("x"), {"data", "by"}) == "another");
    BOOST_TEST(text_at(map("x"), {"data", "a"}) == "b");
    // An update of a version that is not the latest any more.
    bj::object next = map("x");
    meanwhile = [this] { patch_meanwhile("x", R"({"by":"a third"})"); };
    BOOST_TEST(ask("PUT", std::string(maps) + "/x", json_text::serialize(next)).status == 409);
    // A delete shows the webhook what it deletes.
    requests.clear();
    meanwhile = [this] { patch_meanwhile("x", R"({"by":"a fourth"})"); };
    BOOST_TEST(ask("DELETE", std::string(maps) + "/x").status == 200);
    BOOST_REQUIRE(requests.size() == 2);
    BOOST_TEST(text_at(requests[1], {"oldObject", "data", "by"}) == "a fourth");
}

BOOST_AUTO_TEST_CASE(a_namespace_deleted_during_a_call_gets_nothing) {
    for (const std::string_view kind : {validating, mutating}) {
        ask("POST", "/api/v1/namespaces", R"({"metadata":{"name":"gone"}})");
        configure(kind, "a");
        meanwhile = [this] { w->drop(*w->kinds.find("", "v1", "namespaces"), object_key::cluster("gone")); };
        BOOST_TEST(ask("POST", "/api/v1/namespaces/gone/configmaps", R"({"metadata":{"name":"x"}})").status ==
                   404);
        BOOST_TEST(!w->store.find("configmaps", {"gone", "x"}));
        ask("DELETE",
            "/apis/admissionregistration.k8s.io/v1/" + std::string(kind) + "webhookconfigurations/a");
    }
}

BOOST_AUTO_TEST_CASE(a_dry_run_takes_no_address) {
    add_addresses(*w);
    make_map("other");
    configure(validating, "a", R"("sideEffects":"None")");
    meanwhile = [this] { patch_meanwhile("other", R"({"address":"a1"})"); };
    BOOST_TEST(ask("POST", std::string(maps) + "?dryRun=All", R"({"metadata":{"name":"x"}})").status == 201);
    BOOST_TEST(calls.size() == 1);
}

BOOST_AUTO_TEST_CASE(an_apply_with_a_uid_creates_nothing) {
    make_map("x");
    const std::string uid(text_at(map("x"), {"metadata", "uid"}));
    configure(mutating, "a");
    meanwhile = [this] { w->drop(*w->kinds.find("", "v1", "configmaps"), {"default", "x"}); };
    const http::response r = ask("PATCH", std::string(maps) + "/x?fieldManager=t",
                                 R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"x","uid":")" +
                                     uid + R"("},"data":{"a":"b"}})",
                                 apply_patch);
    BOOST_TEST(r.status == 409);
    BOOST_TEST(!w->store.find("configmaps", {"default", "x"}));
}

BOOST_AUTO_TEST_CASE(a_webhook_that_writes_the_object_causes_a_conflict) {
    make_map("x");
    const bj::object next = map("x");
    configure(validating, "a", {}, [this](const bj::object&) {
        const std::string count = R"({"count":")" + std::to_string(calls.size()) + "\"}";
        patch_meanwhile("x", count.c_str());
        return bj::object{{"allowed", true}};
    });
    BOOST_TEST(ask("PUT", std::string(maps) + "/x", json_text::serialize(next)).status == 409);
    BOOST_TEST(calls.size() == 1);
}

BOOST_AUTO_TEST_SUITE_END()
