// Logs of pods. Errors were observed on kube-apiserver 1.36.3.

#include "api_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

struct pod_with_log : api_fixture {
    pod_with_log() {
        ask("POST", "/api/v1/nodes", R"({"metadata":{"name":"n"}})");
        pod("p", "n", R"({"setpoint.dev/log":"one\ntwo\nthree\n","setpoint.dev/log.d":"other"})");
    }
    void pod(const std::string& name, const std::string& node, const std::string& annotations) {
        BOOST_TEST(ask("POST", pods,
                       R"({"metadata":{"name":")" + name + R"(","annotations":)" + annotations +
                           R"(},"spec":{"nodeName":")" + node +
                           R"(","containers":[{"name":"c","image":"i"},{"name":"d","image":"i"}]}})")
                       .status == 201);
    }
    setpoint::http::response log(const std::string& query, const std::string& name = "p") {
        return ask("GET", std::string(pods) + "/" + name + "/log?" + query);
    }
    std::string refusal(const std::string& query, const std::string& name = "p") {
        const setpoint::http::response r = log(query, name);
        const auto status = bj::parse(r.body);
        return std::to_string(r.status) + " " + message(status.as_object());
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(pod_log, pod_with_log)

BOOST_AUTO_TEST_CASE(a_log_is_the_text_of_an_annotation) {
    const setpoint::http::response all = log("container=c");
    BOOST_TEST(all.status == 200);
    BOOST_TEST(all.body == "one\ntwo\nthree\n");
    BOOST_REQUIRE(!all.headers.empty());
    BOOST_TEST(all.headers[0].value == "text/plain");
    BOOST_TEST(log("container=d").body == "other");
    BOOST_TEST(log("container=c&follow=true").body == "one\ntwo\nthree\n");
}

BOOST_AUTO_TEST_CASE(a_log_has_the_lines_and_bytes_asked_for) {
    const std::pair<const char*, const char*> cases[] = {{"tailLines=1", "three\n"},
                                                         {"tailLines=2", "two\nthree\n"},
                                                         {"tailLines=9", "one\ntwo\nthree\n"},
                                                         {"tailLines=0", ""},
                                                         {"tailLines=2&limitBytes=5", "two\nt"},
                                                         {"limitBytes=3", "one"}};
    for (const auto& [query, text] : cases)
        BOOST_TEST_CONTEXT(query) BOOST_TEST(log(std::string("container=c&") + query).body == text);
    BOOST_TEST(log("container=d&tailLines=1").body == "other");
}

BOOST_AUTO_TEST_CASE(a_pod_without_a_node_has_no_log) {
    pod("q", "", R"({"setpoint.dev/log":"text"})");
    const setpoint::http::response r = log("container=c", "q");
    BOOST_TEST(r.status == 204);
    BOOST_TEST(r.body.empty());
}

BOOST_AUTO_TEST_CASE(a_log_that_is_not_there_is_an_error) {
    pod("lost", "gone", "{}");
    pod("silent", "n", "{}");
    BOOST_TEST(refusal("container=c", "none") == "404 pods \"none\" not found");
    BOOST_TEST(refusal("container=c", "lost") == "404 pods \"gone\" not found");
    BOOST_TEST(refusal("container=c", "silent").starts_with("400 no container runs here"));
    BOOST_TEST(refusal("container=x") == "400 container x is not valid for pod p");
    BOOST_TEST(refusal("") == "400 a container name must be specified for pod p, choose one of: [c d]");
    BOOST_TEST(refusal("container=c&previous=true") ==
               "400 previous terminated container \"c\" in pod \"p\" not found");
}

BOOST_AUTO_TEST_CASE(options_of_a_log_are_checked_first) {
    const std::string invalid = "422 PodLogOptions \"none\" is invalid: ";
    const std::pair<const char*, std::string> cases[] = {
        {"tailLines=x", "400 strconv.ParseInt: parsing \"x\": invalid syntax"},
        {"tailLines=-1", invalid + "tailLines: Invalid value: -1: must be greater than or equal to 0"},
        {"limitBytes=0", invalid + "limitBytes: Invalid value: 0: must be greater than 0"},
        {"sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z",
         invalid + "[]: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified"},
        {"sinceSeconds=0", invalid + "sinceSeconds: Invalid value: 0: must be greater than 0"},
        {"stream=All", invalid + "stream: Forbidden: may not be specified"}};
    for (const auto& [query, why] : cases)
        BOOST_TEST_CONTEXT(query) BOOST_TEST(refusal(query, "none") == why);
}

BOOST_AUTO_TEST_SUITE_END()
