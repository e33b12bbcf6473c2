// What the audit log says about requests (apiserver, pkg/endpoints/filters/audit_test.go).

#include "apiserver/audit/auditor.hpp"
#include "apiserver/rest/access_control.hpp"
#include "setpoint/core/task_scope.hpp"
#include "webhook_fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <prometheus/metric_family.h>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

constexpr const char* everything = "rules: [{level: RequestResponse}]";

struct audit_fixture : webhook_fixture {
    // Records the requests from now on.
    void record(const std::string& policy, const access_control* access = nullptr) {
        auto read = audit::read_policy("apiVersion: audit.k8s.io/v1\nkind: Policy\n" + policy, "test");
        BOOST_REQUIRE_MESSAGE(read.has_value(), (read ? "" : read.error().message));
        audit::outputs to;
        to.log = [this](std::string_view line) {
            bj::value read_line = bj::parse(line);
            events.push_back(std::move(read_line.as_object()));
        };
        auditor = std::make_shared<audit::auditor>(std::move(read->content), std::move(to),
                                                   logger(sink, time), time, random);
        paths = router(w, {.documents = {},
                           .on_request = {},
                           .metrics = {},
                           .admission = admission,
                           .access = access,
                           .audit = auditor});
    }
    std::vector<std::string> stages() const {
        std::vector<std::string> out;
        for (const bj::object& e : events) out.emplace_back(text_at(e, "stage"));
        return out;
    }
    const bj::object& last() const {
        BOOST_REQUIRE(!events.empty());
        return events.back();
    }
    std::string annotation(std::string_view key) const {
        return std::string(text_at(object_of(last(), "annotations"), key));
    }
    http::response send(std::string method, std::string target, std::vector<http::header> headers) {
        http::server_request r;
        r.method = std::move(method);
        r.target = std::move(target);
        r.headers = std::move(headers);
        r.from = "10.0.0.9";
        return answer_to(r);
    }
    double count(std::string_view family, std::string_view label = {}) const {
        for (const auto& f : auditor->Collect())
            if (f.name == family)
                for (const auto& one : f.metric)
                    if (label.empty() || one.label[0].value == label) return one.counter.value;
        return 0;
    }

    std::vector<bj::object> events;
    std::shared_ptr<audit::auditor> auditor;
};

using texts = std::vector<std::string>;
const std::string secrets = "/api/v1/namespaces/default/secrets";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(audit_log, audit_fixture)

BOOST_AUTO_TEST_CASE(each_request_has_two_stages) {
    record(everything);
    make_map("a", R"(,"data":{"k":"v"})");
    BOOST_TEST((stages() == texts{"RequestReceived", "ResponseComplete"}));
    BOOST_TEST(text_at(events[0], "auditID") == text_at(events[1], "auditID"));
    BOOST_TEST(!events[0].contains("responseStatus"));
    BOOST_TEST(text_at(events[0], "requestReceivedTimestamp") == text_at(events[0], "stageTimestamp"));
    const bj::object& e = events[1];
    BOOST_TEST(text_at(e, "requestURI") == maps);
    BOOST_TEST(text_at(e, "verb") == "create");
    BOOST_TEST(text_in(e, {"user", "username"}) == "kubernetes-admin");
    BOOST_TEST(text_in(e, {"objectRef", "resource"}) == "configmaps");
    BOOST_TEST(text_in(e, {"objectRef", "name"}) == "a");
    BOOST_TEST(text_in(e, {"requestObject", "data", "k"}) == "v");
    BOOST_TEST(!object_of(e, {"requestObject", "metadata"}).contains("uid"));
    BOOST_TEST(object_of(e, {"responseObject", "metadata"}).contains("uid"));
    BOOST_TEST((number_at(object_of(e, "responseStatus"), "code") == 201));
    BOOST_TEST(annotation("authorization.k8s.io/decision") == "allow");
}

BOOST_AUTO_TEST_CASE(secrets_appear_only_at_request_level) {
    record("rules: [{level: Metadata, verbs: [create]}, {level: Request}]");
    ask("POST", secrets, R"({"metadata":{"name":"a"},"stringData":{"k":"hidden-text"}})");
    for (const bj::object& e : events) BOOST_TEST(bj::serialize(e).find("hidden-text") == std::string::npos);
    ask("PATCH", secrets + "/a", R"({"stringData":{"k":"hidden-text"}})", merge_patch);
    BOOST_TEST(text_in(last(), {"requestObject", "stringData", "k"}) == "hidden-text");
    BOOST_TEST(!last().contains("responseObject"));
}

BOOST_AUTO_TEST_CASE(credentials_are_never_recorded) {
    record(everything);
    send("GET", maps, {{"Authorization", "Bearer hidden-text"}, {"User-Agent", "test/1"}});
    BOOST_REQUIRE_EQUAL(events.size(), 2U);
    for (const bj::object& e : events) BOOST_TEST(bj::serialize(e).find("hidden-text") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(id_of_the_client_is_kept) {
    record(everything);
    const http::response r = send("GET", maps, {{"Audit-ID", "mine"}});
    BOOST_TEST(http::find_header(r.headers, "Audit-Id") == "mine");
    BOOST_TEST(text_at(last(), "auditID") == "mine");
    BOOST_TEST(http::find_header(send("GET", maps, {}).headers, "Audit-Id") == text_at(last(), "auditID"));
}

BOOST_AUTO_TEST_CASE(responses_have_an_id_without_a_policy) {
    const auto id = [&](std::string target, std::vector<http::header> headers) {
        const http::response r = send("GET", std::move(target), std::move(headers));
        return std::string(http::find_header(r.headers, "Audit-Id"));
    };
    const std::string first = id(maps, {}), second = id("/nowhere", {});
    BOOST_TEST(first.size() == 36U);
    BOOST_TEST(second.size() == 36U);
    BOOST_TEST(first != second);
    BOOST_TEST(id(maps, {{"audit-id", "mine"}}) == "mine");
    // Go's server refuses it before any filter.
    BOOST_TEST(id("/api%2", {}) == "");
    // Those of this process do not need it.
    BOOST_TEST(http::find_header(ask("GET", maps).headers, "Audit-Id") == "");
}

BOOST_AUTO_TEST_CASE(slow_requests_name_what_was_slow) {
    for (const char* name : {"m", "n"}) configure("mutating", name);
    for (const char* name : {"v", "w"}) configure("validating", name);
    record("rules: [{level: Metadata}]");
    const std::string prefix = "apiserver.latency.k8s.io/";
    const auto make_within_a_second = [&](const std::string& name, duration each) {
        http::server_request r;
        r.method = "POST";
        r.target = maps;
        r.body = R"({"metadata":{"name":")" + name + "\"}}";
        delay = each;
        std::optional<http::response> out;
        task_scope scope(l, "request");
        scope.spawn("request", into(paths, r, out));
        l.run_until(l.now() + std::chrono::seconds(1));
        BOOST_REQUIRE((out && out->status == 201));
    };
    make_within_a_second("a", std::chrono::milliseconds(150));
    BOOST_TEST(annotation(prefix + "total") == "");
    make_within_a_second("b", std::chrono::milliseconds(200));
    BOOST_TEST(annotation(prefix + "mutating-webhook") == "400ms");
    BOOST_TEST(annotation(prefix + "validating-webhook") == "200ms");
    BOOST_TEST(annotation(prefix + "total") == "600ms");
    BOOST_TEST(!object_of(last(), "annotations").contains(prefix + "authorization"));
    http::response watch = send("GET", std::string(maps) + "?watch=true", {});
    l.run_until(l.now() + std::chrono::seconds(2));
    watch.stream = nullptr;
    BOOST_TEST(annotation(prefix + "total") == "2s");
}

BOOST_AUTO_TEST_CASE(addresses_and_user_agent) {
    record(everything);
    send("GET", maps, {{"X-Forwarded-For", "1.2.3.4"}, {"User-Agent", "kubectl/1"}});
    BOOST_TEST((last().at("sourceIPs") == bj::array{"1.2.3.4", "10.0.0.9"}));
    BOOST_TEST(text_at(last(), "userAgent") == "kubectl/1");
}

BOOST_AUTO_TEST_CASE(level_none_has_the_header_but_no_event) {
    record("rules: [{level: None, verbs: [list]}, {level: Metadata}]");
    const http::response r = send("GET", maps, {});
    BOOST_TEST(events.empty());
    BOOST_TEST(!http::find_header(r.headers, "Audit-Id").empty());
    BOOST_TEST(count("apiserver_audit_level_total", "None") == 1);
    BOOST_TEST(count("apiserver_audit_event_total") == 0);
}

BOOST_AUTO_TEST_CASE(stages_can_be_omitted) {
    record("omitStages: [RequestReceived]\nrules: [{level: Metadata}]");
    send("GET", maps, {});
    BOOST_TEST((stages() == texts{"ResponseComplete"}));
}

BOOST_AUTO_TEST_CASE(errors_are_recorded_as_status) {
    record("rules: [{level: Metadata}]");
    send("GET", std::string(maps) + "/missing", {});
    const bj::object& status = object_of(last(), "responseStatus");
    BOOST_TEST(text_at(status, "reason") == "NotFound");
    BOOST_TEST(text_at(status, "message") == "configmaps \"missing\" not found");
    BOOST_TEST((number_at(status, "code") == 404));
    BOOST_TEST(status.contains("metadata"));
    BOOST_TEST(!last().contains("responseObject"));
}

BOOST_AUTO_TEST_CASE(errors_in_protobuf_are_recorded_too) {
    record("rules: [{level: RequestResponse}]");
    send("GET", std::string(maps) + "/missing", {{"Accept", "application/vnd.kubernetes.protobuf"}});
    BOOST_TEST(text_in(last(), {"responseStatus", "reason"}) == "NotFound");
    BOOST_TEST(text_in(last(), {"responseObject", "kind"}) == "Status");
}

BOOST_AUTO_TEST_CASE(deletion_records_its_options) {
    make_map("a");
    record("rules: [{level: Request}]");
    ask("DELETE", std::string(maps) + "/a",
        R"({"kind":"DeleteOptions","apiVersion":"v1","propagationPolicy":"Background"})");
    BOOST_TEST(text_in(last(), {"requestObject", "propagationPolicy"}) == "Background");
    BOOST_TEST(text_in(last(), {"requestObject", "apiVersion"}) == "meta.k8s.io/__internal");
    BOOST_TEST(text_in(last(), {"responseStatus", "status"}) == "Success");
}

BOOST_AUTO_TEST_CASE(managed_fields_can_be_omitted) {
    record("omitManagedFields: true\nrules: [{level: RequestResponse}]");
    make_map("a", R"(,"data":{"a":"b"})");
    BOOST_TEST(!object_of(last(), {"responseObject", "metadata"}).contains("managedFields"));
    record(everything);
    send("GET", std::string(maps) + "/a", {});
    BOOST_TEST(object_of(last(), {"responseObject", "metadata"}).contains("managedFields"));
}

BOOST_AUTO_TEST_CASE(update_names_the_version_it_replaces) {
    make_map("a");
    bj::object now = map("a");
    record("rules: [{level: Metadata}]");
    ask("PUT", std::string(maps) + "/a", bj::serialize(now));
    BOOST_TEST(text_in(last(), {"objectRef", "resourceVersion"}) ==
               text_in(now, {"metadata", "resourceVersion"}));
    BOOST_TEST(text_in(last(), {"objectRef", "uid"}) == text_in(now, {"metadata", "uid"}));
    BOOST_TEST(!last().contains("requestObject"));
}

BOOST_AUTO_TEST_CASE(watch_is_recorded_when_it_starts_and_ends) {
    record(everything);
    http::response r = send("GET", std::string(maps) + "?watch=true", {});
    BOOST_TEST((stages() == texts{"RequestReceived", "ResponseStarted"}));
    BOOST_TEST(text_at(last(), "verb") == "watch");
    BOOST_TEST((number_at(object_of(last(), "responseStatus"), "code") == 200));
    r.stream = nullptr;
    BOOST_TEST((stages() == texts{"RequestReceived", "ResponseStarted", "ResponseComplete"}));
    BOOST_TEST(!last().contains("responseObject"));
}

BOOST_AUTO_TEST_CASE(watch_may_outlive_the_log) {
    record(everything);
    http::response r = send("GET", std::string(maps) + "?watch=true", {});
    auditor->close();
    auditor.reset();
    r.stream = nullptr;
    BOOST_TEST(events.size() == 2U);
}

BOOST_AUTO_TEST_CASE(streamed_lists_are_recorded_whole) {
    for (int i = 0; i < 600; ++i) make_map("a" + std::to_string(i));
    record(everything);
    {
        http::response r = send("GET", maps, {});
        BOOST_REQUIRE(r.stream);
        r.body += read(r, duration::zero());
        BOOST_TEST((stages() == texts{"RequestReceived"}));
    }
    BOOST_TEST((stages() == texts{"RequestReceived", "ResponseComplete"}));
    BOOST_TEST(list_of(object_of(last(), "responseObject"), "items").size() == 600U);
}

BOOST_AUTO_TEST_CASE(invalid_timeout_has_one_event) {
    record("rules: [{level: Metadata}]");
    send("GET", std::string(maps) + "?timeout=soon", {});
    BOOST_TEST((stages() == texts{"ResponseStarted"}));
    BOOST_TEST(object_of(last(), "user").empty());
    BOOST_TEST((number_at(object_of(last(), "responseStatus"), "code") == 400));
}

BOOST_AUTO_TEST_CASE(failed_log_is_counted) {
    record("rules: [{level: Metadata}]");
    audit::outputs to;
    to.log = [](std::string_view) { throw std::runtime_error("disk full"); };
    audit::policy all;
    all.rules = {{.at = audit::level::metadata}};
    auditor = std::make_shared<audit::auditor>(all, to, logger(sink, time), time, random);
    paths = router(
        w, {.documents = {}, .on_request = {}, .metrics = {}, .admission = admission, .audit = auditor});
    BOOST_TEST(send("GET", maps, {}).status == 200);
    BOOST_TEST(count("apiserver_audit_error_total", "log") == 2);
    BOOST_TEST(count("apiserver_audit_event_total") == 2);
}

BOOST_AUTO_TEST_CASE(mutating_webhooks_are_annotated) {
    configure("mutating", "m", {}, sets("k"));
    record("rules: [{level: Request}]");
    make_map("a", R"(,"data":{"a":"b"})");
    BOOST_TEST(annotation("mutation.webhook.admission.k8s.io/round_0_index_0") ==
               R"({"configuration":"m","webhook":"m.example.com","mutated":true})");
    BOOST_TEST(
        annotation("patch.webhook.admission.k8s.io/round_0_index_0") ==
        R"({"configuration":"m","webhook":"m.example.com","patch":[{"op":"add","path":"/data/k","value":"yes"}],"patchType":"JSONPatch"})");
}

BOOST_AUTO_TEST_CASE(patches_of_webhooks_need_request_level) {
    configure("mutating", "m", {}, sets("k"));
    record("rules: [{level: Metadata}]");
    make_map("a", R"(,"data":{"a":"b"})");
    BOOST_TEST(!annotation("mutation.webhook.admission.k8s.io/round_0_index_0").empty());
    BOOST_TEST(annotation("patch.webhook.admission.k8s.io/round_0_index_0").empty());
}

BOOST_AUTO_TEST_CASE(webhooks_add_annotations_of_their_own) {
    configure("validating", "v", {}, [](const bj::object&) {
        return bj::object{{"allowed", true}, {"auditAnnotations", {{"team", "web"}, {"bad key", "x"}}}};
    });
    record("rules: [{level: Metadata}]");
    make_map("a");
    BOOST_TEST(annotation("v.example.com/team") == "web");
    BOOST_TEST(!object_of(last(), "annotations").contains("v.example.com/bad key"));
}

BOOST_AUTO_TEST_CASE(webhooks_that_fail_open_are_annotated) {
    const auto broken = [](const bj::object&) -> bj::object { return {{"allowed", "maybe"}}; };
    configure("validating", "v", R"("failurePolicy":"Ignore")", broken);
    configure("mutating", "m", R"("failurePolicy":"Ignore")", broken);
    record("rules: [{level: Metadata}]");
    BOOST_TEST(make_map("a").status == 201);
    BOOST_TEST(annotation("failed-open.validating.webhook.admission.k8s.io/round_0_index_0") ==
               "v.example.com");
    BOOST_TEST(annotation("failed-open.mutating.webhook.admission.k8s.io/round_0_index_0") ==
               "m.example.com");
}

BOOST_AUTO_TEST_CASE(policies_publish_annotations_and_failures) {
    const std::string root = "/apis/admissionregistration.k8s.io/v1";
    ask("POST", root + "/validatingadmissionpolicies",
        R"({"metadata":{"name":"p"},"spec":{"matchConstraints":{"resourceRules":[{"apiGroups":[""],)"
        R"("apiVersions":["v1"],"operations":["CREATE"],"resources":["configmaps"]}]},)"
        R"("validations":[{"expression":"true"},{"expression":"object.metadata.name != 'a'","message":"not a"}],)"
        R"("auditAnnotations":[{"key":"name","valueExpression":"string(object.metadata.name) + ''"},)"
        R"({"key":"none","valueExpression":"null"}]}})");
    const http::response bound =
        ask("POST", root + "/validatingadmissionpolicybindings",
            R"({"metadata":{"name":"b"},"spec":{"policyName":"p","validationActions":["Audit"]}})");
    BOOST_REQUIRE_EQUAL(bound.status, 201);
    record("rules: [{level: Metadata}]");
    BOOST_TEST(make_map("a").status == 201);
    BOOST_TEST(annotation("p/name") == "a");
    BOOST_TEST(!object_of(last(), "annotations").contains("p/none"));
    BOOST_TEST(
        annotation("validation.policy.admission.k8s.io/validation_failure") ==
        R"([{"message":"not a","policy":"p","binding":"b","expressionIndex":1,"validationActions":["Audit"]}])");
}

BOOST_AUTO_TEST_CASE(pod_security_is_annotated) {
    ask("POST", "/api/v1/namespaces",
        R"({"metadata":{"name":"strict","labels":{"pod-security.kubernetes.io/audit":"restricted"}}})");
    record("rules: [{level: Metadata}]");
    const std::string pod = R"({"metadata":{"name":"a"},"spec":{"containers":[{"name":"c","image":"i"}]}})";
    ask("POST", "/api/v1/namespaces/strict/pods", pod);
    BOOST_TEST(annotation("pod-security.kubernetes.io/enforce-policy") == "privileged:latest");
    BOOST_TEST(annotation("pod-security.kubernetes.io/audit-violations")
                   .starts_with("would violate PodSecurity \"restricted:latest\": allowPrivilegeEscalation"));
}

BOOST_AUTO_TEST_CASE(deprecated_versions_are_annotated) {
    record("rules: [{level: Metadata}]");
    send("GET", "/api/v1/namespaces/default/endpoints", {});
    BOOST_TEST(annotation("k8s.io/deprecated") == "true");
}

BOOST_AUTO_TEST_CASE(tokens_are_named_by_their_id) {
    ask("POST", accounts, R"({"metadata":{"name":"a"}})");
    record("rules: [{level: Metadata}]");
    BOOST_TEST(
        ask("POST", std::string(accounts) + "/a/token", R"({"spec":{"expirationSeconds":600}})").status ==
        201);
    BOOST_TEST(annotation("authentication.kubernetes.io/issued-credential-id").starts_with("JTI="));
    BOOST_TEST(!last().contains("responseObject"));
}

BOOST_AUTO_TEST_CASE(refused_credentials_have_one_event) {
    access_options o;
    o.authorizers = {"RBAC"};
    o.anonymous = false;
    const access_control access(*w, o, {});
    record("rules: [{level: Metadata}]", &access);
    BOOST_TEST(send("GET", maps, {{"Authorization", "Bearer hidden-text"}}).status == 401);
    BOOST_TEST((stages() == texts{"ResponseStarted"}));
    BOOST_TEST(object_of(last(), "user").empty());
    BOOST_TEST(text_in(last(), {"responseStatus", "message"}) == "Unauthorized");
    BOOST_TEST(bj::serialize(last()).find("hidden-text") == std::string::npos);
    w->stored.clear();  // `access` ends before the store
}

BOOST_AUTO_TEST_CASE(forbidden_requests_name_the_decision) {
    access_options o;
    o.authorizers = {"RBAC"};
    const access_control access(*w, o, {});
    record("rules: [{level: Metadata}]", &access);
    BOOST_TEST(send("GET", maps, {}).status == 403);
    BOOST_TEST((stages() == texts{"RequestReceived", "ResponseComplete"}));
    BOOST_TEST(text_in(last(), {"user", "username"}) == "system:anonymous");
    BOOST_TEST(annotation("authorization.k8s.io/decision") == "forbid");
    BOOST_TEST(object_of(last(), "annotations").contains("authorization.k8s.io/reason"));
    w->stored.clear();
}

BOOST_AUTO_TEST_SUITE_END()
