// The story reader: what it accepts, and what it says about mistakes.
#include "testkit/story/story.hpp"

#include "pages/quotes.hpp"
#include "setpoint/story/explore.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <sstream>

using namespace setpoint;
using story::read_story_text, story::story_step;

BOOST_AUTO_TEST_SUITE(story_test)

namespace {

story::story read(const std::string& text) {
    return read_story_text(text, "story.yaml", "");
}

std::string error_of(const std::string& text) {
    try {
        (void)read(text);
    } catch (const story::cannot_explore& e) {
        return e.what();
    }
    return "no error";
}

const std::string one_step = "steps:\n- delete: {kind: Pod, name: a}\n";

}  // namespace

BOOST_AUTO_TEST_CASE(reads_each_kind_of_step) {
    const story::story s = read(R"(
namespace: shop
replicas: 2
nodes: 0
limit: 3s
without: [workloads]
pods: {start: 1s}
steps:
- apply: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
- apply: |
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: b}
    ---
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: c}
- patch: {kind: ConfigMap, name: a, merge: {data: {x: z}}}
- patch: {kind: ConfigMap, name: a, json: [{op: remove, path: /data/x}]}
- wait: {kind: ConfigMap, name: a, path: .data.x, value: z, limit: 1m}
- wait:
  - {kind: ConfigMap, count: 3}
  - {kind: ConfigMap, name: z, exists: false}
- restart: operator
- delete: {kind: ConfigMap, name: a, namespace: other, propagation: Foreground}
)");
    BOOST_TEST(s.ns == "shop");
    BOOST_TEST(s.replicas == 2u);
    BOOST_TEST(s.server.nodes.count == 0);
    BOOST_TEST(!s.server.run.workloads);
    BOOST_TEST(s.server.run.namespaces);
    BOOST_TEST((s.server.nodes.start_delay == std::chrono::seconds(1)));
    BOOST_REQUIRE(s.steps.size() == 8u);
    BOOST_TEST(s.steps[1].objects.size() == 2u);
    BOOST_TEST(s.steps[2].content_type == "application/merge-patch+json");
    BOOST_TEST(s.steps[2].body == R"({"data":{"x":"z"}})");
    BOOST_TEST(s.steps[3].content_type == "application/json-patch+json");
    BOOST_TEST((s.steps[4].limit == std::chrono::minutes(1)));
    BOOST_TEST(s.steps[4].where == "story.yaml:20");
    BOOST_TEST((s.steps[5].limit == std::chrono::seconds(3)));
    BOOST_TEST(s.steps[5].until.size() == 2u);
    BOOST_TEST((s.steps[6].what == story_step::kind::restart));
    BOOST_TEST(s.steps[7].target.ns == "other");
    BOOST_TEST(s.steps[7].propagation == "Foreground");
}

BOOST_AUTO_TEST_CASE(words_of_a_check_name_the_object_and_what_is_wanted) {
    const auto words = [](const std::string& check) {
        return read("steps:\n- wait: {" + check + "}\n").steps[0].until[0].words();
    };
    BOOST_TEST(words("kind: Pod, name: a, path: spec.x, value: 2") == "Pod default/a: .spec.x is 2");
    BOOST_TEST(words("kind: Pod, name: a, path: '{.spec.x}', not: b") ==
               "Pod default/a: .spec.x is not \"b\"");
    BOOST_TEST(words("kind: Pod, namespace: '*', path: .a, min: 1, max: 3") ==
               "Pod: .a is at least 1 and is at most 3");
    BOOST_TEST(words("kind: Pod, labels: {app: x}, count: {min: 2}") == "Pod in default app=x: at least 2");
    BOOST_TEST(words("kind: Pod, count: {max: 3}") == "Pod in default: at most 3");
    BOOST_TEST(words("kind: Pod, name: a, condition: Ready") == "Pod default/a: condition Ready is True");
    BOOST_TEST(words("kind: Pod, name: a, exists: false") == "Pod default/a: does not exist");
}

BOOST_AUTO_TEST_CASE(mistakes_are_reported_with_file_line_and_path) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "story.yaml: the story is empty"},
        {"# only a comment\n", "story.yaml: the story is empty"},
        {"[]\n", "story.yaml:1: must be a mapping"},
        {"steps: [\n", "story.yaml:2: did not find expected node content"},
        {"steps:\n- apply: {a: b\n", "story.yaml:3: did not find expected ',' or '}'"},
        {one_step + "steps: []\n", "story.yaml: line 3: key \"steps\" already set in map"},
        {one_step + "---\n" + one_step, "story.yaml: a story is one YAML document"},
        {"nodes: 1\n", "story.yaml:1: steps is missing"},
        {"steps: []\n", "story.yaml:1: .steps: has no step"},
        {"steps: {}\n", "story.yaml:1: .steps: must be a list"},
        {"stepps: []\n", "story.yaml:1: .stepps: unknown key; known are crds, setup,"},
        {one_step + "replicas: 3\n", "story.yaml:3: .replicas: must be a number from 1 to 2"},
        {one_step + "replicas: two\n", "story.yaml:3: .replicas: must be a number from 1 to 2"},
        {one_step + "nodes: -1\n", "story.yaml:3: .nodes: must be a number from 0 to 100"},
        {one_step + "leases: drop\n", "story.yaml:3: .leases: \"drop\" is not one of wait, release"},
        {one_step + "limit: 10\n", "story.yaml:3: .limit: must be a duration such as 10s"},
        {one_step + "limit: 0s\n", "story.yaml:3: .limit: must be a duration such as 10s"},
        {one_step + "namespace: ''\n", "story.yaml:3: .namespace: must not be empty"},
        {one_step + "namespace: 5\n", "story.yaml:3: .namespace: must be a string; put it in quotes"},
        {one_step + "without: [sun]\n",
         "story.yaml:3: .without[0]: \"sun\" is not one of garbage-collection"},
        {one_step + "pods: {starts: 1s}\n", "story.yaml:3: .pods.starts: unknown key; known are start"},
        {one_step + "crds: [nowhere.yaml]\n",
         "story.yaml:3: .crds[0]: there is no file or folder nowhere.yaml"},
        {one_step + "setup: []\n", "story.yaml:3: .setup: has no object"},
        {one_step + "setup: {kind: Pod}\n", "story.yaml:3: .setup: an object needs apiVersion"},
        {one_step + "setup: {file: nowhere.yaml}\n",
         "story.yaml:3: .setup.file: there is no file nowhere.yaml"},
        {one_step + "setup: 'a: [b'\n", "story.yaml:3"},
        {"steps:\n- {}\n", "story.yaml:2: .steps[0]: a step has one of apply, patch, delete, wait, restart"},
        {"steps:\n- {restart: operator, wait: {}}\n", "story.yaml:2: .steps[0]: a step has one of"},
        {"steps:\n- sleep: 5s\n", "story.yaml:2: .steps[0].sleep: unknown key; known are apply"},
        {"steps:\n- restart: everything\n", ".steps[0].restart: \"everything\" is not one of operator"},
        {"steps:\n- delete: {kind: Pod}\n", "story.yaml:2: .steps[0].delete: name is missing"},
        {"steps:\n- delete: {name: a}\n", "story.yaml:2: .steps[0].delete: kind is missing"},
        {"steps:\n- delete: {kind: Pod, name: a, propagation: Now}\n", "is not one of Background"},
        {"steps:\n- patch: {kind: Pod, name: a}\n", ".steps[0].patch: needs one of merge, json"},
        {"steps:\n- patch: {kind: Pod, name: a, merge: {}, json: []}\n", "needs one of merge, json"},
        {"steps:\n- patch: {kind: Pod, name: a, merge: []}\n", ".steps[0].patch.merge: must be a mapping"},
        {"steps:\n- patch: {kind: Pod, name: a, json: [{path: /a}]}\n",
         ".steps[0].patch.json[0]: op is missing"},
        {"steps:\n- wait: {kind: Pod, name: a}\n",
         "story.yaml:2: .steps[0].wait: needs one of path, condition, exists, count"},
        {"steps:\n- wait: {kind: Pod, path: .a, count: 1}\n", "has more than one of path, condition"},
        {"steps:\n- wait: {kind: Pod, value: 1}\n", "value, valueFrom, not, min and max need a `path`"},
        {"steps:\n- wait: {kind: Pod, path: '.a[', value: 1}\n",
         "story.yaml:2: .steps[0].wait.path: not a JSONPath"},
        {"steps:\n- wait: {kind: Pod, path: .a, status: 'True'}\n", ".status: belongs to `condition`"},
        {"steps:\n- wait: {kind: Pod, condition: Ready, status: yes}\n", ".status: must be a string"},
        {"steps:\n- wait: {kind: Pod, count: -1}\n", ".count: must be a number from 0"},
        {"steps:\n- wait: {kind: Pod, count: {least: 1}}\n", ".count.least: unknown key; known are min, max"},
        {"steps:\n- wait: []\n", ".steps[0].wait: has no condition"},
        {"steps:\n- wait: {kind: Pod, count: 1, timeout: 5s}\n", ".steps[0].wait.timeout: unknown key"},
        {one_step + "invariants:\n- {name: a}\n", "story.yaml:4: .invariants[0]: always is missing"},
        {one_step + "invariants:\n- {always: {kind: Pod, count: 1}}\n", ".invariants[0]: name is missing"},
        {one_step + "invariants:\n- {name: a, always: {kind: Pod, count: 1, limit: 5s}}\n",
         ".invariants[0].always.limit: belongs to a wait"},
        {one_step + "ignore:\n- {field: data.x}\n", "story.yaml:4: .ignore[0].field: must be a JSON pointer"},
        {one_step + "ignore:\n- {kind: Pod}\n", ".ignore[0]: field is missing"},
    };
    for (const auto& [text, wanted] : cases) {
        const std::string got = error_of(text);
        BOOST_TEST(got.find(wanted) != std::string::npos, "story:\n"
                                                              << text << "\ngot:    " << got
                                                              << "\nwanted: " << wanted);
    }
}

BOOST_AUTO_TEST_CASE(examples_of_the_page_are_read) {
    const std::string page = pages::read("docs/stories.md");
    const auto all = pages::blocks_if_any(page, "yaml");
    BOOST_TEST(all.size() == 5u);
    // Two are whole stories, which webhooks_test reads.
    for (const std::string& block : all)
        if (block.find("webhooks:") == std::string::npos) BOOST_CHECK_NO_THROW(read(one_step + block));
}

BOOST_AUTO_TEST_CASE(each_key_is_on_the_page) {
    const std::string page = pages::read("docs/stories.md");
    const auto check_keys = [&](const std::string& text) {
        const std::string error = error_of(text);
        const std::size_t at = error.find("known are ");
        BOOST_REQUIRE_MESSAGE(at != std::string::npos, error);
        std::istringstream keys(error.substr(at + 10));
        for (std::string key; std::getline(keys, key, ',');) {
            key.erase(0, key.find_first_not_of(' '));
            const bool is_there =
                page.find("`" + key) != std::string::npos || page.find(key + ":") != std::string::npos ||
                page.find("{" + key) != std::string::npos || page.find(", " + key) != std::string::npos;
            BOOST_TEST(is_there, "docs/stories.md has no key " << key);
        }
    };
    for (const char* in : {"x: 1\n", "steps:\n- {x: 1}\n", "steps:\n- patch: {x: 1}\n",
                           "steps:\n- delete: {x: 1}\n", "steps:\n- wait: {x: 1}\n", "pods: {x: 1}\n"})
        check_keys(in);
    check_keys(one_step + "webhooks: {x: 1}\n");
    check_keys(one_step + "invariants:\n- {x: 1}\n");
    check_keys(one_step + "ignore:\n- {x: 1}\n");
}

BOOST_AUTO_TEST_CASE(deep_nesting_is_an_error) {
    std::string deep = "steps: ";
    for (int i = 0; i < 100; ++i) deep += "[";
    BOOST_TEST(error_of(deep).find("story.yaml") == 0u);
}

BOOST_AUTO_TEST_CASE(ignored_fields_are_removed) {
    const story::story s = read(one_step + R"(ignore:
- {kind: ConfigMap, field: /data/a~1b}
- {field: /metadata/annotations/time}
)");
    boost::json::object o =
        boost::json::parse(
            R"({"kind":"ConfigMap","metadata":{"annotations":{"time":"1","x":"y"}},"data":{"a/b":"1","c":"2"}})")
            .as_object();
    story::remove_ignored(o, s.ignored);
    BOOST_TEST(boost::json::serialize(o) ==
               R"({"kind":"ConfigMap","metadata":{"annotations":{"x":"y"}},"data":{"c":"2"}})");
    boost::json::object other = boost::json::parse(R"({"kind":"Secret","data":{"a/b":"1"}})").as_object();
    story::remove_ignored(other, s.ignored);
    BOOST_TEST(boost::json::serialize(other) == R"({"kind":"Secret","data":{"a/b":"1"}})");
}

BOOST_AUTO_TEST_SUITE_END()
