// Pods and the service account of their namespace. Expectations were observed on kube-apiserver
// 1.36.3.

#include "api_fixture.hpp"
#include "apiserver/admission/chain.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;
using namespace std::chrono_literals;

struct account_fixture : api_fixture {
    account_fixture() { admission->creates_service_accounts = true; }
    ~account_fixture() {
        scope.request_stop();
        l.run_until(l.now());
    }

    static std::string pod(const char* name, const char* more = "") {
        return std::string(R"({"metadata":{)") + name +
               R"(},"spec":{"containers":[{"name":"c","image":"i"}])" + more + "}}";
    }
    void start(std::string target, std::string body, const char* method = "POST",
               const char* type = "application/json") {
        request.method = method;
        request.target = std::move(target);
        request.headers = {{"Content-Type", type}, {"User-Agent", "test/1"}};
        request.body = std::move(body);
        scope.spawn("pod", answer_pod(paths, request, answer));
        l.run_until(l.now());
    }
    std::string response_message() const {
        return answer ? message(bj::parse(answer->body).as_object()) : "no answer";
    }

    setpoint::http::server_request request;
    std::optional<setpoint::http::response> answer;
    setpoint::task_scope scope{l, "pods"};

private:
    static setpoint::awaitable<void> answer_pod(router& paths, const setpoint::http::server_request& r,
                                                std::optional<setpoint::http::response>& to) {
        to = co_await paths.handle(r);
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_pod_waits_for_the_default_account_of_its_namespace, account_fixture) {
    start(pods, pod(R"("name":"p")"));
    BOOST_TEST(!answer);
    l.run_until(l.now() + 500ms);
    BOOST_TEST(!answer);
    ask("POST", accounts, R"({"metadata":{"name":"other"}})");
    BOOST_TEST(!answer);
    ask("POST", accounts, R"({"metadata":{"name":"default"}})");
    l.run_until(l.now());
    BOOST_REQUIRE(answer);
    BOOST_TEST(answer->status == 201);
    BOOST_TEST(text_in(bj::parse(answer->body).as_object(), {"spec", "serviceAccountName"}) == "default");
}

BOOST_FIXTURE_TEST_CASE(a_pod_is_rejected_if_no_account_is_created, account_fixture) {
    start(pods, pod(R"("name":"p")"));
    l.run_until(l.now() + 2s);
    BOOST_REQUIRE(answer);
    BOOST_TEST(answer->status == 403);
    BOOST_TEST(response_message() ==
               "pods \"p\" is forbidden: error looking up service account default/default: "
               "serviceaccount \"default\" not found");
}

BOOST_FIXTURE_TEST_CASE(an_applied_pod_waits_too, account_fixture) {
    start(std::string(pods) + "/p?fieldManager=m",
          R"({"apiVersion":"v1","kind":"Pod",)" + pod(R"("name":"p")").substr(1), "PATCH",
          "application/apply-patch+yaml");
    BOOST_TEST(!answer);
    ask("POST", accounts, R"({"metadata":{"name":"default"}})");
    l.run_until(l.now());
    BOOST_REQUIRE(answer);
    BOOST_TEST(answer->status == 201);
}

BOOST_FIXTURE_TEST_CASE(a_pod_does_not_wait_for_another_missing_account, account_fixture) {
    ask("POST", accounts, R"({"metadata":{"name":"default"}})");
    start(pods, pod(R"("generateName":"p-")", R"(,"serviceAccountName":"robot")"));
    BOOST_REQUIRE(answer);
    BOOST_TEST(answer->status == 403);
    BOOST_TEST(response_message() ==
               "pods \"p-\" is forbidden: error looking up service account default/robot: "
               "serviceaccount \"robot\" not found");
}

BOOST_FIXTURE_TEST_CASE(a_pod_does_not_wait_in_a_missing_or_terminating_namespace, account_fixture) {
    start("/api/v1/namespaces/nowhere/pods", pod(R"("name":"p")"));
    BOOST_REQUIRE(answer);
    BOOST_TEST(answer->status == 404);
    answer.reset();
    ask("POST", "/api/v1/namespaces", R"({"metadata":{"name":"going"}})");
    ask("DELETE", "/api/v1/namespaces/going");
    start("/api/v1/namespaces/going/pods", pod(R"("name":"p")"));
    BOOST_REQUIRE(answer);
    BOOST_TEST(answer->status == 403);
    BOOST_TEST(response_message().find("because it is being terminated") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(a_stopping_server_ends_the_wait, account_fixture) {
    start(pods, pod(R"("name":"p")"));
    BOOST_TEST(!answer);
    w->stop();
    l.run_until(l.now());
    BOOST_REQUIRE(answer);
    BOOST_TEST(answer->status == 403);
}

namespace {

constexpr const char* mirrored = R"("name":"m","annotations":{"kubernetes.io/config.mirror":"x"})";

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_mirror_pod_gets_no_account, account_fixture) {
    ask("POST", accounts, R"({"metadata":{"name":"default"}})");
    start(pods, pod(mirrored, R"(,"nodeName":"n")"));
    BOOST_REQUIRE(answer);
    BOOST_TEST(answer->status == 201);
    const auto made = bj::parse(answer->body);
    BOOST_TEST(text_in(made.as_object(), {"spec", "serviceAccountName"}).empty());
}

BOOST_FIXTURE_TEST_CASE(a_mirror_pod_may_name_neither_accounts_nor_secrets, account_fixture) {
    ask("POST", accounts, R"({"metadata":{"name":"default"}})");
    const std::string account = "a mirror pod may not reference service accounts",
                      secret = "a mirror pod may not reference secrets",
                      token = "a mirror pod may not use ServiceAccountToken volume projections";
    const std::pair<const char*, std::string> cases[] = {
        {R"(,"serviceAccountName":"a")", account},
        {R"(,"serviceAccount":"a")", account},
        {R"(,"imagePullSecrets":[{"name":"s"}])", secret},
        {R"(,"volumes":[{"name":"v","secret":{"secretName":"s"}}])", secret},
        {R"(,"initContainers":[{"name":"i","image":"i","envFrom":[{"secretRef":{"name":"s"}}]}])", secret},
        {R"(,"volumes":[{"name":"v","projected":{"sources":[{"secret":{"name":"s"}}]}}])", secret},
        {R"(,"volumes":[{"name":"v","projected":{"sources":[{"serviceAccountToken":{"path":"t"}}]}}])",
         token}};
    for (const auto& [spec, why] : cases) {
        BOOST_TEST_CONTEXT(spec) {
            answer.reset();
            start(pods, pod(mirrored, (std::string(R"(,"nodeName":"n")") + spec).c_str()));
            BOOST_REQUIRE(answer);
            BOOST_TEST(answer->status == 403);
            BOOST_TEST(response_message() == "pods \"m\" is forbidden: " + why);
        }
    }
}

BOOST_FIXTURE_TEST_CASE(the_mark_of_mirror_pods_cannot_change, account_fixture) {
    ask("POST", accounts, R"({"metadata":{"name":"default"}})");
    const std::string m = std::string(pods) + "/m",
                      invalid = "metadata.annotations[kubernetes.io/config.mirror]: ",
                      is_invalid = "Pod \"m\" is invalid: ";
    start(pods, pod(mirrored));
    BOOST_TEST(response_message() ==
               is_invalid + invalid +
                   "Invalid value: \"x\": must set spec.nodeName if mirror pod annotation is set");
    start(pods, pod(mirrored, R"(,"nodeName":"n")"));
    const auto change = [&](const char* annotations) {
        const auto r =
            tree("PATCH", m, std::string(R"({"metadata":{"annotations":)") + annotations + "}}", merge_patch);
        return message(r);
    };
    const std::string kept =
        is_invalid + invalid + "Forbidden: may not remove or update mirror pod annotation";
    BOOST_TEST(change(R"({"kubernetes.io/config.mirror":"y"})") == kept);
    BOOST_TEST(change(R"({"kubernetes.io/config.mirror":null})") == kept);
    BOOST_TEST(change(R"({"other":"y"})").empty());
    const auto debugged = tree("PATCH", m + "/ephemeralcontainers",
                               R"({"spec":{"ephemeralContainers":[{"name":"e","image":"i"}]}})",
                               "application/strategic-merge-patch+json");
    BOOST_TEST(message(debugged) ==
               is_invalid + "[]: Forbidden: static pods do not support ephemeral containers");
    start(pods, pod(R"("name":"p")"));
    const auto marked =
        tree("PATCH", std::string(pods) + "/p",
             R"({"metadata":{"annotations":{"kubernetes.io/config.mirror":"y"}}})", merge_patch);
    BOOST_TEST(message(marked).find(invalid + "Forbidden: may not add mirror pod annotation") !=
               std::string::npos);
}

namespace {

struct limited_account : account_fixture {
    limited_account() {
        ask("POST", accounts,
            R"({"metadata":{"name":"default","annotations":{"kubernetes.io/enforce-mountable-secrets":"T"}},)"
            R"("secrets":[{"name":"mine"}],"imagePullSecrets":[{"name":"pull"}]})");
    }
    // The reason for the refusal; empty if there is none.
    std::string refusal(const std::string& spec) {
        answer.reset();
        start(pods, pod(R"("generateName":"p-")", spec.c_str()));
        const std::string text = answer && answer->status != 201 ? response_message() : "";
        const std::string begin = "pods \"p-\" is forbidden: ";
        return text.starts_with(begin) ? text.substr(begin.size()) : text;
    }
};

constexpr const char* foreign =
    " is not allowed because service account default does not reference that secret";

}  // namespace

BOOST_FIXTURE_TEST_CASE(an_account_may_limit_the_secrets_of_pods, limited_account) {
    BOOST_TEST(refusal(R"(,"volumes":[{"name":"v","secret":{"secretName":"mine"}}])").empty());
    BOOST_TEST(refusal(R"(,"volumes":[{"name":"v","secret":{"secretName":"s"}}])") ==
               "volume with secret.secretName=\"s\"" + std::string(foreign));
    BOOST_TEST(refusal(R"(,"initContainers":[{"name":"i","image":"i","env":[{"name":"E","valueFrom":)"
                       R"({"secretKeyRef":{"name":"s","key":"k"}}}]}])") ==
               "init container i with envVar E referencing secret.secretName=\"s\"" + std::string(foreign));
    BOOST_TEST(refusal(R"(,"initContainers":[{"name":"i","image":"i","envFrom":[)"
                       R"({"secretRef":{"name":"mine"}},{"secretRef":{"name":"s"}}]}])") ==
               "init container i with envFrom referencing secret.secretName=\"s\"" + std::string(foreign));
    BOOST_TEST(refusal(R"(,"imagePullSecrets":[{"name":"pull"},{"name":"s"}])") ==
               "imagePullSecrets[1].name=\"s\" is not allowed because service account default does not "
               "reference that imagePullSecret");
}

BOOST_FIXTURE_TEST_CASE(an_account_limits_ephemeral_containers_too, limited_account) {
    start(pods, pod(R"("name":"p")"));
    const std::string path = std::string(pods) + "/p/ephemeralcontainers";
    const auto add = [&](const char* secret) {
        return tree("PATCH", path,
                    std::string(R"({"spec":{"ephemeralContainers":[{"name":"e","image":"i","envFrom":[)") +
                        R"({"secretRef":{"name":")" + secret + R"("}}]}]}})",
                    "application/strategic-merge-patch+json");
    };
    const auto refused = add("s");
    BOOST_TEST(message(refused) == "ephemeral container e with envFrom referencing secret.secretName=\"s\"" +
                                       std::string(foreign));
    const auto taken = add("mine");
    BOOST_TEST(text_in(taken, {"kind"}) == "Pod");
}
