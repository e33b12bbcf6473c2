// `setpoint explore --inputs` with programs: a small operator in Python without a fault and with planted
// ones, and one of our operators, in which it finds nothing.
#include "support/finished_command.hpp"
#include "support/running_command.hpp"

#include <algorithm>
#include <sstream>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(explore_inputs_test)

namespace {

const std::string source = SETPOINT_SOURCE_DIR;

const std::string box_story = "crds: [" + source + R"(/tests/explore/boxes.crd.yaml]
without: [garbage-collection, namespaces, workloads, addresses, endpoints, nodes]
limit: 10s
steps:
- apply:
    apiVersion: example.com/v1
    kind: Box
    metadata: {name: b}
    spec: {size: 2, items: [one, two], labels: {team: a}}
- wait: {kind: Box, name: b, condition: Ready}
)";

struct box : test_directory {
    finished_command explore(std::vector<std::string> flags, const std::string& fault = {},
                             const std::string& end_of_story = {}) const {
        std::vector<std::string> words{
            "explore",         "--story",    write("story.yaml", box_story + end_of_story),
            "--inputs",        "--patience", "1s",
            "--longest-retry", "2s"};
        words.insert(words.end(), flags.begin(), flags.end());
        words.insert(words.end(), {"--", "python3", source + "/tests/integration/explore/box_operator.py",
                                   "{kubeconfig}"});
        if (!fault.empty()) words.push_back(fault);
        return run_setpoint(words, path());
    }
};

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(finds_nothing_in_an_operator_without_a_fault) {
    const finished_command done = box().explore({"--plans", "12"});
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, "5 fields, "), done.out);
    BOOST_TEST(has(done.out, "nothing found"), done.out);
}

BOOST_AUTO_TEST_CASE(finds_a_label_that_is_left_over_and_replays_it) {
    const box here;
    const std::string only_labels = "inputs: {only: [.spec.labels]}\n";
    const std::string report = here.at("found.json");
    const finished_command done =
        here.explore({"--report", report, "--page", here.at("found.html"), "--max-findings", "1"},
                     "--keep-removed", only_labels);
    BOOST_TEST(done.code == 1, done.out + done.error);
    BOOST_TEST(has(done.out, "same as new: the objects are not those of a new object with this spec:"),
               done.out);
    BOOST_TEST(has(done.out, "configmaps default/b: metadata.labels."), done.out);
    BOOST_TEST(has(done.out, "| the object that is changed"), done.out);
    BOOST_TEST(has(done.out, "--inputs --replay '.spec.labels"), done.out);
    BOOST_TEST(has(text_of_file(report), "\"oracle\":\"same as new\""));
    BOOST_TEST(has(text_of_file(here.at("found.html")), "of a new object with this spec</span>"));
    const finished_command again = here.explore({"--replay", ".spec.labels-"}, "--keep-removed", only_labels);
    BOOST_TEST(again.code == 1, again.out + again.error);
    BOOST_TEST(has(again.out, "found by .spec.labels-"), again.out);
    const finished_command right = here.explore({"--replay", ".spec.labels-"}, "", only_labels);
    BOOST_TEST(right.code == 0, right.out + right.error);
}

BOOST_AUTO_TEST_CASE(finds_a_crash_on_an_empty_list) {
    const finished_command done =
        box().explore({"--max-findings", "1"}, "--crash-on-empty", "inputs: {only: [.spec.items]}\n");
    BOOST_TEST(done.code == 1, done.out + done.error);
    BOOST_TEST(has(done.out, "operator ended: the operator ended by itself with exit code 1"), done.out);
    BOOST_TEST(has(done.out, "found by new .spec.items=[]"), done.out);
    BOOST_TEST(has(done.out, "IndexError"), done.out);
}

BOOST_AUTO_TEST_CASE(finds_a_secret_that_is_replaced) {
    const finished_command done = box().explore(
        {"--max-findings", "1"}, "--new-secret",
        "inputs: {only: [.spec.size]}\nignore: [{kind: Secret, field: /metadata/annotations}]\n");
    BOOST_TEST(done.code == 1, done.out + done.error);
    BOOST_TEST(has(done.out, "data is kept: secrets default/b was deleted and created again"), done.out);
}

BOOST_AUTO_TEST_CASE(finds_a_refusal_that_is_not_reported) {
    const finished_command done =
        box().explore({"--max-findings", "1"}, "--silent", "inputs: {only: [.spec.labels]}\n");
    BOOST_TEST(done.code == 1, done.out + done.error);
    BOOST_TEST(has(done.out, "bad spec is reported: the API server refuses to"), done.out);
}

BOOST_AUTO_TEST_CASE(finds_an_operator_that_does_not_recover) {
    const finished_command done =
        box().explore({"--max-findings", "1"}, "--stuck", "inputs: {only: [.spec.labels]}\n");
    BOOST_TEST(done.code == 1, done.out + done.error);
    BOOST_TEST(has(done.out, "same as new: "), done.out);
    BOOST_TEST(has(done.out, "; back"), done.out);
}

BOOST_AUTO_TEST_CASE(a_spec_that_the_story_calls_bad_must_be_reported) {
    const box here;
    const std::string blue_is_bad = "inputs: {only: [.spec.color], bad: {.spec.color: [blue]}}\n";
    const finished_command done = here.explore({}, "", blue_is_bad);
    BOOST_TEST(done.code == 1, done.out + done.error);
    BOOST_TEST(has(done.out, "bad spec is reported: the story calls the spec bad"), done.out);
    const finished_command again = here.explore({"--replay", ".spec.color=\"blue\""}, "", blue_is_bad);
    BOOST_TEST(again.code == 1, again.out + again.error);
    BOOST_TEST(has(again.out, "bad spec is reported: the story calls the spec bad"), again.out);
}

BOOST_AUTO_TEST_CASE(known_findings_do_not_fail) {
    const box here;
    const std::string known = here.at("known.yaml"), only_labels = "inputs: {only: [.spec.labels]}\n";
    BOOST_TEST(
        here.explore({"--write-accepted", known, "--plans", "3"}, "--keep-removed", only_labels).code == 1);
    const finished_command done =
        here.explore({"--accept", known, "--plans", "3"}, "--keep-removed", only_labels);
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, "accepted: same as new"), done.out);
}

BOOST_AUTO_TEST_CASE(changes_are_crossed_with_faults) {
    const finished_command done =
        box().explore({"--pairs", "--only", "P2", "--jobs", "4"}, "", "inputs: {only: [.spec.color]}\n");
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, " of them with a fault"), done.out);
}

BOOST_AUTO_TEST_CASE(plans_are_listed_and_mistakes_refused) {
    const box here;
    const finished_command all = here.explore({"--list-plans"}, "", "inputs: {only: [.spec.color]}\n");
    BOOST_TEST(all.out == ".spec.color=\"red\"; back\n.spec.color=\"blue\"; back\n", all.out + all.error);
    const finished_command none = here.explore({}, "", "inputs: {only: [.spec.none]}\n");
    BOOST_TEST(none.code == 2);
    BOOST_TEST(has(none.error, "no field of Box default/b can be changed"), none.error);
    const finished_command bad = here.explore({"--replay", "P2@x"});
    BOOST_TEST(bad.code == 2);
    BOOST_TEST(has(bad.error, "is not a change of a field"), bad.error);
    BOOST_TEST(has(here.explore({"--check"}).error, "--inputs and --check: a check runs no plan"));
    BOOST_TEST(has(here.explore({"--replay", ".spec.size=1", "--seed", "2"}).error, "--replay and --seed"));
    const finished_command seed =
        run_setpoint({"explore", "--story", "story.yaml", "--seed", "2", "--", "true"}, here.path());
    BOOST_TEST(has(seed.error, "--seed needs --inputs"), seed.error);
}

BOOST_AUTO_TEST_CASE(finds_nothing_in_the_webserver_operator) {
    const test_directory here;
    const std::string story =
        here.write("story.yaml", "crds: [" + source + "/manifests/webserver-operator/crd/bases]\n" + R"(
steps:
- apply:
    apiVersion: my.domain/v1
    kind: WebServer
    metadata: {name: web}
    spec: {replicas: 2, image: 'nginx:1.23.1'}
- wait: {kind: WebServer, name: web, path: .status.readyReplicas, value: 2}
)");
    const finished_command done =
        run_setpoint({"explore", "--story", story, "--inputs", "--plans", "5", "--patience", "2s",
                      "--longest-retry", "5s", "--", built_program("webserver-operator"), "--kubeconfig",
                      "{kubeconfig}", "--metrics-bind-address=0", "--health-probe-bind-address=0"},
                     here.path());
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, "nothing found"), done.out);
}

BOOST_AUTO_TEST_SUITE_END()
