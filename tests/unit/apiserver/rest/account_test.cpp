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
