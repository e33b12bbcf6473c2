// Conditions that need more than one field, templates of steps, and steps that run at the same time.
#include "setpoint/core/log.hpp"
#include "setpoint/story/explore.hpp"
#include "support/virtual_world.hpp"
#include "testkit/story/cluster.hpp"
#include "testkit/story/story.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using story::story_step;

BOOST_AUTO_TEST_SUITE(story_language_test)

namespace {

story::story read(const std::string& text) {
    return story::read_story_text(text, "story.yaml", "");
}

std::string error_of(const std::string& text) {
    try {
        (void)read(text);
    } catch (const story::cannot_explore& e) {
        return e.what();
    }
    return "no error";
}

std::string error_of_step(const std::string& step) {
    return error_of("steps:\n- " + step + "\n");
}

// Why each wait of the story does not hold once its other steps are done; "" if it does.
std::vector<std::string> problems(const std::string& text, bool is_invariant = false) {
    const story::story s = read(
        "without: [workloads, nodes, addresses, endpoints, garbage-collection, "
        "namespaces]\n" +
        text);
    std::vector<std::string> all;
    virtual_world w;
    null_sink silent;
    const logger log(silent, w.time);
    story::cluster c(w.l, log, s);
    w.run([&]() -> awaitable<void> {
        co_await c.start();
        for (const story_step& step : s.steps) {
            std::vector<story::user_request> requests = co_await c.requests_of(step);
            for (story::user_request& r : requests) {
                const story::cluster::reply done = co_await c.send(std::move(r));
                BOOST_TEST(done.status < 300, done.message);
            }
            for (const story::object_check& one : step.until)
                all.push_back(one.problem(c.state(), is_invariant));
        }
        co_await c.stop();
    });
    return all;
}

const std::string two_maps = R"(steps:
- apply:
  - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {x: '1', z: '2'}}
  - {apiVersion: v1, kind: ConfigMap, metadata: {name: b}, data: {x: '1'}}
- wait:
)";

}  // namespace

BOOST_AUTO_TEST_CASE(a_field_can_be_absent) {
    const auto got = problems(two_maps + R"(
  - {kind: ConfigMap, name: b, path: .data.z, exists: false}
  - {kind: ConfigMap, name: a, path: .data.z, exists: false}
  - {kind: ConfigMap, name: b, path: .data.z, exists: true}
  - {kind: ConfigMap, name: c, path: .data.z, exists: false}
)");
    BOOST_TEST(got ==
               (std::vector<std::string>{"", ".data.z is \"2\"", ".data.z is not set", "there is none"}));
}

BOOST_AUTO_TEST_CASE(one_of_several_conditions_is_enough) {
    const auto got = problems(two_maps + R"(
  - any:
    - {kind: ConfigMap, name: a, path: .data.x, value: '3'}
    - {kind: ConfigMap, name: b, exists: true}
  - any:
    - {kind: ConfigMap, name: a, path: .data.x, value: '3'}
    - {kind: ConfigMap, name: c, exists: true}
)");
    BOOST_TEST(got == (std::vector<std::string>{"", ".data.x is \"1\", and there is none"}));
}

BOOST_AUTO_TEST_CASE(a_value_can_be_that_of_another_object) {
    const std::string text = two_maps + R"(
  - {kind: ConfigMap, name: a, path: .data.x, valueFrom: {kind: ConfigMap, name: b, path: .data.x}}
  - {kind: ConfigMap, name: a, path: .data.z, valueFrom: {kind: ConfigMap, name: b, path: .data.x}}
  - {kind: ConfigMap, name: a, path: .data.z, valueFrom: {kind: ConfigMap, name: b, path: .data.z}}
  - {kind: ConfigMap, name: a, path: .data.z, valueFrom: {kind: ConfigMap, name: c, path: .data.z}}
)";
    const auto got = problems(text);
    BOOST_REQUIRE(got.size() == 4u);
    BOOST_TEST(got[0].empty());
    BOOST_TEST(got[1] == ".data.z is \"2\", and .data.x of ConfigMap default/b is \"1\"");
    BOOST_TEST(got[2] == "ConfigMap default/b: .data.z is not set");
    BOOST_TEST(got[3] == "ConfigMap default/c does not exist");
    BOOST_TEST(problems(text, true) == (std::vector<std::string>{"", got[1], "", ""}));
}

BOOST_AUTO_TEST_CASE(words_of_conditions_name_all_parts) {
    const auto words = [](const std::string& check) {
        return read("steps:\n- wait: {" + check + "}\n").steps[0].until[0].words();
    };
    BOOST_TEST(words("kind: Pod, name: a, path: .a, exists: false") == "Pod default/a: .a is not set");
    BOOST_TEST(words("kind: Pod, name: a, exists: true, for: 1500ms") == "Pod default/a: exists for 1.5 s");
    BOOST_TEST(words("any: [{kind: Pod, count: 1}, {kind: Job, count: 2}]") ==
               "Pod in default: 1 of them, or Job in default: 2 of them");
    BOOST_TEST(words("kind: Pod, name: a, path: .a, valueFrom: {kind: Job, name: j, path: b}") ==
               "Pod default/a: .a is .b of Job default/j");
}

BOOST_AUTO_TEST_CASE(steps_are_repeated_for_each_value) {
    const story::story s = read(R"(steps:
- forEach: {n: 2}
  steps:
  - forEach: {color: [red, blue]}
    steps:
    - apply: {apiVersion: v1, kind: ConfigMap, metadata: {name: 'c-{n}', labels: {'{color}': 'yes-{n}'}}, data: {a: {n}, b: '{color}'}}
  - wait: {kind: ConfigMap, name: 'c-{n}', path: .data.a, value: '{n}'}
- forEach: {name: [x, 7, true]}
  steps:
  - apply: |
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: "c-{name}"}
)");
    BOOST_REQUIRE(s.steps.size() == 9u);
    BOOST_TEST(s.last_write == 7);
    BOOST_TEST(
        boost::json::serialize(s.steps[1].objects[0]) ==
        R"({"apiVersion":"v1","data":{"a":1,"b":"blue"},"kind":"ConfigMap","metadata":{"labels":{"blue":"yes-1"},"name":"c-1"}})");
    BOOST_TEST(s.steps[5].until[0].words() == "ConfigMap default/c-2: .data.a is 2");
    BOOST_TEST(s.steps[5].where == "story.yaml:7");
    BOOST_TEST(boost::json::serialize(s.steps[8].objects[0].at("metadata")) == R"({"name":"c-true"})");
}

BOOST_AUTO_TEST_CASE(steps_can_run_in_parallel) {
    const story::story s = read(R"(steps:
- parallel:
  - apply: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
  - - apply: {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}
    - delete: {kind: ConfigMap, name: b}
  - forEach: {n: 3}
    steps:
    - delete: {kind: ConfigMap, name: 'x{n}'}
)");
    BOOST_REQUIRE(s.steps.size() == 1u);
    BOOST_TEST((s.steps[0].what == story_step::kind::parallel));
    BOOST_REQUIRE(s.steps[0].branches.size() == 3u);
    BOOST_TEST(s.steps[0].branches[1].size() == 2u);
    BOOST_TEST(s.steps[0].branches[2].size() == 3u);
    BOOST_TEST(s.last_write == 6);
    BOOST_TEST(s.ends_with_deletion);
}

BOOST_AUTO_TEST_CASE(mistakes_in_templates_have_line_and_path) {
    const std::string in = "story.yaml:2: .steps[0]";
    BOOST_TEST(error_of_step("forEach: {n: 2}") == in + ": steps is missing");
    BOOST_TEST(error_of_step("{steps: []}") == in + ".steps: belongs to `forEach`");
    BOOST_TEST(error_of_step("{forEach: {a: 1, b: 2}, steps: []}") ==
               in + ".forEach: needs one name with its values, such as {n: 3} or {color: [red, blue]}");
    BOOST_TEST(error_of_step("{forEach: {n: 0}, steps: []}") ==
               in + ".forEach.n: must be a number from 1 to 100");
    BOOST_TEST(error_of_step("{forEach: {n: []}, steps: []}") ==
               in + ".forEach.n: needs from 1 to 100 values");
    BOOST_TEST(error_of_step("{forEach: {n: [[1]]}, steps: []}") ==
               in + ".forEach.n[0]: must be a string, a number, true or false");
    BOOST_TEST(error_of_step("{forEach: {a-b: 2}, steps: []}") ==
               in + ".forEach: \"a-b\" is not a name of letters and digits");
    BOOST_TEST(error_of_step("{forEach: {n: 2}, steps: [{forEach: {n: 2}, steps: []}]}") ==
               in + ".steps[0].forEach: {n} has a value already, of an outer forEach");
    BOOST_TEST(error_of("steps:\n- forEach: {n: 2}\n  steps:\n  - wait: {kind: 'Pod{n}'}\n") ==
               "story.yaml:4: .steps[0].steps[0].wait: needs one of path, condition, exists, count, any");
    const std::string hundred =
        "{forEach: {a: 100}, steps: [{forEach: {b: 100}, steps: [{restart: operator}]}]}";
    BOOST_TEST(error_of_step(hundred) == in + ".steps[0].steps[0]: a story has at most 1000 steps");
}

BOOST_AUTO_TEST_CASE(mistakes_in_conditions_have_line_and_path) {
    const std::string in = "story.yaml:2: .steps[0]";
    BOOST_TEST(error_of_step("wait: {any: [{kind: Pod, count: 1}]}") ==
               in + ".wait.any: needs at least two conditions");
    BOOST_TEST(error_of_step("wait: {any: [{kind: Pod, count: 1, for: 1s}, {kind: Pod, count: 2}]}") ==
               in + ".wait.any[0].for: belongs to a wait");
    BOOST_TEST(error_of_step("wait: {kind: Pod, any: []}") ==
               in + ".wait.kind: unknown key; known are any, limit, for");
    BOOST_TEST(error_of_step("wait: {kind: Pod, path: .a, exists: true, value: 3}") ==
               in + ".wait: has `exists` and a value to compare with");
    BOOST_TEST(error_of_step("wait: {kind: Pod, path: .a, valueFrom: {kind: Pod, path: .b}}") ==
               in + ".wait.valueFrom: name is missing");
    BOOST_TEST(error_of_step("wait: {kind: Pod, path: .a, valueFrom: {kind: Pod, name: b}}") ==
               in + ".wait.valueFrom: path is missing");
    BOOST_TEST(error_of_step("wait: {kind: Pod, count: 1, for: soon}") ==
               in + ".wait.for: must be a duration such as 10s");
    BOOST_TEST(error_of_step("parallel: [{restart: operator}]") ==
               in + ".parallel: needs from 2 to 16 items, each a step or a list of steps");
    BOOST_TEST(error_of_step("parallel: [{restart: operator}, []]") == in + ".parallel[1]: has no step");
    BOOST_TEST(error_of("steps:\n- restart: operator\ninvariants:\n- {name: a, always: {kind: Pod, count: 1, "
                        "for: 1s}}\n") == "story.yaml:4: .invariants[0].always.for: belongs to a wait");
}

BOOST_AUTO_TEST_SUITE_END()
