// What applications answer: which answer counts, conversations, readiness, and mistakes in a story.
#include "testkit/story/pod_answers.hpp"

#include "setpoint/story/explore.hpp"
#include "testkit/story/story.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using story::application_answers;

BOOST_AUTO_TEST_SUITE(pod_answers_test)

namespace {

namespace bj = boost::json;

application_answers read(const std::string& yaml) {
    return application_answers::read(story::story_node(story::parse_story_document(yaml, "story.yaml")), "");
}

std::string error_of(const std::string& answers) {
    try {
        (void)story::read_story_text("steps:\n- delete: {kind: Pod, name: a}\n" + answers, "story.yaml", "");
    } catch (const story::cannot_explore& e) {
        return e.what();
    }
    return "no error";
}

bj::object pod(const std::string& spec = "{}") {
    return bj::parse(R"({"metadata": {"name": "db-0", "namespace": "shop", "labels": {"app": "db"}},
                        "status": {"podIP": "10.244.0.7"}, "spec": )" +
                     spec + "}")
        .as_object();
}

const std::string both = R"(
- {name: other-*, logs: of others}
- labels: {app: db}
  container: main
  after: 1s
  exec:
  - {command: db-cli ping, stdout: pong}
  - {command: db-cli *, exit: 3}
- name: db-*
  namespace: shop
  exec: [{command: '*', stdout: any}]
  logs: ''
  ports:
  - {port: 80, http: [{path: /ready, status: 503}, {method: GET, path: '/*', body: all}]}
  - port: 81
    tcp: [{send: "hello\n"}, {receive: A, send: a}, {receive: AB, send: ab}, {receive: Q, close: true}]
)";

}  // namespace

BOOST_AUTO_TEST_CASE(patterns_match_any_text_at_a_star) {
    for (const auto& [text, pattern, wanted] :
         std::vector<std::tuple<const char*, const char*, bool>>{{"", "", true},
                                                                 {"a", "", false},
                                                                 {"", "*", true},
                                                                 {"abc", "abc", true},
                                                                 {"abc", "a*", true},
                                                                 {"abc", "*c", true},
                                                                 {"abc", "a*b*c", true},
                                                                 {"aXbYc", "a*b*c", true},
                                                                 {"abcb", "*b", true},
                                                                 {"abc", "*d*", false},
                                                                 {"abc", "abcd", false},
                                                                 {"a", "a**", true}})
        BOOST_TEST(story::matches_pattern(text, pattern) == wanted, text << " like " << pattern);
}

BOOST_AUTO_TEST_CASE(the_first_answer_that_matches_counts) {
    const application_answers all = read(both);
    const auto ping = all.exec(pod(), "main", {"db-cli", "ping"});
    BOOST_REQUIRE(ping.has_value());
    BOOST_TEST(ping->answer->out == "pong");
    BOOST_TEST((ping->after == std::chrono::seconds(1)));
    BOOST_TEST(all.exec(pod(), "main", {"db-cli", "x", "y"})->answer->exit_code == 3);
    BOOST_TEST(all.exec(pod(), "side", {"db-cli", "ping"})->answer->out == "any");
    BOOST_REQUIRE(all.logs(pod(), "main") != nullptr);
    BOOST_TEST(all.logs(pod(), "main")->empty());
    BOOST_TEST(all.ports().size() == 2u);
    bj::object elsewhere = pod();
    elsewhere["metadata"].as_object()["namespace"] = "x";
    elsewhere["metadata"].as_object()["labels"] = bj::object();
    BOOST_TEST(!all.exec(elsewhere, "main", {"db-cli", "ping"}).has_value());
    BOOST_TEST(!all.port(elsewhere, 80).has_value());
}

BOOST_AUTO_TEST_CASE(conversations_answer_in_the_order_of_what_arrives) {
    const application_answers all = read(both);
    const auto port = all.port(pod(), 81);
    BOOST_REQUIRE(port.has_value());
    story::tcp_conversation with(*port->answers);
    BOOST_TEST(with.begin().send == "hello\n");
    BOOST_TEST(with.put("x").send.empty());
    BOOST_TEST(with.put("A-AB").send == "aa");
    const story::tcp_conversation::reply last = with.put("A Q A");
    BOOST_TEST(last.send == "a");
    BOOST_TEST(last.ends);
}

BOOST_AUTO_TEST_CASE(readiness_follows_the_probes_that_are_answered) {
    const application_answers all = read(both);
    for (const auto& [probe, wanted] : std::vector<std::pair<const char*, std::optional<bool>>>{
             {R"({"httpGet": {"port": 80, "path": "/ready"}})", false},
             {R"({"httpGet": {"port": "web", "path": "/x?y"}})", true},
             {R"({"httpGet": {"port": 8080}})", std::nullopt},
             {R"({"tcpSocket": {"port": 81}})", true},
             {R"({"exec": {"command": ["db-cli", "x"]}})", false},
             {R"({"exec": {"command": ["db-cli", "ping"]}})", true},
             {R"({"grpc": {"port": 81}})", std::nullopt}}) {
        const auto is = all.is_ready(
            pod(std::string(
                    R"({"containers": [{"name": "main", "ports": [{"name": "web", "containerPort": 80}],)") +
                R"("readinessProbe": )" + probe + "}]}"));
        BOOST_TEST((is == wanted), probe);
    }
    BOOST_TEST(!all.is_ready(pod()).has_value());
    BOOST_TEST(!*all.is_ready(pod(R"({"containers": [
        {"name": "main", "readinessProbe": {"exec": {"command": ["db-cli", "ping"]}}},
        {"name": "b", "readinessProbe": {"httpGet": {"port": 80, "path": "/ready"}}}]})")));
}

BOOST_AUTO_TEST_CASE(answers_contain_the_pod) {
    BOOST_TEST(story::with_pod(R"({"a": "{pod}.{namespace}", "ip": "{ip}"}{x})", pod()) ==
               R"({"a": "db-0.shop", "ip": "10.244.0.7"}{x})");
}

BOOST_AUTO_TEST_CASE(mistakes_have_file_line_and_path) {
    const std::string head = "pods:\n  answers:\n  - ";
    for (const auto& [text, wanted] : std::vector<std::pair<std::string, std::string>>{
             {head + "{}\n", "story.yaml:5: .pods.answers[0]: needs one of exec, logs, ports"},
             {"pods: {answers: []}\n", "story.yaml:3: .pods.answers: has no answer"},
             {head + "{log: a}\n", "story.yaml:5: .pods.answers[0].log: unknown key; known are name"},
             {head + "{logs: 5}\n", "story.yaml:5: .pods.answers[0].logs: must be a string or {file: PATH}"},
             {head + "{logs: {file: nowhere}}\n", "nowhere: cannot be read"},
             {head + "{exec: [{stdout: a}]}\n", "story.yaml:5: .pods.answers[0].exec[0]: command is missing"},
             {head + "{exec: [{command: a, exit: 256}]}\n",
              "story.yaml:5: .pods.answers[0].exec[0].exit: must be a number from 0 to 255"},
             {head + "{ports: [{port: 0, tcp: [{send: a}]}]}\n",
              "story.yaml:5: .pods.answers[0].ports[0].port: must be a number from 1 to 65535"},
             {head + "{ports: [{port: 1}]}\n",
              "story.yaml:5: .pods.answers[0].ports[0]: needs one of http, tcp"},
             {head + "{ports: [{port: 1, tcp: []}]}\n",
              "story.yaml:5: .pods.answers[0].ports[0]: has no answer"},
             {head + "{ports: [{port: 1, tcp: [{receive: a}]}]}\n",
              "story.yaml:5: .pods.answers[0].ports[0].tcp[0]: needs send or close"},
             {head + "{ports: [{port: 1, http: [{body: a, json: {}}]}]}\n",
              "story.yaml:5: .pods.answers[0].ports[0].http[0]: has body and json"},
             {head + "{ports: [{port: 1, http: [{path: x}]}]}\n",
              "story.yaml:5: .pods.answers[0].ports[0].http[0].path: must begin with / or *"},
             {head + "{ports: [{port: 1, http: [{headers: {connection: a}}]}]}\n",
              "story.yaml:5: .pods.answers[0].ports[0].http[0].headers.connection: is set by setpoint"},
             {head + "{ports: [{port: 1, http: [{headers: {host: a}}]}]}\n",
              "story.yaml:5: .pods.answers[0].ports[0].http[0].headers.host: is not a valid header"},
             {head + "{ports: [{port: 1, http: [{headers: {a: \"b\\nc\"}}]}]}\n",
              "story.yaml:5: .pods.answers[0].ports[0].http[0].headers.a: is not a valid header"},
             {head + "ports: [{port: 1, tcp: [{send: a}]}]\n  - ports: [{port: 1, http: [{body: a}]}]\n",
              "story.yaml:6: .pods.answers[1].ports[0].port: is answered over http and over tcp"},
             {"network: host\n" + head + "{ports: [{port: 1, tcp: [{send: a}]}]}\n",
              "story.yaml:3: .network: with `host`, the operator does not reach the ports"},
             {"network: none\n", "story.yaml:3: .network: \"none\" is not one of own, host"}})
        BOOST_TEST(error_of(text).starts_with(wanted), error_of(text));
}

BOOST_AUTO_TEST_CASE(a_story_with_answers_has_a_network_of_its_own) {
    const auto owns = [](const std::string& text) {
        return story::read_story_text("steps: [{delete: {kind: Pod, name: a}}]\n" + text, "s", "")
            .owns_network;
    };
    BOOST_TEST(!owns(""));
    BOOST_TEST(owns("network: own\n"));
    BOOST_TEST(owns("pods: {answers: [{logs: a}]}\n"));
    BOOST_TEST(!owns("network: host\npods: {answers: [{logs: a}]}\n"));
}

BOOST_AUTO_TEST_SUITE_END()
